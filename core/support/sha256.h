#pragma once

#include <string>
#include <string_view>

namespace mw {

/// SHA-256 (FIPS 180-4) as 64 lower-case hexadecimal digits: where an attacker would gain by equal
/// hashes, as in "this code was agreed to". Elsewhere the hashes of hash.h are enough, and faster.
std::string sha256(std::string_view bytes);

} // namespace mw
