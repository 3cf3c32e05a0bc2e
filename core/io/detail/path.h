#pragma once

#include "core/io/detail/json.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace mw::io {

/// Where the reader stands, as a chain on the call stack; text only when an error needs it.
struct Path {
    const Path* parent = nullptr;
    std::string_view key;          ///< member name; empty: `index`
    std::size_t index = 0;         ///< position in a list
    const Json* element = nullptr; ///< set where a person would name the place: a node, a state

    Path operator/(std::string_view member) const { return {this, member}; }
    Path at(std::size_t position) const { return {this, {}, position}; }
    /// This place, which is an element of the document.
    Path as(const Json& json) const { return {parent, key, index, &json}; }

    /// JSON pointer (RFC 6901).
    std::string pointer() const;
    /// The innermost element and the one around it: "edge 12 of state 'main'".
    std::string where() const;
};

} // namespace mw::io
