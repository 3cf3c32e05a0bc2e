#pragma once

#include <string>
#include <string_view>

namespace mw {

/// The text with no character of it being markup of HTML or XML.
std::string withoutMarkup(std::string_view text);
/// printable() text as content of an element or as the value of an attribute.
std::string markupText(std::string_view text);
/// printable() text with the marks of Markdown escaped, and the characters of `also`: some readers
/// take an underscore for one even inside of a word.
std::string markdownText(std::string_view text, std::string_view also = {});

} // namespace mw
