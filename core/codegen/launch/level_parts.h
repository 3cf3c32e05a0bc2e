#pragma once

#include "core/codegen/rewrite.h"

namespace mw::codegen {

/// What a kernel's body consists of, seen from its second-innermost dimension, the levels.
struct LevelParts {
    Statements invariant; ///< with `launch.hoistsShared`: the same for every level
    Statements loads;     ///< loads, and what their indices are computed from
    Statements rest;
};
/// `apart`: locals whose declarations are in none of the parts.
LevelParts levelParts(const Kernel& kernel, const NameSet& apart = {});

/// The levels in runs of so many, as a dimension of the grid.
LaunchDim runsOfLevels(const Kernel& kernel, const std::string& name, const symbolic::Expr& levels);
/// The first level of a run.
symbolic::Expr firstOfRun(const Kernel& kernel, const std::string& run,
                          const symbolic::Expr& levels);
/// No run of `launch.levelsPerThread` levels is shorter than the others.
bool hasFullRuns(const Kernel& kernel);

/// The type that the kernel's indices are computed with.
ir::ScalarType indexScalar(const Kernel& kernel);
/// Declares an integer that is computed from others.
Statement declareIndex(const Kernel& kernel, const std::string& name, const symbolic::Expr& value);
/// A loop over levels that stays one.
For levelLoop(const Kernel& kernel, const symbolic::Expr& begin, const symbolic::Expr& end,
              const symbolic::Expr& step, Statements body);

} // namespace mw::codegen
