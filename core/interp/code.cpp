#include "core/analysis/raw_code.h"
#include "core/interp/executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace mw::interp {

using tasklet::Ast;

Expected<const tasklet::Code*> Executor::parsed(const std::string& text) {
    if (const auto found = code_.find(text); found != code_.end())
        return &found->second;
    MW_TRY(auto code, tasklet::parse(text));
    return &code_.emplace(text, std::move(code)).first->second;
}

/// The value or the memory that an input connector stands for.
Expected<Operand> Executor::operand(Frame& frame, const ir::Edge& edge) {
    Operand result;
    MW_TRY(const View* view, frame.view(edge.memlet.data));
    Box box;
    if (edge.memlet.subset) {
        MW_TRY(box, frame.evaluate(*edge.memlet.subset));
    } else {
        for (const auto extent : view->shape)
            box.push_back({0, extent - 1, 1});
    }
    for (std::size_t d = 0; d < box.size(); ++d) {
        result.origin.push_back(box[d].begin);
        const bool point = edge.memlet.subset && edge.memlet.subset->dims[d].isPoint();
        if (!point)
            result.subscripted.push_back(d);
    }
    if (result.subscripted.empty() && !edge.memlet.dynamic) {
        MW_TRY(const std::byte* at, address(*view, result.origin, edge.memlet.data));
        result.value = loadElement(at, view->type);
        return result;
    }
    result.view = view;
    if (volume(box) == 1) { // a range of one element may be read as a value as well
        MW_TRY(const std::byte* at, address(*view, result.origin, edge.memlet.data));
        result.value = loadElement(at, view->type);
    }
    return result;
}

Expected<Scalar> Executor::lookUp(Frame& frame, const Names& names, const std::string& name) {
    if (const auto local = names.find(name); local != names.end())
        return local->second.value;
    if (const auto symbol = frame.symbols.find(name); symbol != frame.symbols.end())
        return symbol->second.isReal ? Scalar::real(symbol->second.d)
                                     : Scalar::integer(symbol->second.i);
    if (name == "math.nan" || name == "nan")
        return Scalar::real(std::numeric_limits<double>::quiet_NaN());
    if (name == "math.inf" || name == "inf")
        return Scalar::real(std::numeric_limits<double>::infinity());
    if (const auto* data = frame.sdfg->data(name); data && data->isSingleElement()) {
        MW_TRY(const View* view, frame.view(name));
        MW_TRY(const std::byte* at,
               address(*view, std::vector<std::int64_t>(view->shape.size(), 0), name));
        return loadElement(at, view->type);
    }
    return fail("unknown-name", fmt::format("the name '{}' has no value", name));
}

Expected<std::byte*> Executor::element(Frame& frame, const Names& names, const Operand& memory,
                                       const Ast& ast) {
    const std::string& name = ast.args.front()->text;
    std::vector<std::int64_t> indices;
    for (std::size_t k = 1; k < ast.args.size(); ++k) {
        MW_TRY(const Scalar index, evaluate(frame, names, *ast.args[k]));
        indices.push_back(index.asInteger());
    }
    auto dims = memory.subscripted;
    if (indices.size() == memory.origin.size()) { // all dimensions are named
        dims.clear();
        for (std::size_t d = 0; d < indices.size(); ++d)
            dims.push_back(d);
    }
    if (indices.size() != dims.size())
        return fail("bad-rank",
                    fmt::format("'{}' is subscripted with {} indices, its memlet has {} "
                                "dimensions of more than one element",
                                name, indices.size(), dims.size()));
    auto at = memory.origin;
    for (std::size_t k = 0; k < dims.size(); ++k)
        at[dims[k]] += indices[k];
    return address(*memory.view, at, name);
}

Expected<Scalar> Executor::subscript(Frame& frame, const Names& names, const Ast& ast) {
    const std::string& name = ast.args.front()->text;
    if (const auto local = names.find(name); local != names.end()) {
        if (!local->second.view)
            return local->second.value; // `x[0]` of a single element
        MW_TRY(const std::byte* at, element(frame, names, local->second, ast));
        return loadElement(at, local->second.view->type);
    }
    MW_TRY(View * view, frame.view(name)); // a container in a condition or an assignment
    Operand whole;
    whole.view = view;
    whole.origin.assign(view->shape.size(), 0);
    MW_TRY(const std::byte* at, element(frame, names, whole, ast));
    return loadElement(at, view->type);
}

Expected<Scalar> Executor::evaluate(Frame& frame, const Names& names, const Ast& ast) {
    switch (ast.op) {
    case tasklet::Op::number: {
        const bool real =
            ast.text.find_first_of(".eE") != std::string::npos && ast.text.rfind("0x", 0) != 0;
        return real ? Scalar::real(std::strtod(ast.text.c_str(), nullptr))
                    : Scalar::integer(std::strtoll(ast.text.c_str(), nullptr, 0));
    }
    case tasklet::Op::boolean:
        return Scalar::boolean(ast.text == "True");
    case tasklet::Op::name:
        return lookUp(frame, names, ast.text);
    case tasklet::Op::subscript:
        return subscript(frame, names, ast);
    case tasklet::Op::unary: {
        MW_TRY(const Scalar a, evaluate(frame, names, *ast.args[0]));
        return unary(ast.text, a);
    }
    case tasklet::Op::binary: {
        MW_TRY(const Scalar a, evaluate(frame, names, *ast.args[0]));
        if ((ast.text == "and" && !a.truthy()) || (ast.text == "or" && a.truthy()))
            return Scalar::boolean(a.truthy());
        MW_TRY(const Scalar b, evaluate(frame, names, *ast.args[1]));
        return binary(ast.text, a, b);
    }
    case tasklet::Op::select: { // then, condition, otherwise
        MW_TRY(const Scalar condition, evaluate(frame, names, *ast.args[1]));
        return evaluate(frame, names, *ast.args[condition.truthy() ? 0 : 2]);
    }
    case tasklet::Op::call: {
        std::vector<Scalar> args;
        for (const auto& arg : ast.args) {
            MW_TRY(const Scalar value, evaluate(frame, names, *arg));
            args.push_back(value);
        }
        return call(ast.text, args);
    }
    }
    return fail("unknown-code", "an expression of an unknown kind");
}

