#pragma once

#include "core/ir/sdfg.h"

#include <cstdint>
#include <string>

namespace mw::test {

struct RandomSdfgOptions {
    int maxMaps = 5;           ///< per state, besides the one that writes its output; at least 1
    int maxRank = 3;           ///< dimensions of maps and arrays, 1 to 3
    int maxStates = 2;         ///< in a row
    bool nestedSdfgs = true;   ///< some maps compute in a nested SDFG instead of a tasklet
    bool offsetReads = true;   ///< some reads are one element further: out[i] from x[i + 1]
    bool broadcasts = true;    ///< some reads are of element 0 in one dimension
    bool scalarSymbols = true; ///< some tasklets use the program's symbol `alpha`
};

/// A valid small program that depends on nothing but the seed: the same on every machine.
///
/// Arguments: float64 arrays a and b (read, extents + 4) and out0, out1, ... (one per state,
/// written in full, of the plain extents); symbols N, M, L (int32, 1 or more: the extents by
/// dimension; only as many as the rank) and alpha (float64). In between: transient arrays, each
/// written in full by one map, and scalars. Every read stays inside its container.
ir::DocumentPtr randomSdfg(std::uint64_t seed, const RandomSdfgOptions& options = {});

/// The same as text (ir::parseDump), for messages of failing tests.
std::string randomSdfgText(std::uint64_t seed, const RandomSdfgOptions& options = {});

} // namespace mw::test
