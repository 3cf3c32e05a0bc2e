// Runs control flow: states, branches, loops, assignments.
#include "core/analysis/executable.h"
#include "core/analysis/flatten_structures.h"
#include "core/interp/executor.h"
#include "core/ir/index.h"
#include "core/ir/predicates.h"
#include "core/ir/symbol_value.h"
#include "core/support/overload.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::interp {

Expected<void> run(const ir::Document& document, const symbolic::Bindings& symbols,
                   Memory& arguments, const Options& options) {
    const analysis::FlatProgram program(*document.root);
    Frame frame;
    frame.sdfg = &*program;
    frame.symbols = symbols;
    MW_CHECK(ir::fitSymbols(*program, frame.symbols));
    for (const auto& [name, value] : program->constants)
        frame.symbols.insert_or_assign(name, value);
    for (const auto& [name, data] : program->arrays) {
        if (data->transient)
            continue;
        // A value among the symbols is that of the container, which may be written.
        const auto value = frame.symbols.extract(name);
        const auto given = arguments.find(name);
        if (given == arguments.end()) { // one that nothing touches need not be given
            if (!value.empty() && data->isSingleElement())
                MW_CHECK(frame.hold(name, *data, value.mapped()));
            continue;
        }
        if (given->second.type != data->dtype.scalar)
            return fail("wrong-type",
                        fmt::format("the argument '{}' is {}, the program wants {}", name,
                                    ir::name(given->second.type), ir::name(data->dtype.scalar)));
        MW_TRY(auto view, frame.layout(*data, &given->second, 0));
        frame.views.emplace(name, std::move(view));
    }
    Executor executor(options);
    return executor.runSdfg(frame);
}

Expected<void> Executor::proceed() {
    constexpr std::uint64_t kStepsBetween = 1024;
    if (steps_++ % kStepsBetween != 0)
        return {};
    if (options_.stop.stop_requested())
        return fail("cancelled", "the run was cancelled");
    if (options_.deadline && std::chrono::steady_clock::now() >= *options_.deadline)
        return fail("timeout", "the interpreter did not end in time");
    return {};
}

Expected<void> Executor::runSdfg(Frame& frame) {
    const auto [known, fresh] = facts_.try_emplace(frame.sdfg);
    if (fresh) {
        MW_CHECK(analysis::checkExecutable(*frame.sdfg));
        known->second = factsOf(*frame.sdfg);
    }
    frame.facts = &known->second;
    frame.numbers = &numbers_[frame.sdfg];
    MW_CHECK(runRegion(frame, frame.sdfg->body));
    return {};
}

namespace {

Expected<const ir::Block*> startBlock(const ir::Region& region) {
    const BlockId start = ir::startOf(region);
    for (const auto& block : region.blocks)
        if (block->id == start)
            return block.get();
    return fail("no-start-block", "a region has no unique start block");
}

} // namespace

Expected<Executor::Flow> Executor::runRegion(Frame& frame, const ir::Region& region) {
    if (region.blocks.empty())
        return Flow::normal;
    MW_TRY(const ir::Block* block, startBlock(region));
    while (block) {
        MW_CHECK(proceed());
        MW_TRY(const Flow flow, runBlock(frame, *block));
        if (flow != Flow::normal)
            return flow;
        MW_TRY(const ir::InterstateEdge* edge, chooseEdge(frame, region, block->id));
        if (!edge)
            return Flow::normal;
        for (const auto& [name, text] : edge->assignments) {
            MW_TRY(const Scalar value, evaluateText(frame, text));
            frame.setSymbol(name, value);
        }
        const auto next = std::find_if(region.blocks.begin(), region.blocks.end(),
                                       [&](const auto& b) { return b->id == edge->dst; });
        block = next == region.blocks.end() ? nullptr : next->get();
    }
    return Flow::normal;
}

/// Conditional edges in edge order, an unconditional one last; none: the region ends.
Expected<const ir::InterstateEdge*> Executor::chooseEdge(Frame& frame, const ir::Region& region,
                                                         BlockId from) {
    const ir::InterstateEdge* otherwise = nullptr;
    for (const auto& edge : region.edges) {
        if (edge.src != from)
            continue;
        if (ir::isAlwaysTrue(edge.condition)) {
            otherwise = otherwise ? otherwise : &edge;
            continue;
        }
        MW_TRY(const bool taken, evaluateCondition(frame, edge.condition));
        if (taken && options_.coverage)
            options_.coverage->edges.insert(edge.id);
        if (taken)
            return &edge;
    }
    return otherwise;
}

