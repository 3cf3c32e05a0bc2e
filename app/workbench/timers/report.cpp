// Compared times as text, JSON and HTML.
#include "app/workbench/timers/report.h"

#include "core/bench/bar_chart.h"
#include "core/support/markup.h"
#include "core/support/printable.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace mw::workbench {

namespace {

constexpr double kMicroseconds = 1e6;

/// "170.5 (168.0 to 173.1)": us per call.
std::string perCall(const StencilTimes& times) {
    return fmt::format("{:.1f} ({:.1f} to {:.1f})", kMicroseconds * times.mean,
                       kMicroseconds * times.low, kMicroseconds * times.high);
}

std::string pythonText(const StencilTimes& times) {
    if (!times.python)
        return "-";
    return fmt::format("{:.1f} us, {:.1f} %", kMicroseconds * *times.python, 100 * times.ofTotal);
}

std::string speedupText(const TimesComparison& c, const StencilRow& row, std::size_t file) {
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
                line.push_back(times ? speedupText(c, row, file) : "-");
            line.push_back(times ? pythonText(*times) : "-");
        }
    }
    return lines;
}

std::string sumText(const TimesComparison& c, std::size_t file) {
    const auto common = std::ranges::count_if(
        c.rows, [&](const StencilRow& row) { return row.times.front() && row.times[file]; });
    return fmt::format("{} stencils of both, weighted by the calls of {}: {:.4g} s there, {:.4g} s "
                       "in {}: speed-up {:.3f}",
                       common, c.files.front(), c.totalSeconds(0, file), c.totalSeconds(file, file),
                       c.files[file], c.totalSpeedup(file));
}

constexpr std::string_view kLegend =
    "In parentheses: between which half of the calls lie, of an OpenACC timer all; the speed-up of "
    "the fastest calls. Python: what a whole call takes more than its time on the device.";

nlohmann::ordered_json toJson(const StencilTimes& times) {
    nlohmann::ordered_json json{{"calls", times.calls},
                                {"mean_us", kMicroseconds * times.mean},
                                {"fastest_us", kMicroseconds * times.fastest},
                                {"low_us", kMicroseconds * times.low},
                                {"high_us", kMicroseconds * times.high}};
    if (times.python) {
        json["python_us"] = kMicroseconds * *times.python;
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
                               kMicroseconds * times->mean, kMicroseconds * times->low,
                               kMicroseconds * times->high, file,
                               file > 0 && c.speedup(row, file) > 0
                                   ? fmt::format("{:.2f} times as fast", c.speedup(row, file))
                                   : ""});
    return all;
}

} // namespace

std::string toText(const TimesComparison& c) {
    const auto lines = cells(c);
    std::vector<std::size_t> widths(lines.front().size(), 0);
    for (const auto& line : lines)
        for (std::size_t i = 0; i < line.size(); ++i)
            widths[i] = std::max(widths[i], printable(line[i]).size());
    std::string text;
    for (const auto& line : lines) {
        for (std::size_t i = 0; i < line.size(); ++i)
            text += i == 0 ? fmt::format("{:<{}}", printable(line[i]), widths[i])
                           : fmt::format("  {:>{}}", printable(line[i]), widths[i]);
        text += "\n";
    }
    text += "\n";
    for (std::size_t file = 1; file < c.files.size(); ++file)
        text += printable(sumText(c, file)) + "\n";
    text += fmt::format("{}\n", kLegend);
    for (const std::string& note : c.notes)
        text += printable(note) + "\n";
    return text;
}

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

std::string toHtml(const TimesComparison& c) {
    std::string html = bench::htmlHead("Times of " + c.files.front() + " and others");
    for (std::size_t file = 1; file < c.files.size(); ++file)
        html += fmt::format("<p>{}</p>\n", markupText(sumText(c, file)));
    html += bench::barChart(bars(c)) + "<table>";
    const auto lines = cells(c);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        html += "<tr>";
        for (const std::string& cell : lines[i])
            html += fmt::format("<{0}>{1}</{0}>", i == 0 ? "th" : "td", markupText(cell));
        html += "</tr>\n";
    }
    html += fmt::format("</table>\n<p>{}</p>\n<ul>\n", kLegend);
    for (const std::string& note : c.notes)
        html += fmt::format("<li>{}</li>\n", markupText(note));
    return html + "</ul>\n</body></html>\n";
}

} // namespace mw::workbench
