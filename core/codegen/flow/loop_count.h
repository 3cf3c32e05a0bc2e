#pragma once

#include "core/codegen/flow/control_flow.h"
#include "core/symbolic/expr.h"

#include <cstdint>
#include <optional>

namespace mw::codegen {

/// `for (v = begin; v <= end; v += step)`, or `>=` where the step is negative; in the names of the
/// loop's SDFG.
struct LoopCount {
    symbolic::Expr begin, end;
    std::int64_t step = 1;
};

/// How a loop counts: `v = a; v < b; v = v + c` with a constant step, whose body changes neither
/// variable nor bound, and leaves it in no other way. nullopt for others. An error where init or
/// update is no assignment.
Expected<std::optional<LoopCount>> countOf(const FlowLoop& loop, const ir::Sdfg& sdfg);

/// What the variable of a loop over these is behind it: the first value that fails the condition.
symbolic::Expr afterLoop(const symbolic::Expr& begin, const symbolic::Expr& end, std::int64_t step);

} // namespace mw::codegen
