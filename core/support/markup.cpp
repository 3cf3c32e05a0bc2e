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

} // namespace mw
