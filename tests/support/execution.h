#pragma once

#include "core/exec/runner/inputs.h"
#include "core/ir/sdfg.h"
#include "core/symbolic/expr.h"

#include <optional>
#include <string>

namespace mw::test {

/// Values of the symbols, and the argument arrays as a client has them: dense, first dimension
/// fastest.
struct RunInputs {
    symbolic::Bindings symbols;
    exec::InputArrays arrays;
};

/// Every container of a program that is no temporary, as it is after a run.
using Outputs = exec::InputArrays;

/// What the reference executor makes of a program. A scalar argument that is not among the arrays
/// has the value of the symbol of its name.
Expected<Outputs> interpreted(const ir::Document& program, const RunInputs& inputs);

/// What two runs may differ by.
struct Closeness {
    /// Of float64, relative to max(|expected|, mean |expected| of the array); float32 as many units
    /// in the last place; everything else not at all. 0: the same numbers. Two NaN are the same.
    double tolerance = 0;
};

/// The first difference as a sentence: a container that only one of the two has, another type or
/// shape, or an element. nullopt: none.
std::optional<std::string> firstDifference(const Outputs& got, const Outputs& expected,
                                           Closeness closeness = {});

} // namespace mw::test
