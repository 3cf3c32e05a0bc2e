// What newer versions of DaCe compute otherwise.
#include "core/ir/dace_version.h"
#include "core/ir/predicates.h"
#include "core/tasklet/tasklet.h"
#include "core/validate/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::validate {

namespace {

using tasklet::Ast;

/// The type of a name in code; none: not known.
using TypeOf = std::function<ir::ScalarType(std::string_view)>;

/// A number as it is written, without a sign.
bool isNotNegative(const Ast& ast, const TypeOf& typeOf) {
    if (ast.op == tasklet::Op::number)
        return true;
    const auto type = tasklet::inferType(ast, typeOf);
    return type && ir::isUnsigned(*type);
}

bool isReal(const Ast& ast, const TypeOf& typeOf) {
    const auto type = tasklet::inferType(ast, typeOf);
    return type && ir::isFloatingPoint(*type);
}

/// The first division of integers that may be negative, or such a Mod; nullptr: none.
const Ast* roundsTwoWays(const Ast& ast, const TypeOf& typeOf) {
    const bool division = ast.op == tasklet::Op::binary && ast.text == "//";
    const bool modulo = ast.op == tasklet::Op::call && ast.text == "Mod" && ast.args.size() == 2;
    if ((division || modulo) &&
        !(isNotNegative(*ast.args[0], typeOf) && isNotNegative(*ast.args[1], typeOf)) &&
        !isReal(*ast.args[0], typeOf) && !isReal(*ast.args[1], typeOf))
        return &ast;
    for (const auto& arg : ast.args)
        if (const Ast* found = arg ? roundsTwoWays(*arg, typeOf) : nullptr)
            return found;
    return nullptr;
}

void say(const Ast& found, const std::string& place, ElementId element, Findings& findings) {
    const bool division = found.op == tasklet::Op::binary;
    findings.warning("version-dependent",
                     fmt::format("`{}` in {}: of integers up to DaCe 2.0.0a10 and here {} is {}, "
                                 "from 2.0.0b1 on {}. State the version that is meant (--dace).",
                                 tasklet::print(found), place, division ? "-7 // 2" : "Mod(-7, 2)",
                                 division ? "-3" : "-1", division ? "-4" : "1"),
                     {element}, tasklet::print(found));
}

void lookAtExpression(const std::string& text, const TypeOf& typeOf, const std::string& place,
                      ElementId element, Findings& findings) {
    if (text.find("//") == std::string::npos && text.find("Mod") == std::string::npos)
        return;
    if (const auto ast = tasklet::parseExpression(text))
        if (const Ast* found = roundsTwoWays(**ast, typeOf))
            say(*found, place, element, findings);
}

} // namespace

void checkTaskletVersions(const StateContext& c, const ir::Node& node, Findings& findings) {
    const auto& code = node.as<ir::Tasklet>()->code;
    if (c.in.rules.pythonArithmetic || code.language != ir::Language::Python ||
        (code.text.find("//") == std::string::npos && code.text.find("Mod") == std::string::npos))
        return;
    const auto parsed = tasklet::parseBranches(code.text);
    if (!parsed)
        return;
    const TypeOf typeOf = [&](std::string_view name) {
        for (const ir::Edge* edge : c.index.inEdges(node.id))
            if (edge->dstConnector == name)
                if (const auto* data = c.in.sdfg.data(edge->memlet.data))
                    return data->dtype.scalar;
        const auto symbol = c.in.sdfg.symbols.find(name);
        return symbol == c.in.sdfg.symbols.end() ? ir::ScalarType::none : symbol->second.scalar;
    };
    for (const auto& statement : parsed->statements)
        if (const Ast* found = roundsTwoWays(*tasklet::assignedValue(statement), typeOf))
            return say(*found, called(c, node), node.id, findings);
}

void checkControlVersions(const SdfgContext& c, Findings& findings) {
    if (c.rules.pythonArithmetic)
        return;
    const TypeOf typeOf = [&](std::string_view name) {
        const auto symbol = c.sdfg.symbols.find(name);
        if (symbol != c.sdfg.symbols.end())
            return symbol->second.scalar;
        const auto* data = c.sdfg.data(name);
        return data ? data->dtype.scalar : ir::ScalarType::none;
    };
    const auto look = [&](const std::string& text, const std::string& what, ElementId element) {
        lookAtExpression(text, typeOf, fmt::format("{} of {}", what, c.sdfg.name), element,
                         findings);
    };
    const auto edges = [&](const ir::Region& region) {
        for (const auto& edge : region.edges) {
            look(edge.condition.text, "a condition", edge.id);
            for (const auto& [name, value] : edge.assignments)
                look(value, "the assignment to '" + name + "'", edge.id);
        }
    };
    edges(c.sdfg.body);
    ir::forEachBlock(c.sdfg.body, [&](const ir::Block& block) {
        if (const auto* region = block.region())
            edges(*region);
        if (const auto* loop = block.as<ir::LoopRegion>())
            for (const auto* code : {&loop->condition, &loop->init, &loop->update})
                look(code->text.substr(code->text.find('=') == std::string::npos ||
                                               code == &loop->condition
                                           ? 0
                                           : code->text.find('=') + 1),
                     "the loop '" + block.label + "'", block.id);
        if (const auto* conditional = block.as<ir::ConditionalBlock>())
            for (const auto& branch : conditional->branches)
                if (branch.condition)
                    look(branch.condition->text, "the branch '" + block.label + "'", block.id);
    });
}

} // namespace mw::validate
