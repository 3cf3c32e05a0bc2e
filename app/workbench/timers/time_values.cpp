// Reads times out of JSON.
#include "app/workbench/detail/time_values.h"

#include <fmt/format.h>

#include <cmath>

namespace mw::workbench {

Unexpected badTimes(const std::string& source, const std::string& where, const std::string& why) {
    return fail("bad-times", fmt::format("in the {}, {}", source, why), Location{{}, where, {}});
}

Expected<double> timeValue(const Json& value, const std::string& source, const std::string& where) {
    if (!value.is_number() || !std::isfinite(value.get<double>()) || value.get<double>() < 0)
        return badTimes(source, where,
                        fmt::format("{} is {}, which is no time", where, value.dump()));
    return value.get<double>();
}

Expected<std::vector<double>> timeList(const Json& object, const char* key,
                                       const std::string& source, const std::string& where) {
    std::vector<double> values;
    const auto found = object.find(key);
    if (found == object.end() || found->is_null())
        return values;
    const std::string here = where + "/" + key;
    if (!found->is_array())
        return badTimes(source, here, fmt::format("{} is no list", here));
    for (const Json& value : *found) {
        MW_TRY(const double one, timeValue(value, source, here));
        values.push_back(one);
    }
    return values;
}

} // namespace mw::workbench
