// Compared times as a table and as JSON.
#include "app/workbench/timers/report.h"

#include "core/support/amounts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace mw::workbench {

namespace {

constexpr double kTimerMicroseconds = 1e6;

/// "170.5 (168.0 to 173.1)": us per call.
std::string perCall(const StencilTimes& times) {
    return fmt::format("{:.1f} ({:.1f} to {:.1f})", kTimerMicroseconds * times.typical,
                       kTimerMicroseconds * times.low, kTimerMicroseconds * times.high);
}

std::string pythonText(const StencilTimes& times) {
    if (!times.python)
        return "-";
    return fmt::format("{:.1f} us, {:.1f} %", kTimerMicroseconds * *times.python,
                       100 * times.ofTotal);
}

std::string speedupText(const TimesComparison& c, const StencilRow& row, std::size_t file) {
    if (!row.times.front() || !row.times[file])
        return "-";
    return fmt::format("{:.2f} ({:.2f})", c.speedup(row, file), c.speedupOfFastest(row, file));
}

/// Cells of the table, line by line; the first line is the head.
std::vector<std::vector<std::string>> cells(const TimesComparison& c) {
    std::vector<std::vector<std::string>> lines{{"stencil", "calls"}};
    for (std::size_t file = 0; file < c.files.size(); ++file) {
        lines.front().push_back(c.files[file] + ", us per call");
        if (file > 0)
            lines.front().emplace_back("speed-up");
        lines.front().emplace_back("Python");
    }
    for (const StencilRow& row : c.rows) {
        auto& line = lines.emplace_back();
        line = {row.name, row.times.front() ? std::to_string(row.times.front()->calls) : "-"};
        for (std::size_t file = 0; file < row.times.size(); ++file) {
            const auto& times = row.times[file];
            line.push_back(times ? perCall(*times) : "-");
            if (file > 0)
                line.push_back(speedupText(c, row, file));
            line.push_back(times ? pythonText(*times) : "-");
        }
    }
    return lines;
}

std::string exactTime(double value) {
    return fmt::format("{:.6g}", value);
}

std::vector<std::string> valuesOf(const StencilTimes& times) {
    const std::string typical = exactTime(kTimerMicroseconds * times.typical);
    return {times.isMean ? "" : typical,
            times.isMean ? typical : "",
            exactTime(kTimerMicroseconds * times.fastest),
            exactTime(kTimerMicroseconds * times.low),
            exactTime(kTimerMicroseconds * times.high),
            times.python ? exactTime(kTimerMicroseconds * *times.python) : "",
            times.python ? exactTime(times.ofTotal) : ""};
}

/// The same numbers as in JSON, a column each.
std::vector<std::vector<std::string>> values(const TimesComparison& c) {
    constexpr std::array kOfFile{"median_us", "mean_us",   "fastest_us",  "low_us",
                                 "high_us",   "python_us", "python_share"};
    std::vector<std::vector<std::string>> lines{{"stencil", "calls"}};
    for (std::size_t file = 0; file < c.files.size(); ++file) {
        for (const char* column : kOfFile)
            lines.front().push_back(c.files[file] + " " + column);
        if (file > 0)
            for (const char* column : {"speedup", "speedup_of_fastest"})
                lines.front().push_back(c.files[file] + " " + column);
    }
    for (const StencilRow& row : c.rows) {
        std::vector<std::string> line{
            row.name, row.times.front() ? std::to_string(row.times.front()->calls) : ""};
        for (std::size_t file = 0; file < row.times.size(); ++file) {
            const auto& times = row.times[file];
            const auto some = times ? valuesOf(*times) : std::vector<std::string>(kOfFile.size());
            line.insert(line.end(), some.begin(), some.end());
            if (file == 0)
                continue;
            const bool both = times && row.times.front();
            line.push_back(both ? exactTime(c.speedup(row, file)) : "");
            line.push_back(both ? exactTime(c.speedupOfFastest(row, file)) : "");
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

std::string sumText(const TimesComparison& c, std::size_t file) {
    const auto common = std::ranges::count_if(
        c.rows, [&](const StencilRow& row) { return row.times.front() && row.times[file]; });
    return fmt::format("{} of both, weighted by the calls of {}: {:.4g} s there, {:.4g} s "
                       "in {}: speed-up {:.3f}",
                       counted(common, "stencil"), c.files.front(), c.totalSeconds(0, file),
                       c.totalSeconds(file, file), c.files[file], c.totalSpeedup(file));
}

constexpr std::string_view kTimersLegend =
    "Medians, of an OpenACC timer the mean; the call that compiled is left out. In parentheses: "
    "between which half of the calls lie, of an OpenACC timer all; the speed-up of the fastest "
    "calls. Python: what a whole call takes more than its time on the device.";

nlohmann::ordered_json toJson(const StencilTimes& times) {
    nlohmann::ordered_json json{
        {"calls", times.calls},
        {times.isMean ? "mean_us" : "median_us", kTimerMicroseconds * times.typical},
        {"fastest_us", kTimerMicroseconds * times.fastest},
        {"low_us", kTimerMicroseconds * times.low},
        {"high_us", kTimerMicroseconds * times.high}};
    if (times.whole)
        json["whole_calls"] = true;
    if (times.python) {
        json["python_us"] = kTimerMicroseconds * *times.python;
        json["python_share"] = times.ofTotal;
    }
    return json;
}

std::vector<bench::Bar> bars(const TimesComparison& c) {
    std::vector<bench::Bar> all;
    for (const StencilRow& row : c.rows)
        for (std::size_t file = 0; file < row.times.size(); ++file)
            if (const auto& times = row.times[file])
                all.push_back({fmt::format("{} ({})", row.name, c.files[file]),
                               kTimerMicroseconds * times->typical, kTimerMicroseconds * times->low,
                               kTimerMicroseconds * times->high, file,
                               file > 0 && c.speedup(row, file) > 0
                                   ? fmt::format("{:.2f} times as fast", c.speedup(row, file))
                                   : ""});
    return all;
}

} // namespace

std::string toJson(const TimesComparison& c) {
    nlohmann::ordered_json json{{"files", c.files}};
    json["stencils"] = nlohmann::ordered_json::array();
    for (const StencilRow& row : c.rows) {
        nlohmann::ordered_json entry{{"name", row.name}};
        for (std::size_t file = 0; file < row.times.size(); ++file) {
            auto& one = entry["times"].emplace_back();
            if (!row.times[file])
                continue;
            one = toJson(*row.times[file]);
            if (file > 0 && row.times.front()) {
                one["speedup"] = c.speedup(row, file);
                one["speedup_of_fastest"] = c.speedupOfFastest(row, file);
            }
        }
        json["stencils"].push_back(std::move(entry));
    }
    json["totals"] = nlohmann::ordered_json::array();
    for (std::size_t file = 1; file < c.files.size(); ++file)
        json["totals"].push_back({{"file", c.files[file]},
                                  {"first_seconds", c.totalSeconds(0, file)},
                                  {"seconds", c.totalSeconds(file, file)},
                                  {"speedup", c.totalSpeedup(file)}});
    json["notes"] = c.notes;
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

ComparedTable tableOf(const TimesComparison& c) {
    ComparedTable table;
    table.title = "Times of " + c.files.front() + " and others";
    table.lines = cells(c);
    table.values = values(c);
    table.bars = bars(c);
    for (std::size_t file = 0, column = 2; file < c.files.size(); ++file) {
        table.measured.push_back(column);
        column += file == 0 ? 2 : 3;
    }
    for (std::size_t file = 1; file < c.files.size(); ++file)
        table.sums.push_back(sumText(c, file));
    table.notes = c.notes;
    table.legend = kTimersLegend;
    return table;
}

} // namespace mw::workbench
