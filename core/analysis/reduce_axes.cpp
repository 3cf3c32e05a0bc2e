// Axes of reductions.
#include "core/analysis/reduce_axes.h"

#include <charconv>
#include <string_view>

namespace mw::analysis {

std::optional<std::vector<bool>> reducedDimensions(const ir::LibraryNode& reduce,
                                                   std::size_t rank) {
    const auto found = reduce.properties.find("axes");
    const bool all = found == reduce.properties.end() || found->second == "null";
    std::vector<bool> reduced(rank, all);
    const std::string_view axes = all ? std::string_view() : std::string_view(found->second);
    constexpr std::string_view kBetween = "[](), \"";
    for (const char* at = axes.data(); at < axes.data() + axes.size();) {
        if (kBetween.find(*at) != std::string_view::npos) {
            ++at;
            continue;
        }
        std::int64_t axis = 0;
        const auto [end, error] = std::from_chars(at, axes.data() + axes.size(), axis);
        const auto from = axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis;
        if (error != std::errc() || from < 0 || from >= static_cast<std::int64_t>(rank) ||
            reduced[static_cast<std::size_t>(from)])
            return std::nullopt;
        reduced[static_cast<std::size_t>(from)] = true;
        at = end;
    }
    return reduced;
}

} // namespace mw::analysis
