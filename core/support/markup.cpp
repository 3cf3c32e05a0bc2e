#include "core/support/markup.h"

#include "core/support/printable.h"

namespace mw {

std::string withoutMarkup(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += c;
        }
    }
    return out;
}

std::string markupText(std::string_view text) {
    return withoutMarkup(printable(text));
}

std::string markdownText(std::string_view text, std::string_view also) {
    constexpr std::string_view kMarkup = "\\`*[]<>|&";
    std::string out;
    for (const char c : printable(text)) {
        if (kMarkup.find(c) != std::string_view::npos || also.find(c) != std::string_view::npos)
            out += '\\';
        out += c;
    }
    return out;
}

} // namespace mw
