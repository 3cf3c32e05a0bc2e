#pragma once

#include "core/ir/sdfg.h"
#include "tests/support/execution.h"

#include <cstdint>
#include <set>
#include <string>

namespace mw::test {

/// Several maps in a row for fusing, with everything that makes a fusion wrong when it is not
/// looked at: see the patterns.
struct FusionProgram {
    std::uint64_t seed = 0;
    std::string text; ///< ir::parseDump
    ir::DocumentPtr document;
    RunInputs inputs;
    std::set<std::string> patterns; ///< what is in it
};

/// Depends on nothing but the seed. Every element that is read has been written, unordered
/// iterations touch different elements (but through conflict resolution), and all numbers are
/// multiples of small powers of two: each right way of running it gives the same bits.
FusionProgram fusionProgram(std::uint64_t seed);

} // namespace mw::test
