// Amounts as sentences have them.
#include "core/support/amounts.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace mw {

std::string sizeText(std::int64_t bytes) {
    constexpr std::array<const char*, 4> kUnits{"B", "kB", "MB", "GB"};
    auto value = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; std::abs(value) >= 1000 && unit + 1 < kUnits.size(); ++unit)
        value /= 1000;
    return unit == 0 ? fmt::format("{} B", bytes)
                     : fmt::format("{:.3g} {}", value, kUnits.at(unit));
}

std::string plural(std::string_view noun) {
    const bool consonantAndY =
        noun.size() > 1 && noun.back() == 'y' &&
        std::string_view("aeiou").find(noun[noun.size() - 2]) == std::string_view::npos;
    return consonantAndY ? std::string(noun.substr(0, noun.size() - 1)) + "ies"
                         : std::string(noun) + "s";
}

} // namespace mw
