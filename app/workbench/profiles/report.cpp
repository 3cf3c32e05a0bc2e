// Matched kernels as a table and as JSON.
#include "app/workbench/profiles/report.h"

#include "core/support/amounts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace mw::workbench {

namespace {

using Lines = std::vector<std::vector<std::string>>;

constexpr double kMicroseconds = 1e6;
constexpr std::string_view kProfilesLegend =
    "In parentheses: between which half of the launches lie, of a summary all. Known by: 'order' = "
    "whole calls, grid by grid; 'name' = of several that fit, the one with the map's name; 'grid' "
    "= "
    "the only one that fits.";

std::string text(const std::array<std::int64_t, 3>& extents) {
    return fmt::format("{} x {} x {}", extents[0], extents[1], extents[2]);
}

std::string perLaunch(const KernelTimes& times) {
    return fmt::format("{:.2f} ({:.2f} to {:.2f})", kMicroseconds * times.median,
                       kMicroseconds * times.low, kMicroseconds * times.high);
}

/// Generated names with their arguments are longer than lines.
std::string shortName(const std::string& name) {
    constexpr std::size_t kLongest = 48;
    const std::string head = name.substr(0, name.find('('));
    return head.size() <= kLongest ? head : head.substr(0, kLongest) + "...";
}

Lines cells(const ProfileComparison& c) {
    Lines lines{{"kernel", "iterations", "launches"}};
    for (std::size_t file = 0; file < c.files.size(); ++file) {
        lines.front().push_back("in " + c.files[file]);
        lines.front().emplace_back("known by");
        lines.front().emplace_back("us per launch");
        if (file > 0)
            lines.front().emplace_back("speed-up");
    }
    for (const ProfileRow& row : c.rows) {
        auto& line = lines.emplace_back();
        line = {row.kernel.name, text(row.kernel.extents), std::to_string(row.kernel.launches)};
        for (std::size_t file = 0; file < row.matches.size(); ++file) {
            const auto& match = row.matches[file];
            line.push_back(match ? shortName(match->foreign) : "-");
            line.emplace_back(match ? name(match->evidence) : "-");
            line.push_back(match ? perLaunch(match->times) : "-");
            if (file > 0)
                line.push_back(
                    c.speedup(row, file) > 0 ? fmt::format("{:.2f}", c.speedup(row, file)) : "-");
        }
    }
    return lines;
}

std::string exact(double value) {
    return fmt::format("{:.6g}", value);
}

Lines values(const ProfileComparison& c) {
    Lines lines{{"kernel", "label", "x", "y", "z", "launches"}};
    for (std::size_t file = 0; file < c.files.size(); ++file) {
        for (const char* column :
             {"kernel", "known_by", "launches", "median_us", "low_us", "high_us"})
            lines.front().push_back(c.files[file] + " " + column);
        if (file > 0)
            lines.front().push_back(c.files[file] + " speedup");
    }
    for (const ProfileRow& row : c.rows) {
        auto& line = lines.emplace_back();
        line = {row.kernel.name, row.kernel.label};
        for (const std::int64_t extent : row.kernel.extents)
            line.push_back(std::to_string(extent));
        line.push_back(std::to_string(row.kernel.launches));
        for (std::size_t file = 0; file < row.matches.size(); ++file) {
            if (const auto& match = row.matches[file]) {
                line.push_back(match->foreign);
                line.emplace_back(name(match->evidence));
                line.push_back(std::to_string(match->times.launches));
                for (const double time : {match->times.median, match->times.low, match->times.high})
                    line.push_back(exact(kMicroseconds * time));
            } else {
                line.resize(line.size() + 6);
            }
            if (file > 0)
                line.push_back(c.speedup(row, file) > 0 ? exact(c.speedup(row, file)) : "");
        }
    }
    return lines;
}

std::string fileText(const ProfileComparison& c, std::size_t file) {
    return fmt::format("{} ({}): {}", c.files[file], c.tools[file],
                       c.calls[file] ? counted(*c.calls[file], "whole call") + " of " + c.program
                                     : "no whole calls of " + c.program);
}

std::string sumText(const ProfileComparison& c, std::size_t file) {
    return fmt::format(
        "{} of {} in both, all launches of a call: {:.1f} us in {}, {:.1f} us in {}: "
        "speed-up {:.3f}",
        c.common(file), counted(c.rows.size(), "kernel"), kMicroseconds * c.totalSeconds(0, file),
        c.files.front(), kMicroseconds * c.totalSeconds(file, file), c.files[file],
        c.totalSpeedup(file));
}

std::vector<bench::Bar> bars(const ProfileComparison& c) {
    std::vector<bench::Bar> all;
    for (const ProfileRow& row : c.rows)
        for (std::size_t file = 0; file < row.matches.size(); ++file)
            if (const auto& match = row.matches[file])
                all.push_back({fmt::format("{} ({})", row.kernel.name, c.files[file]),
                               kMicroseconds * match->times.median,
                               kMicroseconds * match->times.low, kMicroseconds * match->times.high,
                               file,
                               file > 0 && c.speedup(row, file) > 0
                                   ? fmt::format("{:.2f} times as fast", c.speedup(row, file))
                                   : ""});
    return all;
}

nlohmann::ordered_json toJson(const MatchedKernel& match) {
    return {{"kernel", match.foreign},
            {"known_by", name(match.evidence)},
            {"launches", match.times.launches},
            {"median_us", kMicroseconds * match.times.median},
            {"low_us", kMicroseconds * match.times.low},
            {"high_us", kMicroseconds * match.times.high}};
}

} // namespace

