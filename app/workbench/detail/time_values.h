#pragma once

#include "app/workbench/detail/json_fields.h"

#include <string>
#include <vector>

// Times in the JSON of other tools.

namespace mw::workbench {

/// "bad-times" at a place (a JSON pointer). `source`: what the file has, "times" or "benchmarks".
Unexpected badTimes(const std::string& source, const std::string& where, const std::string& why);
/// A number that a time can be: finite, not negative.
Expected<double> timeValue(const Json& value, const std::string& source, const std::string& where);
/// The list `key` of them; empty where it is not there, or null.
Expected<std::vector<double>> timeList(const Json& object, const char* key,
                                       const std::string& source, const std::string& where);

} // namespace mw::workbench
