#pragma once

#include "core/history/history.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

namespace mw::viewers {

/// A variant in numbers, for the sizes that the program is run with; nullopt: they leave it open.
struct VariantFigures {
    std::size_t kernels = 0, temporaries = 0;
    std::optional<std::int64_t> bytes = {};          ///< that the kernels must move
    std::optional<std::int64_t> temporaryBytes = {}; ///< of all temporaries

    bool operator==(const VariantFigures&) const = default;
};
/// Of the variants of one history that were counted already.
using FiguresByVariant = std::map<history::VariantId, VariantFigures>;

} // namespace mw::viewers
