#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mw::exec {

/// A temporary that needs memory between two steps (inclusive).
struct ArenaRequest {
    std::size_t bytes = 0;
    int firstUse = 0, lastUse = 0;
};
struct ArenaLayout {
    std::vector<std::size_t> offsets; ///< per request
    std::size_t bytes = 0;
};
/// Places the requests so that those alive at the same time do not overlap: largest first, each at
/// the lowest offset that is free during its life.
ArenaLayout layOutArena(std::span<const ArenaRequest> requests);

} // namespace mw::exec
