#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mw::workbench {

struct CsvRecord {
    std::size_t line = 1; ///< of the text, where it begins
    std::vector<std::string> fields;
};
/// Records of comma-separated values as RFC 4180 has them: quoted fields may hold commas, quotes
/// (doubled) and line breaks. Empty lines are left out; spaces around fields too.
std::vector<CsvRecord> parseCsv(std::string_view text, char separator = ',');
/// A field as such a file spells it.
std::string csvField(std::string_view text);

} // namespace mw::workbench
