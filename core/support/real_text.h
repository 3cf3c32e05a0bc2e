#pragma once

namespace mw {

/// std::strtod with a decimal point, whatever the user's language puts there: a window's toolkit
/// sets the process to it, and files and programs are the same in every language.
double realFromText(const char* text, char** end = nullptr);

} // namespace mw
