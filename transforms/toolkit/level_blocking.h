#pragma once

#include "core/ir/sdfg.h"
#include "core/symbolic/expr.h"
#include "transforms/framework/view.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace mw::transforms {

/// Whether a map works through its levels in blocks, and what it would save.
struct LevelBlocking {
    std::string parameter; ///< that runs over the levels, or over their blocks
    bool blocked = false;
    // Of a map that is not:
    std::set<std::string> same, others; ///< containers that it reads without the level, and with it
    std::int64_t block = 1;             ///< levels of a block, as loop-blocking takes them
    double loads = 0, sectors = 0;      ///< per iteration, that blocks save; sectors of 32 bytes
    std::int64_t bytes = 0;             ///< that they save in one run
};
/// `values`: of symbols of the map's SDFG. nullopt: the map has no levels.
std::optional<LevelBlocking> levelBlocking(const StateView& at, const ir::Node& entry,
                                           const symbolic::Bindings& values);

} // namespace mw::transforms
