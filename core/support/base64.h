#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mw {

/// Bytes as text (RFC 4648, padded, on one line).
std::string toBase64(std::string_view bytes);
/// The bytes again; nullopt where the text is not what toBase64() writes.
std::optional<std::string> fromBase64(std::string_view text);

} // namespace mw
