// Lays temporaries out in one block: those that never live at the same time may share memory.
#include "core/exec/runner/arena.h"

#include <algorithm>
#include <numeric>

namespace mw::exec {

namespace {

constexpr std::size_t kAlignment = 512; // what device allocators give

std::size_t aligned(std::size_t bytes) {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

bool aliveTogether(const ArenaRequest& a, const ArenaRequest& b) {
    return a.firstUse <= b.lastUse && b.firstUse <= a.lastUse;
}

} // namespace

ArenaLayout layOutArena(std::span<const ArenaRequest> requests) {
    ArenaLayout layout;
    layout.offsets.resize(requests.size());
    std::vector<std::size_t> order(requests.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return requests[a].bytes > requests[b].bytes;
    });
    std::vector<std::size_t> placed; // sorted by offset
    for (const std::size_t i : order) {
        std::size_t offset = 0;
        for (const std::size_t other : placed) {
            if (!aliveTogether(requests[i], requests[other]))
                continue;
            if (layout.offsets[other] >= offset + aligned(requests[i].bytes))
                break;
            offset = std::max(offset, layout.offsets[other] + aligned(requests[other].bytes));
        }
        layout.offsets[i] = offset;
        layout.bytes = std::max(layout.bytes, offset + aligned(requests[i].bytes));
        placed.insert(std::upper_bound(placed.begin(), placed.end(), i,
                                       [&](std::size_t a, std::size_t b) {
                                           return layout.offsets[a] < layout.offsets[b];
                                       }),
                      i);
    }
    return layout;
}

} // namespace mw::exec
