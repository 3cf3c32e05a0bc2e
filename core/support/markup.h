#pragma once

#include <string>
#include <string_view>

namespace mw {

/// The text with no character of it being markup of HTML or XML.
std::string withoutMarkup(std::string_view text);
/// printable() text as content of an element or as the value of an attribute.
std::string markupText(std::string_view text);

} // namespace mw
