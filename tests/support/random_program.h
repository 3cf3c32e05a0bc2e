#pragma once

#include "core/ir/sdfg.h"
#include "core/symbolic/expr.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mw::test {

/// Argument array of a random program, with its sizes evaluated.
struct ProgramArgument {
    std::string name;
    ir::ScalarType type = ir::ScalarType::float64;
    std::vector<std::int64_t> shape;
    std::int64_t tableRows = 0; ///< > 0: a neighbour table, entries -1 up to tableRows - 1
    std::int64_t mostCount = 0; ///< > 0: a count, 0 up to this
};

/// A program that can be executed: every element that anything reads has been written or is given,
/// no two unordered iterations touch the same element (but through conflict resolution), integers
/// do not overflow and nothing divides by zero. So every right back end gives the same results.
struct RandomProgram {
    std::uint64_t seed = 0;
    std::string text; ///< ir::parseDump
    ir::DocumentPtr document;
    symbolic::Bindings symbols;
    std::vector<ProgramArgument> arguments;
    /// Bit for bit the same on all back ends: no function of the C library but exact ones, no
    /// reduction of reals whose order is open.
    bool exact = true;
};

/// Depends on nothing but the seed. Maps of 1 to 3 dimensions, steps and empty ranges, nested maps
/// and SDFGs, gathers through neighbour tables, reductions, conditionals, scans, copies, views,
/// states, branches and loops of the host, symbols and containers of several types, dynamic ranges,
/// unrolled sequential maps, temporaries whose size the program itself computes.
RandomProgram randomProgram(std::uint64_t seed);

} // namespace mw::test
