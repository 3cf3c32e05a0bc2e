// Text of unknown origin made harmless for terminals and sentences.
#include "core/support/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace mw {

namespace {

struct CodePoint {
    char32_t value = 0;
    std::size_t bytes = 0; ///< 0: not UTF-8
};

/// The character at the beginning of the text; overlong forms and surrogates are no UTF-8.
CodePoint decode(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    if (first < 0x80)
        return {first, 1};
    const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < bytes)
        return {};
    char32_t value = first & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0U) != 0x80)
            return {};
        value = value << 6U | (byte(i) & 0x3FU);
    }
    constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    return value < kLeast.at(bytes) || value > 0x10FFFF || surrogate ? CodePoint{}
                                                                     : CodePoint{value, bytes};
}

struct Span {
    char32_t first, last;
};
/// Control characters, and those that are invisible or change how their neighbours are shown.
constexpr std::array kHidden = {Span{0x00, 0x1F},     Span{0x7F, 0x9F},      Span{0xAD, 0xAD},
                                Span{0x61C, 0x61C},   Span{0x180E, 0x180E},  Span{0x200B, 0x200F},
                                Span{0x2028, 0x202E}, Span{0x2060, 0x206F},  Span{0xFEFF, 0xFEFF},
                                Span{0xFFF9, 0xFFFB}, Span{0xE0000, 0xE007F}};

bool isHidden(char32_t c) {
    return std::any_of(kHidden.begin(), kHidden.end(),
                       [&](const Span& span) { return c >= span.first && c <= span.last; });
}

std::string spelled(char32_t c) {
    if (c == '\n' || c == '\t' || c == '\r')
        return c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\r";
    const auto code = static_cast<std::uint32_t>(c);
    if (code < 0x10000)
        return fmt::format("\\u{:04x}", code);
    return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + ((code - 0x10000) >> 10U),
                       0xDC00 + ((code - 0x10000) & 0x3FFU));
}

std::string converted(std::string_view text, bool lines) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const CodePoint at = decode(text);
        const bool layout = lines && (at.value == '\n' || at.value == '\t');
        if (at.bytes == 0)
            out += "\xEF\xBF\xBD";
        else if (isHidden(at.value) && !layout)
            out += spelled(at.value);
        else
            out += text.substr(0, at.bytes);
        text.remove_prefix(std::max<std::size_t>(at.bytes, 1));
    }
    return out;
}

} // namespace

std::string printable(std::string_view text) {
    return converted(text, false);
}

std::string printableLines(std::string_view text) {
    return converted(text, true);
}

std::string printable(std::string_view text, std::size_t limit) {
    std::string out = printable(text);
    std::size_t characters = 0;
    for (std::size_t at = 0; at < out.size(); ++at) {
        const bool begins = (static_cast<unsigned char>(out[at]) & 0xC0U) != 0x80;
        if (begins && characters++ == limit)
            return out.substr(0, at) + "...";
    }
    return out;
}

} // namespace mw
