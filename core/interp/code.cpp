// Runs the code of tasklets, expression by expression.
#include "core/analysis/raw_code.h"
#include "core/interp/executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace mw::interp {

using tasklet::Ast;

Expected<const tasklet::Code*> Executor::parsed(const std::string& text) {
    if (const auto found = code_.find(text); found != code_.end())
        return &found->second;
    MW_TRY(auto code, tasklet::parseBranches(text));
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
        box = wholeOf(*view);
    }
    result.origin.reserve(box.size());
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
    if (frame.symbols.contains(name))
        return frame.symbol(name);
    if (name == "math.nan" || name == "nan")
        return Scalar::real(std::numeric_limits<double>::quiet_NaN());
    if (name == "math.inf" || name == "inf")
        return Scalar::real(std::numeric_limits<double>::infinity());
    if (name == "math.pi")
        return Scalar::real(3.141592653589793);
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

/// Literal exponents as DaCe writes them: products, square roots and their reciprocals.
Expected<Scalar> Executor::powerOf(Frame& frame, const Names& names, const Ast& ast) {
    MW_TRY(const Scalar base, evaluate(frame, names, *ast.args[0]));
    const auto known = tasklet::signedNumber(*ast.args[1]);
    if (known && *known == std::trunc(*known)) {
        const Scalar product = integerPower(base, static_cast<std::uint64_t>(std::abs(*known)));
        return *known < 0 ? reciprocal(product) : product;
    }
    if (known && std::abs(*known) == 0.5) {
        MW_TRY(const Scalar root, call("math.sqrt", std::span(&base, 1)));
        return *known < 0 ? reciprocal(root) : root;
    }
    MW_TRY(const Scalar exponent, evaluate(frame, names, *ast.args[1]));
    return power(base, exponent);
}

/// Type that both sides of a conditional expression are converted to, as C does.
Expected<ir::ScalarType> Executor::typeOf(Frame& frame, const Names& names, const Ast& ast) {
    return tasklet::inferType(ast, [&](std::string_view name) {
        if (const auto local = names.find(name); local != names.end())
            return local->second.view ? local->second.view->type : local->second.value.type;
        if (frame.symbols.contains(name))
            return frame.symbol(name).type;
        const auto* data = frame.sdfg->data(name);
        return data ? data->dtype.scalar : ir::ScalarType::none;
    });
}

void Executor::note(const Ast& condition, bool holds) {
    if (!options_.coverage || tasklet_ == NodeId{})
        return;
    auto& text = conditionTexts_[&condition];
    if (text.empty())
        text = tasklet::print(condition);
    auto& sides = options_.coverage->conditions[{tasklet_, text}];
    (holds ? sides.held : sides.failed) = true;
}

Expected<Scalar> Executor::selected(Frame& frame, const Names& names, const Ast& ast) {
    MW_TRY(const Scalar condition, evaluate(frame, names, *ast.args[1]));
    note(*ast.args[1], condition.truthy());
    MW_TRY(const Scalar value, evaluate(frame, names, *ast.args[condition.truthy() ? 0 : 2]));
    MW_TRY(const auto other, typeOf(frame, names, *ast.args[condition.truthy() ? 2 : 0]));
    return other == value.type ? value : value.as(tasklet::promote(value.type, other));
}

