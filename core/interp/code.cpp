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

bool Executor::isRegion(const ir::Memlet& memlet) {
    return memlet.subset &&
           !std::ranges::all_of(memlet.subset->dims, [](const auto& dim) { return dim.isPoint(); });
}

/// The value or the memory that an input connector stands for.
Expected<Operand> Executor::operand(Frame& frame, const ir::Edge& edge, bool isRegion,
                                    const View& view) {
    const auto& memlet = edge.memlet;
    Operand result;
    if (memlet.subset && !memlet.dynamic && !isRegion) {
        MW_TRY(const std::byte* at, frame.first(view, *memlet.subset, memlet.data));
        result.value = loadElement(at, view.type);
        return result;
    }
    Box box;
    if (memlet.subset) {
        MW_TRY(box, frame.evaluate(*memlet.subset));
    } else {
        box = wholeOf(view);
    }
    result.origin.reserve(box.size());
    for (std::size_t d = 0; d < box.size(); ++d) {
        result.origin.push_back(box[d].begin);
        if (!memlet.subset || !memlet.subset->dims[d].isPoint())
            result.subscripted.push_back(d);
    }
    if (result.subscripted.empty() && !memlet.dynamic) {
        MW_TRY(const std::byte* at, address(view, result.origin, memlet.data));
        result.value = loadElement(at, view.type);
        return result;
    }
    result.view = &view;
    if (volume(box) == 1) { // a range of one element may be read as a value as well
        MW_TRY(const std::byte* at, address(view, result.origin, memlet.data));
        result.value = loadElement(at, view.type);
    }
    return result;
}

Expected<Scalar> Executor::lookUp(Frame& frame, const Names& names, const std::string& name) {
    if (const Operand* local = names.find(name))
        return local->value;
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
    if (const Operand* local = names.find(name)) {
        if (!local->view)
            return local->value; // `x[0]` of a single element
        MW_TRY(const std::byte* at, element(frame, names, *local, ast));
        return loadElement(at, local->view->type);
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
        if (const Operand* local = names.find(name))
            return local->view ? local->view->type : local->value.type;
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
        const auto [known, fresh] = literals_.try_emplace(&ast);
        if (fresh) {
            const auto [value, type] = tasklet::numberOf(ast);
            known->second =
                value.isReal ? Scalar::real(value.d, type) : Scalar::integer(value.i, type);
        }
        return known->second;
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
        if (Operand* known = names.find(statement.target->text))
            known->value = value.as(known->value.type);
        else
            names[statement.target->text].value = value.as(outputType);
        return {};
    }
    Operand* memory = names.find(statement.target->args.front()->text);
    if (!memory)
        return fail("unknown-name", fmt::format("'{}' is assigned but is no connector",
                                                statement.target->args.front()->text));
    if (!memory->view) {
        memory->value = value;
        return {};
    }
    MW_TRY(std::byte * at, element(frame, names, *memory, *statement.target));
    memory->stored = true;
    if (memory->wcr && statement.augment.empty()) {
        const ir::ScalarType type = memory->view->type;
        MW_TRY(value, resolve(frame, *memory->wcr, loadElement(at, type), value.as(type)));
    }
    storeElement(at, memory->view->type, value);
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
    MW_TRY(const TaskletInfo* known, info(frame, state, node, tasklet));
    names_.clear();
    MW_CHECK(connectors(frame, *known));
    const auto runs = [&](const tasklet::Assignment& statement) {
        return std::ranges::all_of(statement.guards, [&](const tasklet::Guard& guard) {
            return names_.find(guard.name)->value.truthy() == guard.holds;
        });
    };
    tasklet_ = node.id;
    for (std::size_t i = 0; i < known->targets.size(); ++i) {
        const auto& statement = known->code->statements[i];
        if (!runs(statement))
            continue;
        MW_CHECK(assign(frame, names_, statement, known->targets[i]));
        if (options_.coverage && tasklet::isBranchName(statement.target->text))
            note(*statement.value, names_.find(statement.target->text)->value.truthy());
    }
    tasklet_ = {};
    return writeOutputs(frame, *known);
}

