#pragma once

#include <functional>
#include <string_view>

namespace mw {

/// The kind of a JSON file, for the error where another kind was wanted: "a scenario", "a recipe",
/// "an SDFG", "a result of mw bench"; empty for what is none of them.
/// `has`: whether the JSON object has a key at the top.
std::string_view kindOfJson(const std::function<bool(std::string_view key)>& has);
/// The same of bytes that are no text: "a .npz archive", "a .npy array", "a compressed SDFG".
std::string_view kindOfBytes(std::string_view bytes);

} // namespace mw
