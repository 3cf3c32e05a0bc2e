// Times that somebody gives a search.
#include "app/workbench/tune/budget.h"

#include <fmt/format.h>

#include <charconv>

namespace mw::workbench {

Expected<double> secondsOf(const std::string& budget) {
    double number = 0;
    const char* end = budget.data() + budget.size();
    const auto read = std::from_chars(budget.data(), end, number);
    const std::string_view unit(read.ptr, static_cast<std::size_t>(end - read.ptr));
    const double scale = unit.empty() || unit == "s" ? 1
                         : unit == "m"               ? 60
                         : unit == "h"               ? 3600
                                                     : 0;
    if (read.ec != std::errc() || scale == 0 || !(number > 0) || number * scale > 1e7)
        return fail("bad-budget",
                    fmt::format("--budget {}: expected a time like 60s or 5m", budget));
    return number * scale;
}

} // namespace mw::workbench