Expected<const TaskletInfo*> Executor::info(Frame& frame, StateInfo& state, const ir::Node& node,
                                            const ir::Tasklet& tasklet) {
    if (const auto known = state.tasklets.find(&node); known != state.tasklets.end())
        return &known->second;
    TaskletInfo made;
    MW_TRY(made.code, parsed(tasklet.code.text));
    const auto connection = [&](const ir::Edge* edge, const std::string& name) {
        return TaskletInfo::Connection{edge, &name, isRegion(edge->memlet),
                                       frame.numbers->of(edge->memlet.data)};
    };
    for (const ir::Edge* edge : state.index.inEdges(node.id))
        if (!edge->dstConnector.empty())
            made.inputs.push_back(connection(edge, edge->dstConnector));
    for (const ir::Edge* edge : state.index.outEdges(node.id))
        if (!edge->srcConnector.empty())
            made.outputs.push_back(connection(edge, edge->srcConnector));
    const auto typeOf = [&](const std::string& name) {
        for (const auto& output : made.outputs)
            if (*output.name == name && !output.edge->memlet.empty())
                if (const auto* data = frame.sdfg->data(output.edge->memlet.data))
                    return data->dtype.scalar;
        return ir::ScalarType::none;
    };
    for (const auto& statement : made.code->statements)
        made.targets.push_back(typeOf(statement.target->text));
    return &state.tasklets.emplace(&node, std::move(made)).first->second;
}

/// Inputs, and outputs that are memory which the code writes itself.
Expected<void> Executor::connectors(Frame& frame, const TaskletInfo& tasklet) {
    const auto read = [&](const TaskletInfo::Connection& from) -> Expected<Operand> {
        MW_TRY(const View* view, frame.view(from.edge->memlet.data, from.container));
        return operand(frame, *from.edge, from.isRegion, *view);
    };
    for (const auto& input : tasklet.inputs) {
        const ir::Edge* edge = input.edge;
        if (const auto value = values_.find(edge->id); value != values_.end()) {
            names_[*input.name].value = value->second;
            continue;
        }
        MW_TRY(names_[*input.name], atMemlet(read(input), *edge, *input.name));
    }
    for (const auto& output : tasklet.outputs) {
        const ir::Memlet& memlet = output.edge->memlet;
        if (!output.isRegion || memlet.empty() || names_.find(*output.name))
            continue;
        MW_TRY(Operand memory, atMemlet(read(output), *output.edge, *output.name));
        if (!memlet.wcr.empty())
            memory.wcr = &memlet.wcr;
        names_[*output.name] = std::move(memory);
    }
    return {};
}

Expected<void> Executor::writeOutputs(Frame& frame, const TaskletInfo& tasklet) {
    for (const auto& [edge, name, isRegion, container] : tasklet.outputs) {
        const auto& memlet = edge->memlet;
        const Operand* output = names_.find(*name);
        if (!output && !memlet.empty())
            continue; // nothing assigns it (`pass`): nothing is written
        if (!output)
            return fail("unwritten-output",
                        fmt::format("the output '{}' is never assigned", *name));
        if (memlet.empty()) {
            values_.insert_or_assign(edge->id, output->value);
            continue;
        }
        MW_TRY(const View* view, frame.view(memlet.data, container));
        // Written in place; a name that stands for a region is only a pointer in C.
        if (output->stored || (isRegion && !memlet.subset->isPoint()))
            continue;
        const auto store = [&]() -> Expected<void> {
            MW_TRY(std::byte * at,
                   memlet.subset ? frame.first(*view, *memlet.subset, memlet.data)
                                 : address(*view, std::vector<std::int64_t>(view->shape.size(), 0),
                                           memlet.data));
            return write(frame, memlet, *view, at, output->value);
        };
        MW_CHECK(atMemlet(store(), *edge, *name));
    }
    return {};
}

} // namespace mw::interp
