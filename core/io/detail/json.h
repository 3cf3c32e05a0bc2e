#pragma once

#include "core/io/sdfg_io.h"
#include "core/support/expected.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

// Private to core/io: the only place where JSON types are visible.
namespace mw::io {

/// Keeps the order of keys, so that a file that did not change comes back byte for byte.
using Json = nlohmann::ordered_json;

/// Value of `key`, nullptr when absent or `object` is no object.
inline const Json* find(const Json& object, const char* key) {
    if (!object.is_object())
        return nullptr;
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}
inline Json* find(Json& object, const char* key) {
    if (!object.is_object())
        return nullptr;
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

/// Parses JSON text. The nesting is bounded before anything recursive sees it; errors say the line
/// and column. Of a key that occurs twice in one object the last value counts. NaN, Infinity and
/// integers beyond 64 bits become marked strings (raw_numbers.h).
Expected<Json> parseJson(std::string_view text, int maxDepth);

/// "a list", "a number", ... for sentences.
std::string_view describeType(const Json& value);

} // namespace mw::io
