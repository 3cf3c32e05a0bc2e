// Tasklets: their code fits their connectors.
#include "core/tasklet/tasklet.h"

#include "core/validate/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::validate {

namespace {

/// Calls `visit` for every subscript in the code.
void forEachSubscript(const tasklet::Ast& ast,
                      const std::function<void(const tasklet::Ast&)>& visit) {
    if (ast.op == tasklet::Op::subscript)
        visit(ast);
    for (const auto& arg : ast.args)
        if (arg)
            forEachSubscript(*arg, visit);
}

/// Dimensions of a region that are not a single element.
std::size_t openDimensions(const symbolic::Subset& subset) {
    return static_cast<std::size_t>(std::ranges::count_if(
        subset.dims, [](const symbolic::Range& r) { return !r.size().isInteger(1); }));
}

/// The memlet at a connector; null when there is none or more than one.
const ir::Memlet* memletAt(const StateContext& c, const ir::Node& node,
                           const std::string& connector) {
    const ir::Memlet* found = nullptr;
    for (const ir::Edge* edge : c.index.inEdges(node.id))
        if (edge->dstConnector == connector)
            found = &edge->memlet;
    for (const ir::Edge* edge : c.index.outEdges(node.id))
        if (edge->srcConnector == connector)
            found = &edge->memlet;
    return found;
}

/// 25: `a[i, j]` in the code: as many indices as the memlet of `a` has open dimensions.
void checkSubscript(const StateContext& c, const ir::Node& node, const tasklet::Ast& subscript,
                    Findings& findings) {
    if (subscript.args.empty() || subscript.args[0]->op != tasklet::Op::name)
        return;
    const std::string& name = subscript.args[0]->text;
    const ir::Memlet* memlet = memletAt(c, node, name);
    const auto* data = memlet ? c.in.sdfg.data(memlet->data) : nullptr;
    if (!data || !memlet->subset || data->isScalar() || data->kind == ir::DataKind::stream)
        return;
    const std::size_t indices = subscript.args.size() - 1;
    const std::size_t open = openDimensions(*memlet->subset);
    if (indices != open)
        findings.error("index-count",
                       fmt::format("{} takes '{}' with {} {}, but its memlet {}[{}] leaves {} "
                                   "open: give one index for each dimension that is no single "
                                   "element.",
                                   called(c, node), name, indices,
                                   indices == 1 ? "index" : "indices", memlet->data,
                                   symbolic::print(*memlet->subset), open),
                       {node.id}, "code/" + name);
}

/// Names that the code uses and that are nothing: neither connector nor symbol nor constant, nor
/// assigned before. The generated C++ would not compile.
void checkNames(const StateContext& c, const ir::Node& node, const tasklet::Code& code,
                Findings& findings) {
    std::vector<std::string> read;
    std::vector<std::string> written;
    tasklet::collectNames(code, read, written);
    for (const auto& name : read) {
        if (node.in.contains(name) || node.out.contains(name) || !isValidName(name) ||
            name.find('.') != std::string::npos || c.in.facts.knows(name) ||
            isScopeName(c, c.index.scope(node.id), name))
            continue;
        findings.warning("unknown-name-in-tasklet",
                         fmt::format("{} uses '{}', which is no connector, symbol, constant or "
                                     "parameter there.",
                                     called(c, node), name),
                         {node.id}, "code/" + name);
    }
}

} // namespace

void checkTasklet(const StateContext& c, const ir::Node& node, Findings& findings) {
    const auto& tasklet = *node.as<ir::Tasklet>();
    if (tasklet.code.language != ir::Language::Python || tasklet.code.empty())
        return;
    const auto code = tasklet::parseBranches(tasklet.code.text);
    if (!code)
        return findings.hint("unreadable-code",
                             fmt::format("The code of {} is not understood, so it is not checked "
                                         "and cannot be run here: {}.",
                                         called(c, node), code.error().sentence),
                             {node.id}, "code");
    const auto check = [&](const tasklet::Ast& s) { checkSubscript(c, node, s, findings); };
    for (const auto& statement : code->statements) {
        forEachSubscript(*statement.target, check);
        forEachSubscript(*statement.value, check);
    }
    checkNames(c, node, *code, findings);
}

} // namespace mw::validate
