// Which runner measured what, as a table.
#include "app/workbench/tune/runner_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mw::workbench {

namespace {

using Line = std::array<std::string, 6>;

std::string orDash(const std::string& text) {
    return text.empty() ? "-" : text;
}

} // namespace

std::string toText(const std::vector<RunnerReport>& runners) {
    std::vector<Line> lines = {{"node", "job", "device", "rounds", "forms", ""}};
    for (const RunnerReport& one : runners)
        lines.push_back({orDash(one.node), orDash(one.job), orDash(one.device),
                         fmt::format("{}", one.rounds), fmt::format("{}", one.forms),
                         one.lost.empty() ? "" : "lost: " + one.lost});
    std::array<std::size_t, 5> widths{};
    for (const Line& line : lines)
        for (std::size_t i = 0; i < widths.size(); ++i)
            widths[i] = std::max(widths[i], line[i].size());
    std::string text = "measured by:\n";
    for (const Line& line : lines) {
        std::string row;
        for (std::size_t i = 0; i < widths.size(); ++i) {
            const std::string pad(widths[i] - line[i].size(), ' ');
            row += "  " + (i < 3 ? line[i] + pad : pad + line[i]); // numbers to the right
        }
        row += "  " + line.back();
        text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
}

} // namespace mw::workbench