Expected<Executor::Flow> Executor::runBlock(Frame& frame, const ir::Block& block) {
    if (options_.coverage)
        options_.coverage->blocks.insert(block.id);
    return std::visit(
        Overload{
            [&](const ir::State& state) -> Expected<Flow> {
                MW_CHECK(runState(frame, state));
                return Flow::normal;
            },
            [&](const ir::ControlFlowRegion& region) { return runRegion(frame, region.body); },
            [&](const ir::LoopRegion& loop) { return runLoop(frame, loop); },
            [&](const ir::ConditionalBlock& conditional) {
                return runConditional(frame, block.id, conditional);
            },
            [&](const ir::JumpBlock& jump) -> Expected<Flow> {
                return jump.jump == ir::Jump::breakLoop      ? Flow::breakLoop
                       : jump.jump == ir::Jump::continueLoop ? Flow::continueLoop
                                                             : Flow::returnProgram;
            },
            [&](const ir::UnknownBlock& unknown) -> Expected<Flow> {
                return fail("unknown-block",
                            fmt::format("the block '{}' is of the unknown type {} and cannot run",
                                        block.label, unknown.typeName),
                            {{}, {}, {block.id}});
            },
        },
        block.kind);
}

Expected<Executor::Flow> Executor::runLoop(Frame& frame, const ir::LoopRegion& loop) {
    MW_CHECK(runStatement(frame, loop.init));
    bool first = true;
    while (true) {
        MW_CHECK(proceed());
        if (!loop.inverted || (!first && loop.updateBeforeCondition)) {
            MW_TRY(const bool again, evaluateCondition(frame, loop.condition));
            if (!again)
                return Flow::normal;
        }
        first = false;
        MW_TRY(const Flow flow, runRegion(frame, loop.body));
        if (flow == Flow::breakLoop)
            return Flow::normal;
        if (flow == Flow::returnProgram)
            return flow;
        if (loop.inverted && !loop.updateBeforeCondition) {
            MW_TRY(const bool again, evaluateCondition(frame, loop.condition));
            if (!again)
                return Flow::normal;
        }
        MW_CHECK(runStatement(frame, loop.update));
    }
}

Expected<Executor::Flow> Executor::runConditional(Frame& frame, BlockId block,
                                                  const ir::ConditionalBlock& conditional) {
    for (std::size_t i = 0; i < conditional.branches.size(); ++i) {
        const auto& branch = conditional.branches[i];
        if (branch.condition) {
            MW_TRY(const bool taken, evaluateCondition(frame, *branch.condition));
            if (!taken)
                continue;
        }
        if (options_.coverage)
            options_.coverage->branches.emplace(block, i);
        return branch.body ? runBlock(frame, *branch.body) : Flow::normal;
    }
    if (options_.coverage)
        options_.coverage->branches.emplace(block, conditional.branches.size());
    return Flow::normal;
}

Expected<Scalar> Executor::evaluateText(Frame& frame, const std::string& python) {
    MW_TRY(const tasklet::Code* code, parsed("__value = " + python));
    return evaluate(frame, {}, *code->statements.front().value);
}

Expected<bool> Executor::evaluateCondition(Frame& frame, const ir::CodeBlock& code) {
    if (code.empty())
        return true;
    MW_TRY(const Scalar value, evaluateText(frame, code.text));
    return value.truthy();
}

Expected<void> Executor::runStatement(Frame& frame, const ir::CodeBlock& code) {
    if (code.empty())
        return {};
    MW_TRY(const tasklet::Code* statements, parsed(code.text));
    for (const auto& statement : statements->statements) {
        MW_TRY(Scalar value, evaluate(frame, {}, *statement.value));
        if (!statement.augment.empty()) {
            MW_TRY(const Scalar old, evaluate(frame, {}, *statement.target));
            MW_TRY(value, binary(statement.augment, old, value));
        }
        frame.setSymbol(statement.target->text, value);
    }
    return {};
}

} // namespace mw::interp
