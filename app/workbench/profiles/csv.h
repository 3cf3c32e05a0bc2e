#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mw::workbench {

/// Records of comma-separated values as RFC 4180 has them: quoted fields may hold commas, quotes
/// (doubled) and line breaks. Empty lines are left out; spaces around fields too.
std::vector<std::vector<std::string>> parseCsv(std::string_view text);
/// A field as such a file spells it.
std::string csvField(std::string_view text);

} // namespace mw::workbench
