#pragma once

#include <cstddef>

// Where temporaries lie in one block. The runner and every exported library place them by this.

namespace mw::library {

/// Each temporary's memory starts at a multiple of what device allocators give.
constexpr std::size_t kAlignment = 512;

constexpr std::size_t aligned(std::size_t bytes) {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

/// Steps of the plan between which a temporary needs memory, inclusive.
struct Life {
    int first, last;
};

/// Offsets of `count` temporaries so that those alive at the same time do not overlap: largest
/// first, each at the lowest offset that is free during its life. Gives the size of the block.
/// `order`, `placed`: room for `count` numbers each.
inline std::size_t layOut(const std::size_t* bytes, const Life* lives, int count,
                          std::size_t* offsets, int* order, int* placed) {
    for (int i = 0; i < count; ++i) { // stable, falling sizes
        int at = i;
        for (; at > 0 && bytes[order[at - 1]] < bytes[i]; --at)
            order[at] = order[at - 1];
        order[at] = i;
    }
    std::size_t total = 0;
    for (int done = 0; done < count; ++done) {
        const int one = order[done];
        const std::size_t size = aligned(bytes[one]);
        std::size_t offset = 0;
        for (int p = 0; p < done; ++p) { // by offset
            const int other = placed[p];
            if (lives[one].first > lives[other].last || lives[other].first > lives[one].last)
                continue;
            if (offsets[other] >= offset + size)
                break;
            if (offset < offsets[other] + aligned(bytes[other]))
                offset = offsets[other] + aligned(bytes[other]);
        }
        offsets[one] = offset;
        if (total < offset + size)
            total = offset + size;
        int at = done;
        for (; at > 0 && offsets[placed[at - 1]] > offset; --at)
            placed[at] = placed[at - 1];
        placed[at] = one;
    }
    return total;
}

} // namespace mw::library
