#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

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

/// Hash of what containers are keyed by: numbers, enumerations, pointers, ids, texts, and pairs,
/// tuples and sequences of these.
struct KeyHash {
    template <class Key>
    std::size_t operator()(const Key& key) const {
        if constexpr (std::is_convertible_v<Key, std::string_view>) {
            return std::hash<std::string_view>()(key);
        } else if constexpr (requires { std::hash<Key>()(key); }) {
            return splitmix64(std::hash<Key>()(key));
        } else if constexpr (requires { std::tuple_size<Key>::value; }) {
            std::uint64_t hash = 0;
            std::apply(
                [&](const auto&... part) { ((hash = hashCombine(hash, (*this)(part))), ...); },
                key);
            return hash;
        } else {
            std::uint64_t hash = std::size(key);
            for (const auto& part : key)
                hash = hashCombine(hash, (*this)(part));
            return hash;
        }
    }
};

/// 16 lower-case hexadecimal digits.
std::string toHex(std::uint64_t value);

} // namespace mw
