// Keeps numbers that no type of ours holds as the text they were.
#include "core/io/detail/raw_numbers.h"

#include <cctype>
#include <charconv>
#include <cstdint>

namespace mw::io {

namespace {

// A control character: no text of a graph begins with it, and it survives as an escape.
constexpr std::string_view kMark = "\x01number:";
constexpr std::string_view kDumpedMark = "\"\\u0001number:";

bool isTokenChar(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '+' || c == '.';
}

/// Neither a signed nor an unsigned 64-bit integer.
bool isHugeInteger(std::string_view token) {
    const bool negative = token.starts_with('-');
    const std::string_view digits = token.substr(negative ? 1 : 0);
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos ||
        (digits.size() > 1 && digits[0] == '0'))
        return false;
    const char* end = token.data() + token.size();
    std::int64_t small = 0;
    std::uint64_t large = 0;
    return std::from_chars(token.data(), end, small).ec == std::errc::result_out_of_range &&
           (negative ||
            std::from_chars(token.data(), end, large).ec == std::errc::result_out_of_range);
}

bool isRaw(std::string_view token) {
    return token == "NaN" || token == "Infinity" || token == "-Infinity" || isHugeInteger(token);
}

/// Position behind the string that begins at `at`.
std::size_t endOfString(std::string_view json, std::size_t at) {
    for (++at; at < json.size() && json[at] != '"'; ++at)
        at += json[at] == '\\' ? 1 : 0;
    return std::min(at + 1, json.size());
}

} // namespace

std::optional<std::string> markRawNumbers(std::string_view json) {
    std::string marked;
    std::size_t copied = 0;
    for (std::size_t at = 0; at < json.size();) {
        if (json[at] == '"') {
            at = endOfString(json, at);
            continue;
        }
        std::size_t end = at;
        while (end < json.size() && isTokenChar(json[end]))
            ++end;
        const std::string_view token = json.substr(at, end - at);
        if (isRaw(token)) {
            marked += json.substr(copied, at - copied);
            marked += kDumpedMark;
            marked += token;
            marked += '"';
            copied = end;
        }
        at = end == at ? at + 1 : end;
    }
    if (copied == 0)
        return std::nullopt;
    marked += json.substr(copied);
    return marked;
}

std::string_view rawNumber(std::string_view stringValue) {
    return stringValue.starts_with(kMark) ? stringValue.substr(kMark.size()) : std::string_view{};
}

std::string markedNumber(std::string_view number) {
    return std::string(kMark) + std::string(number);
}

void unmarkRawNumbers(std::string& json) {
    std::size_t found = json.find(kDumpedMark);
    if (found == std::string::npos)
        return;
    std::string plain;
    std::size_t copied = 0;
    for (; found != std::string::npos; found = json.find(kDumpedMark, copied)) {
        const std::size_t begin = found + kDumpedMark.size();
        const std::size_t end = json.find('"', begin);
        const std::string_view token = std::string_view(json).substr(begin, end - begin);
        // A text of the file that happens to begin with the mark stays as it is.
        if (end == std::string::npos || !isRaw(token)) {
            plain += json.substr(copied, begin - copied);
            copied = begin;
            continue;
        }
        plain += json.substr(copied, found - copied);
        plain += token;
        copied = end + 1;
    }
    plain += json.substr(copied);
    json = std::move(plain);
}

} // namespace mw::io