Expected<void> Executor::assign(Frame& frame, Names& names, const tasklet::Assignment& statement) {
    MW_TRY(Scalar value, evaluate(frame, names, *statement.value));
    if (!statement.augment.empty()) {
        MW_TRY(const Scalar old, evaluate(frame, names, *statement.target));
        MW_TRY(value, binary(statement.augment, old, value));
    }
    if (statement.target->op != tasklet::Op::subscript) {
        names[statement.target->text].value = value;
        return {};
    }
    const auto memory = names.find(statement.target->args.front()->text);
    if (memory == names.end())
        return fail("unknown-name", fmt::format("'{}' is assigned but is no connector",
                                                statement.target->args.front()->text));
    if (!memory->second.view) {
        memory->second.value = value;
        return {};
    }
    MW_TRY(std::byte * at, element(frame, names, memory->second, *statement.target));
    storeElement(at, memory->second.view->type, value);
    return {};
}

namespace {

Diagnostic inTasklet(Diagnostic diagnostic, const ir::Node& node, const ir::Tasklet& tasklet) {
    diagnostic.sentence = fmt::format("tasklet '{}': {}", tasklet.label, diagnostic.sentence);
    diagnostic.location.elements.insert(diagnostic.location.elements.begin(), node.id);
    return diagnostic;
}

} // namespace

Expected<void> Executor::runTasklet(Frame& frame, StateInfo& state, const ir::Node& node) {
    const auto& tasklet = *node.as<ir::Tasklet>();
    if (analysis::isAddedByGt4py(tasklet)) // nothing to compute
        return {};
    const auto failed = [&](const Diagnostic& d) { return fail(inTasklet(d, node, tasklet)); };
    if (tasklet.code.language != ir::Language::Python)
        return failed({Severity::error, "raw-code", "the interpreter runs no raw C++", {}, {}});
    if (++taskletRuns_ > limits_.maxTaskletRuns)
        return failed(
            {Severity::error, "too-long", "the limit of tasklet runs is reached", {}, {}});
    const auto code = parsed(tasklet.code.text);
    if (!code)
        return failed(code.error());
    Names names;
    for (const ir::Edge* edge : state.index.inEdges(node.id)) {
        if (edge->dstConnector.empty())
            continue;
        if (const auto value = values_.find(edge->id); value != values_.end()) {
            names[edge->dstConnector].value = value->second;
            continue;
        }
        auto input = operand(frame, *edge);
        if (!input)
            return failed(input.error());
        names[edge->dstConnector] = std::move(*input);
    }
    for (const ir::Edge* edge : state.index.outEdges(node.id)) {
        if (edge->srcConnector.empty() || edge->memlet.empty() ||
            names.contains(edge->srcConnector))
            continue;
        const bool subscripted = edge->memlet.subset && edge->memlet.wcr.empty() &&
                                 std::ranges::any_of(edge->memlet.subset->dims,
                                                     [](const auto& d) { return !d.isPoint(); });
        if (subscripted) { // memory that the code writes itself
            auto output = operand(frame, *edge);
            if (!output)
                return failed(output.error());
            names[edge->srcConnector] = std::move(*output);
        }
    }
    for (const auto& statement : (*code)->statements)
        if (auto done = assign(frame, names, statement); !done)
            return failed(done.error());
    for (const ir::Edge* edge : state.index.outEdges(node.id)) {
        if (edge->srcConnector.empty())
            continue;
        const auto output = names.find(edge->srcConnector);
        if (output == names.end())
            return failed({Severity::error,
                           "unwritten-output",
                           "the output '" + edge->srcConnector + "' is never assigned",
                           {},
                           {}});
        if (edge->memlet.empty()) {
            values_.insert_or_assign(edge->id, output->second.value);
            continue;
        }
        const auto view = frame.view(edge->memlet.data);
        if (!view)
            return failed(view.error());
        if (output->second.view && volume(*frame.evaluate(*edge->memlet.subset)) != 1)
            continue; // written in place
        std::vector<std::int64_t> index((*view)->shape.size(), 0);
        if (edge->memlet.subset) {
            const auto box = frame.evaluate(*edge->memlet.subset);
            if (!box)
                return failed(box.error());
            for (std::size_t d = 0; d < box->size(); ++d)
                index[d] = (*box)[d].begin;
        }
        if (auto done = write(frame, edge->memlet, **view, index, output->second.value); !done)
            return failed(done.error());
    }
    return {};
}

} // namespace mw::interp
