#pragma once

#include <cstddef>

namespace mw {

/// A place in a list, of which it is known that it is not negative.
constexpr std::size_t asIndex(int i) {
    return static_cast<std::size_t>(i);
}

} // namespace mw
