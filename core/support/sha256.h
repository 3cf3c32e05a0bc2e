#pragma once

#include <string>
#include <string_view>

namespace mw {

/// SHA-256 (FIPS 180-4) as 64 lower-case hexadecimal digits: for decisions that somebody could want
/// to forge, such as "this code was agreed to"; hash.h has what is merely fast.
std::string sha256(std::string_view bytes);

} // namespace mw
