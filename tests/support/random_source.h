#pragma once

#include "core/support/hash.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mw::test {

/// Numbers that depend on the seed alone: the same on every machine.
class RandomSource {
public:
    explicit RandomSource(std::uint64_t seed) : state_(splitmix64(seed)) {}

    int below(int count) {
        state_ = splitmix64(state_);
        return static_cast<int>((state_ >> 33U) % static_cast<std::uint64_t>(count));
    }
    bool chance(int percent) { return below(100) < percent; }
    template <class T>
    const T& of(const std::vector<T>& choices) {
        return choices[static_cast<std::size_t>(below(static_cast<int>(choices.size())))];
    }

private:
    std::uint64_t state_;
};

} // namespace mw::test
