// Misspelt members of files that people write.
#include "core/support/members.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mw {

std::optional<std::string> unknownMember(std::string_view what,
                                         const std::vector<std::string>& members,
                                         std::span<const std::string_view> known) {
    const auto unknown = std::ranges::find_if(members, [&](const std::string& name) {
        return name != "$schema" && name != "comment" &&
               std::ranges::find(known, name) == known.end();
    });
    if (unknown == members.end())
        return std::nullopt;
    return fmt::format("{} has no \"{}\"; there are: {}", what, *unknown, fmt::join(known, ", "));
}

} // namespace mw
