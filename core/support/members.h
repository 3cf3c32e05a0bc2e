#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mw {

/// For files that people write: a member that nothing reads is a misspelt one, whose value would be
/// replaced by a default without a word. The sentence for the first of `members`, the names in an
/// object, that is none of `known`; nullopt where all are. `what` has them, in words: "a grid".
/// "$schema", with which editors find the schema of a file, and "comment" are always known.
std::optional<std::string> unknownMember(std::string_view what,
                                         const std::vector<std::string>& members,
                                         std::span<const std::string_view> known);

/// The names in a JSON object of nlohmann_json, in its order.
template <class Json>
std::vector<std::string> membersOf(const Json& object) {
    std::vector<std::string> names;
    for (const auto& [name, value] : object.items())
        names.push_back(name);
    return names;
}

} // namespace mw
