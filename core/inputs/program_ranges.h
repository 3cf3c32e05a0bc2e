#pragma once

#include "core/ir/sdfg.h"
#include "core/symbolic/subset.h"

#include <optional>
#include <string>
#include <vector>

namespace mw::inputs {

/// The range of one parameter of a map, or of a loop, over symbols of the program.
struct ProgramRange {
    std::string map, parameter; ///< label of the map or loop
    symbolic::Range range;
    std::size_t scope = 0; ///< place of the map or loop among the scopes
};
struct ProgramScope {
    std::optional<std::size_t> outer; ///< the map or loop around it
    bool computes = false;            ///< has code of its own, not only further scopes
};
/// All maps and loops, those of nested SDFGs included, each after those around it. Parameters of
/// maps around stand in the ranges by name.
struct ProgramRanges {
    std::vector<ProgramRange> ranges;
    std::vector<ProgramScope> scopes;
};
ProgramRanges programRanges(const ir::Sdfg& program);

/// How many ranges have no element with these values; those that depend on parameters do not count.
int emptyRanges(const ProgramRanges& program, const symbolic::Bindings& symbols);
/// The range that keeps the program from computing anything; null where some map or loop computes.
const ProgramRange* nothingRuns(const ProgramRanges& program, const symbolic::Bindings& symbols);

/// Symbols of the program that code or control flow compares with a parameter, and that parameter.
std::vector<std::pair<std::string, std::string>> comparedWithParameter(const ir::Sdfg& program);

} // namespace mw::inputs
