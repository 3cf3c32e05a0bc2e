// Names, quotes and lists of the compact text form.
#include "core/ir/dump_text.h"

#include <algorithm>

namespace mw::ir {

bool isDumpWordChar(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '$';
}

std::string dumpName(std::string_view name) {
    if (!name.empty() && std::ranges::all_of(name, isDumpWordChar))
        return std::string(name);
    return dumpQuoted(name, '"');
}

std::string dumpQuoted(std::string_view text, char quote) {
    std::string result(1, quote);
    for (const char c : text) {
        if (c == '\n')
            result += "\\n";
        else if (c == '\t')
            result += "\\t";
        else if (c == '\r')
            result += "\\r";
        else if (c == '\\' || c == quote)
            (result += '\\') += c;
        else
            result += c;
    }
    return result += quote;
}

std::string dumpUnquoted(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            result += text[i];
            continue;
        }
        const char c = text[++i];
        result += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
    }
    return result;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n";
    const auto first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::vector<std::string_view> splitDumpList(std::string_view text) {
    std::vector<std::string_view> parts;
    if (trimmed(text).empty())
        return parts;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : ',';
        if (c == '(' || c == '[' || c == '{')
            ++depth;
        else if (c == ')' || c == ']' || c == '}')
            --depth;
        else if (c == ',' && (depth == 0 || i == text.size())) {
            parts.push_back(trimmed(text.substr(begin, i - begin)));
            begin = i + 1;
        }
    }
    return parts;
}

} // namespace mw::ir
