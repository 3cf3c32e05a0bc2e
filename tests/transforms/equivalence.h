#pragma once

#include "core/ir/sdfg.h"
#include "tests/support/execution.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mw::test {

/// Of all symbols of a program (core/inputs/distinct_sizes.h).
std::vector<symbolic::Bindings> sizeSets(const ir::Sdfg& program);
/// Hashed arrays of the program's own shapes: floats between -1 and 1, integers between 0 and 4.
Expected<RunInputs> inputsFor(const ir::Sdfg& program, const symbolic::Bindings& symbols,
                              std::uint64_t seed = 1);

/// Inputs on which two graphs are compared. Every symbol has its own prime number as value, so that
/// no extent is another's and none divides another; where the graph does not run with these (its
/// shapes need equal symbols), all of them are 7.
struct EquivalenceOptions {
    std::uint64_t seed = 1;
    bool compiled = true; ///< on the C++ back end too, where there is a compiler
};

/// Runs both graphs on the same hashed inputs, in the interpreter and as C++, and compares every
/// container that is no temporary of either. nullopt: equal; otherwise the first difference, as a
/// sentence.
std::optional<std::string> difference(const ir::Document& before, const ir::Document& after,
                                      const EquivalenceOptions& options = {});

} // namespace mw::test
