#pragma once

#include "core/ir/node.h"

#include <optional>
#include <string>
#include <string_view>

// The connectors of scope nodes. What enters an entry or exit at `IN_x` goes on at `OUT_x`; an
// entry's other connectors bring in values that ranges and contents use by name.

namespace mw::ir {

inline constexpr std::string_view kPassIn = "IN_";
inline constexpr std::string_view kPassOut = "OUT_";

inline bool isPassIn(std::string_view connector) {
    return connector.starts_with(kPassIn);
}
inline bool isPassOut(std::string_view connector) {
    return connector.starts_with(kPassOut);
}

/// `x` of `IN_x` and of `OUT_x`; empty for other connectors.
inline std::string_view passedIn(std::string_view connector) {
    return isPassIn(connector) ? connector.substr(kPassIn.size()) : std::string_view{};
}
inline std::string_view passedOut(std::string_view connector) {
    return isPassOut(connector) ? connector.substr(kPassOut.size()) : std::string_view{};
}

/// `IN_x` and `OUT_x`.
inline std::string passIn(std::string_view name) {
    return std::string(kPassIn).append(name);
}
inline std::string passOut(std::string_view name) {
    return std::string(kPassOut).append(name);
}

/// `OUT_x` of the input `IN_x`, `IN_x` of the output `OUT_x`; nullopt for other connectors.
inline std::optional<std::string> partner(std::string_view connector, bool isInput) {
    if (isInput ? !isPassIn(connector) : !isPassOut(connector))
        return std::nullopt;
    return isInput ? passOut(passedIn(connector)) : passIn(passedOut(connector));
}

/// Adds the pair of connectors for `wish`, or `wish_0`, `wish_1`, ...: the first of which neither
/// is in use. The name without prefix.
inline std::string addPassage(Node& scopeNode, const std::string& wish) {
    std::string name = wish;
    for (int i = 0; scopeNode.in.contains(passIn(name)) || scopeNode.out.contains(passOut(name));
         ++i)
        name = wish + "_" + std::to_string(i);
    scopeNode.in[passIn(name)] = {ScalarType::none, {}};
    scopeNode.out[passOut(name)] = {ScalarType::none, {}};
    return name;
}

/// A connector of a map's entry that brings in a value: a name that ranges and contents may use.
inline bool isDynamicInput(std::string_view connector) {
    return !connector.empty() && !isPassIn(connector);
}

/// Names that exist inside the scope only and are no parameters.
inline std::vector<std::string> dynamicInputs(const Node& entry) {
    std::vector<std::string> names;
    for (const auto& [name, type] : entry.in)
        if (isDynamicInput(name))
            names.push_back(name);
    return names;
}

} // namespace mw::ir
