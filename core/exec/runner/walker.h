#pragma once

#include "core/codegen/plan.h"
#include "core/exec/runner/backend.h"
#include "core/exec/runner/memory.h"
#include "core/exec/runner/tile_lists.h"

#include <functional>

namespace mw::exec {

/// Walks the steps of a plan for concrete symbols: evaluates conditions, sizes and arguments, and
/// gives every launch, copy and fill ready to run to a sink.
class StepWalker {
public:
    using Sink = std::function<Expected<void>(std::shared_ptr<const PreparedStep>)>;
    /// Value of one element of an array at this point of the program.
    using ElementReader =
        std::function<Expected<symbolic::Value>(const ProgramMemory::Array&, std::int64_t index)>;

    /// `functions`: per kernel of the plan, then the copy kernels of 1, 2, 4, 8, 16 bytes (only
    /// when the plan copies). `tiles`: null where no kernel reads lists of neighbours. `state`: for
    /// kernels that use the program's state.
    StepWalker(const codegen::Plan& plan, ProgramMemory& memory, const Module& module,
               bool runsInline, TileLists* tiles = nullptr, void* state = nullptr);

    Expected<void> walk(symbolic::Bindings symbols, Sink sink, ElementReader readElement);

private:
    Expected<void> steps(const codegen::Steps& steps);
    Expected<void> step(const codegen::Launch& launch);
    Expected<void> step(const codegen::CopyBox& copy);
    Expected<void> step(const codegen::ZeroArray& zero);
    Expected<void> step(const codegen::AssignSymbol& assign);
    Expected<void> step(const codegen::HostIf& branch);
    Expected<void> step(const codegen::HostLoop& loop);
    Expected<void> step(const codegen::HostJump& jump);
    Expected<void> step(const codegen::HostScope& scope);
    Expected<symbolic::Value> evaluate(const symbolic::Expr& e);
    Expected<std::int64_t> integer(const symbolic::Expr& e);
    Expected<symbolic::Expr> resolveElements(const symbolic::Expr& e);
    Expected<symbolic::Expr> element(const std::string& array,
                                     std::span<const symbolic::Expr> indices);
    Expected<void> addTiles(const codegen::Kernel& kernel, PreparedLaunch& launch);
    Expected<void> addLevels(const codegen::Kernel& kernel, PreparedLaunch& launch);
    Expected<void> addScalars(const codegen::Kernel& kernel, PreparedLaunch& launch);

    const codegen::Plan& plan_;
    ProgramMemory& memory_;
    const Module& module_;
    bool runsInline_;
    TileLists* tiles_;
    void* state_;

    symbolic::Bindings symbols_;
    Sink sink_;
    ElementReader readElement_;
    std::int64_t turns_ = 0;                      ///< of all loops together
    std::optional<codegen::HostJump::Kind> jump_; ///< under way
};

/// Does any step copy between arrays?
bool hasCopies(const codegen::Steps& steps);

} // namespace mw::exec