Expected<Scalar> Executor::evaluate(Frame& frame, const Names& names, const Ast& ast) {
    switch (ast.op) {
    case tasklet::Op::number: {
        const auto [value, type] = tasklet::numberOf(ast);
        return value.isReal ? Scalar::real(value.d, type) : Scalar::integer(value.i, type);
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
        if (ast.text == "**")
            return powerOf(frame, names, ast);
        MW_TRY(const Scalar a, evaluate(frame, names, *ast.args[0]));
        if ((ast.text == "and" && !a.truthy()) || (ast.text == "or" && a.truthy()))
            return Scalar::boolean(a.truthy());
        MW_TRY(const Scalar b, evaluate(frame, names, *ast.args[1]));
        return binary(ast.text, a, b);
    }
    case tasklet::Op::select: // then, condition, otherwise
        return selected(frame, names, ast);
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

/// A name keeps the type of its first value; an output has the type of its container.
Expected<void> Executor::assign(Frame& frame, Names& names, const tasklet::Assignment& statement,
                                ir::ScalarType outputType) {
    MW_TRY(Scalar value, evaluate(frame, names, *statement.value));
    if (!statement.augment.empty()) {
        MW_TRY(const Scalar old, evaluate(frame, names, *statement.target));
        MW_TRY(value, binary(statement.augment, old, value));
    }
    if (statement.target->op != tasklet::Op::subscript) {
        const auto known = names.find(statement.target->text);
        if (known == names.end())
            names[statement.target->text].value = value.as(outputType);
        else
            known->second.value = value.as(known->second.value.type);
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
    memory->second.stored = true;
    if (memory->second.wcr && statement.augment.empty()) {
        const ir::ScalarType type = memory->second.view->type;
        MW_TRY(value, resolve(frame, *memory->second.wcr, loadElement(at, type), value.as(type)));
    }
    storeElement(at, memory->second.view->type, value);
    return {};
}

namespace {

Diagnostic inTasklet(Diagnostic diagnostic, const ir::Node& node, const ir::Tasklet& tasklet) {
    diagnostic.sentence = fmt::format("tasklet '{}': {}", tasklet.label, diagnostic.sentence);
    diagnostic.location.elements.insert(diagnostic.location.elements.begin(), node.id);
    return diagnostic;
}

/// An error there names the memlet.
template <class T>
Expected<T> atMemlet(Expected<T> result, const ir::Edge& edge, const std::string& connector) {
    if (result)
        return result;
    Diagnostic diagnostic = std::move(result).error();
    diagnostic.sentence = fmt::format(
        "memlet {}{} of '{}': {}", edge.memlet.data,
        edge.memlet.subset ? "[" + symbolic::print(*edge.memlet.subset) + "]" : std::string(),
        connector, diagnostic.sentence);
    diagnostic.location.elements.push_back(edge.id);
    return fail(std::move(diagnostic));
}

} // namespace

Expected<void> Executor::runTasklet(Frame& frame, StateInfo& state, const ir::Node& node) {
    const auto& tasklet = *node.as<ir::Tasklet>();
    if (analysis::isAddedByGt4py(tasklet)) // nothing to compute
        return {};
    MW_CHECK(proceed());
    if (auto done = runCode(frame, state, node, tasklet); !done)
        return fail(inTasklet(std::move(done).error(), node, tasklet));
    return {};
}

Expected<void> Executor::runCode(Frame& frame, StateInfo& state, const ir::Node& node,
                                 const ir::Tasklet& tasklet) {
    if (tasklet.code.language != ir::Language::Python)
        return fail("raw-code", "the interpreter runs no raw C++");
    if (++taskletRuns_ > options_.maxTaskletRuns)
        return fail("too-long", "the limit of tasklet runs is reached");
    MW_TRY(const tasklet::Code* code, parsed(tasklet.code.text));
    MW_TRY(Names names, connectors(frame, state, node));
    const auto typeOfOutput = [&](const std::string& name) {
        for (const ir::Edge* edge : state.index.outEdges(node.id))
            if (edge->srcConnector == name && !edge->memlet.empty())
                if (const auto* data = frame.sdfg->data(edge->memlet.data))
                    return data->dtype.scalar;
        return ir::ScalarType::none;
    };
    const auto runs = [&](const tasklet::Assignment& statement) {
        return std::ranges::all_of(statement.guards, [&](const tasklet::Guard& guard) {
            return names.find(guard.name)->second.value.truthy() == guard.holds;
        });
    };
    tasklet_ = node.id;
    for (const auto& statement : code->statements) {
        if (!runs(statement))
            continue;
        MW_CHECK(assign(frame, names, statement, typeOfOutput(statement.target->text)));
        if (options_.coverage && tasklet::isBranchName(statement.target->text))
            note(*statement.value, names.find(statement.target->text)->second.value.truthy());
    }
    tasklet_ = {};
    return writeOutputs(frame, state, node, names);
}

/// Inputs, and outputs that are memory which the code writes itself.
Expected<Executor::Names> Executor::connectors(Frame& frame, StateInfo& state,
                                               const ir::Node& node) {
    Names names;
    for (const ir::Edge* edge : state.index.inEdges(node.id)) {
        if (edge->dstConnector.empty())
            continue;
        if (const auto value = values_.find(edge->id); value != values_.end()) {
            names[edge->dstConnector].value = value->second;
            continue;
        }
        MW_TRY(names[edge->dstConnector],
               atMemlet(operand(frame, *edge), *edge, edge->dstConnector));
    }
    for (const ir::Edge* edge : state.index.outEdges(node.id)) {
        if (edge->srcConnector.empty() || edge->memlet.empty() ||
            names.contains(edge->srcConnector))
            continue;
        const bool subscripted =
            edge->memlet.subset && std::ranges::any_of(edge->memlet.subset->dims,
                                                       [](const auto& d) { return !d.isPoint(); });
        if (subscripted) {
            Operand& memory = names[edge->srcConnector];
            MW_TRY(memory, atMemlet(operand(frame, *edge), *edge, edge->srcConnector));
            if (!edge->memlet.wcr.empty())
                memory.wcr = &edge->memlet.wcr;
        }
    }
    return names;
}

Expected<void> Executor::writeOutputs(Frame& frame, StateInfo& state, const ir::Node& node,
                                      const Names& names) {
    for (const ir::Edge* edge : state.index.outEdges(node.id)) {
        if (edge->srcConnector.empty())
            continue;
        const auto output = names.find(edge->srcConnector);
        if (output == names.end() && !edge->memlet.empty())
            continue; // nothing assigns it (`pass`): nothing is written
        if (output == names.end())
            return fail("unwritten-output",
                        fmt::format("the output '{}' is never assigned", edge->srcConnector));
        if (edge->memlet.empty()) {
            values_.insert_or_assign(edge->id, output->second.value);
            continue;
        }
        MW_TRY(const View* view, frame.view(edge->memlet.data));
        Box box;
        if (edge->memlet.subset) {
            MW_TRY(box, frame.evaluate(*edge->memlet.subset));
        } else {
            box = wholeOf(*view);
        }
        if (output->second.stored || (edge->memlet.subset && !edge->memlet.subset->isPoint()))
            continue; // written in place; a name that stands for a region is only a pointer in C
        std::vector<std::int64_t> index;
        for (const Span& span : box)
            index.push_back(span.begin);
        MW_CHECK(atMemlet(
            write(frame, edge->memlet, edge->memlet.data, *view, index, output->second.value),
            *edge, edge->srcConnector));
    }
    return {};
}

} // namespace mw::interp
