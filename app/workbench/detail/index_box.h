#pragma once

#include "core/symbolic/subset.h"

#include <cstdint>
#include <optional>
#include <vector>

// Regions of an array with the sizes of a run.

namespace mw::workbench::detail {

/// First and last index per dimension, inclusive; empty where a last one is below its first.
struct Box {
    std::vector<std::int64_t> low, high;

    void add(const Box& other); ///< becomes the box around both
    std::int64_t elements() const;
    Box overlap(const Box& other) const; ///< of as many dimensions
};

/// Steps are left out. nullopt where a bound has no value.
std::optional<Box> boxOf(const symbolic::Subset& region, const symbolic::Bindings& values);

} // namespace mw::workbench::detail
