#pragma once

#include "core/ir/node.h"

namespace mw::ir {

/// `x` of a scope node's connector `IN_x` or `OUT_x` (`prefix` says which); empty for connectors
/// that nothing passes through.
inline std::string_view passedName(std::string_view connector, std::string_view prefix) {
    return connector.starts_with(prefix) ? connector.substr(prefix.size()) : std::string_view{};
}

/// A connector of a map's entry that brings in a value: a name that ranges and contents may use.
inline bool isDynamicInput(std::string_view connector) {
    return !connector.empty() && !connector.starts_with("IN_");
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
