#pragma once

#include "core/codegen/codegen.h"
#include "core/support/expected.h"

#include <cstddef>
#include <set>
#include <string>
#include <vector>

// What a sweep goes through: all combinations of the values of some parameters.

namespace mw::workbench {

/// As it was given, "block=128,64x2".
struct SweepParam {
    std::string name;
    std::vector<std::string> values;
};

/// One value of each parameter but `fuse`, which is of the graph.
struct SweepPoint {
    std::vector<std::string> values; ///< by parameter
    codegen::KernelChoice choice;
    std::set<std::string, std::less<>> without; ///< passes that are left out
};

struct SweepSpace {
    std::vector<SweepParam> params;   ///< without `fuse`
    std::vector<SweepPoint> points;   ///< the last parameter's value changes first; never empty
    std::vector<bool> fuse = {false}; ///< graphs: as it is, fused
};

constexpr std::size_t kMostPoints = 400;

/// Parameters are launch choices (block, levels, group, ahead, min-blocks, registers, unroll,
/// streaming on a GPU; shared-loops, vectors on the CPU; `default` leaves it to the rules), `fuse`,
/// and passes that can be left out by their names, with `on` and `off`. "bad-sweep": one sentence
/// that says which parameter or value is wrong and what there is.
Expected<SweepSpace> parseSweep(const std::vector<std::string>& params, codegen::Target target);

/// The values of a point with the names of their parameters: "levels=20 streaming=none".
std::string textOf(const SweepSpace& space, const SweepPoint& point);

} // namespace mw::workbench
