// Bytes as text and back, for files that are text (RFC 4648).
#include "core/support/base64.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace mw {

namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNoDigit = 64;

constexpr std::array<std::uint8_t, 256> valuesOfDigits() {
    std::array<std::uint8_t, 256> values{};
    values.fill(kNoDigit);
    for (std::size_t i = 0; i < kDigits.size(); ++i)
        values[static_cast<unsigned char>(kDigits[i])] = static_cast<std::uint8_t>(i);
    return values;
}
constexpr auto kValues = valuesOfDigits();

/// Three bytes are four digits.
constexpr std::size_t kBytes = 3;
constexpr std::size_t kGroup = 4;

} // namespace

std::string toBase64(std::string_view bytes) {
    std::string text;
    text.reserve((bytes.size() + kBytes - 1) / kBytes * kGroup);
    for (std::size_t at = 0; at < bytes.size(); at += kBytes) {
        const auto count = std::min(kBytes, bytes.size() - at);
        std::uint32_t group = 0;
        for (std::size_t i = 0; i < kBytes; ++i)
            group = group << 8U | (i < count ? static_cast<unsigned char>(bytes[at + i]) : 0U);
        for (std::size_t i = 0; i < kGroup; ++i)
            text += i <= count ? kDigits[group >> (18U - 6U * i) & 63U] : '=';
    }
    return text;
}

std::optional<std::string> fromBase64(std::string_view text) {
    if (text.size() % kGroup != 0)
        return std::nullopt;
    std::string bytes;
    bytes.reserve(text.size() / kGroup * kBytes);
    for (std::size_t at = 0; at < text.size(); at += kGroup) {
        const auto part = text.substr(at, kGroup);
        const auto digits = std::min(part.find('='), kGroup);
        const bool isLast = at + kGroup == text.size();
        if (digits < 2 || (digits < kGroup && !isLast) ||
            part.substr(digits) != std::string_view("==").substr(0, kGroup - digits))
            return std::nullopt;
        std::uint32_t group = 0;
        for (std::size_t i = 0; i < kGroup; ++i) {
            const auto value = i < digits ? kValues[static_cast<unsigned char>(part[i])] : 0;
            if (value == kNoDigit)
                return std::nullopt;
            group = group << 6U | value;
        }
        for (std::size_t i = 0; i + 1 < digits; ++i)
            bytes += static_cast<char>(group >> (16U - 8U * i) & 255U);
    }
    return bytes;
}

} // namespace mw
