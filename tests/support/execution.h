#pragma once

#include "core/exec/runner/inputs.h"
#include "core/ir/sdfg.h"
#include "core/symbolic/expr.h"

#include <cstdint>
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
/// has the value of the symbol of its name. `randomOrder`: of interp::Options.
Expected<Outputs> interpreted(const ir::Document& program, const RunInputs& inputs,
                              std::optional<std::uint64_t> randomOrder = {});

/// What two runs may differ by.
struct Closeness {
    /// Of float64, relative to max(|expected|, mean |expected| of the array); float32 as many units
    /// in the last place; everything else not at all. 0: the same numbers. Two NaN are the same.
    double tolerance = 0;
};

/// For runs in another order: sums are then rounded otherwise, nothing else may differ.
constexpr Closeness kReordered{1e-11};

/// The first difference as a sentence: a container that only one of the two has, another type or
/// shape, or an element. nullopt: none.
std::optional<std::string> firstDifference(const Outputs& got, const Outputs& expected,
                                           Closeness closeness = {});
/// The first difference from `expected` in some of the orders that the graph allows.
std::optional<std::string> dependsOnOrder(const ir::Document& program, const RunInputs& inputs,
                                          const Outputs& expected, std::uint64_t orders = 4);

} // namespace mw::test