ComparedTable tableOf(const ProfileComparison& c) {
    ComparedTable table;
    table.title = "Kernels of " + c.program;
    table.lines = cells(c);
    table.values = values(c);
    table.bars = bars(c);
    for (std::size_t file = 0, column = 5; file < c.files.size(); ++file) {
        table.measured.push_back(column);
        column += file == 0 ? 3 : 4;
    }
    for (std::size_t file = 0; file < c.files.size(); ++file)
        table.sums.push_back(fileText(c, file));
    for (std::size_t file = 1; file < c.files.size(); ++file)
        table.sums.push_back(sumText(c, file));
    table.notes = c.notes;
    table.legend = kProfilesLegend;
    return table;
}

std::string toJson(const ProfileComparison& c) {
    nlohmann::ordered_json json{{"program", c.program}};
    for (std::size_t file = 0; file < c.files.size(); ++file) {
        auto& entry = json["files"].emplace_back(
            nlohmann::ordered_json{{"name", c.files[file]}, {"tool", c.tools[file]}});
        if (c.calls[file])
            entry["calls"] = *c.calls[file];
    }
    json["kernels"] = nlohmann::ordered_json::array();
    for (const ProfileRow& row : c.rows) {
        nlohmann::ordered_json entry{{"name", row.kernel.name},
                                     {"label", row.kernel.label},
                                     {"iterations", row.kernel.extents},
                                     {"launches", row.kernel.launches}};
        for (std::size_t file = 0; file < row.matches.size(); ++file) {
            auto& one = entry["matches"].emplace_back();
            if (!row.matches[file])
                continue;
            one = toJson(*row.matches[file]);
            if (file > 0 && c.speedup(row, file) > 0)
                one["speedup"] = c.speedup(row, file);
        }
        json["kernels"].push_back(std::move(entry));
    }
    json["totals"] = nlohmann::ordered_json::array();
    for (std::size_t file = 1; file < c.files.size(); ++file)
        json["totals"].push_back({{"file", c.files[file]},
                                  {"kernels", c.common(file)},
                                  {"first_seconds", c.totalSeconds(0, file)},
                                  {"seconds", c.totalSeconds(file, file)},
                                  {"speedup", c.totalSpeedup(file)}});
    json["notes"] = c.notes;
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

} // namespace mw::workbench
