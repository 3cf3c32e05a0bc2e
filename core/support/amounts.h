#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

// Amounts as sentences have them.

namespace mw {

/// Bytes: 1234567 as "1.23 MB".
std::string sizeText(std::int64_t bytes);

/// "copies" of "copy".
std::string plural(std::string_view noun);

/// "1 kernel is", "2 kernels are".
template <std::integral Number>
std::string counted(Number number, std::string_view one, std::string_view many) {
    return std::to_string(number) + ' ' + std::string(number == 1 ? one : many);
}
/// "1 kernel", "2 kernels".
template <std::integral Number>
std::string counted(Number number, std::string_view noun) {
    return counted(number, noun, plural(noun));
}

} // namespace mw
