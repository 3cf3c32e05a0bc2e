#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace mw {

/// FNV-1a over bytes, 64 bit, with the usual offset basis and prime. Stable for ever: input
/// generation and caches depend on it.
constexpr std::uint64_t fnv1a64(std::string_view bytes,
                                std::uint64_t state = 0xcbf29ce484222325ULL) {
    for (const char c : bytes)
        state = (state ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return state;
}

/// Finaliser of splitmix64 (Steele, Lea, Flood 2014): spreads every input bit over the result.
constexpr std::uint64_t splitmix64(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31U);
}

/// Order-dependent combination of two hashes.
constexpr std::uint64_t hashCombine(std::uint64_t seed, std::uint64_t value) {
    return splitmix64(std::rotl(seed, 23) ^ value);
}

/// 16 lower-case hexadecimal digits.
std::string toHex(std::uint64_t value);

} // namespace mw
