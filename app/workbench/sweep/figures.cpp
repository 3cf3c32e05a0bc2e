// Words of a sweep's reports.
#include "app/workbench/sweep/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mw::workbench {

namespace {

using State = SweepCell::State;

bool hasReason(const SweepCell& cell) {
    return cell.state == State::impossible || cell.state == State::differs ||
           cell.state == State::failed;
}

std::string reasonOf(const SweepCell& cell) {
    return cell.state == State::differs  ? "other results: " + cell.why
           : cell.state == State::failed ? "failed: " + cell.why
                                         : "not possible: " + cell.why;
}

} // namespace

Reasons::Reasons(const SweepResult& result) {
    const auto add = [&](const SweepCell& cell) {
        if (hasReason(cell) && std::ranges::find(all_, reasonOf(cell)) == all_.end())
            all_.push_back(reasonOf(cell));
    };
    for (const SweepGraph& graph : result.graphs) {
        std::ranges::for_each(graph.program.cells, add);
        for (const SweepRow& row : graph.kernels)
            std::ranges::for_each(row.cells, add);
    }
}

std::string Reasons::letter(std::size_t number) const {
    std::string text(1, static_cast<char>('a' + number % 26));
    return number < 26 ? text : letter(number / 26 - 1) + text;
}

std::string Reasons::letter(const SweepCell& cell) const {
    const auto found = std::ranges::find(all_, reasonOf(cell));
    return letter(static_cast<std::size_t>(found - all_.begin()));
}

double heatOf(double ratio) {
    const double x = std::min(1.0, std::abs(std::log(ratio)) / std::log(kFullHeat));
    return std::pow(x, 0.6);
}

std::string cellText(const SweepCell& cell, const Reasons& reasons) {
    if (hasReason(cell))
        return (cell.state == State::impossible ? "" : "! ") + reasons.letter(cell);
    if (cell.isMeasured())
        return fmt::format("{}{:.3f}", cell.isUncertain() ? "~" : "", cell.ratio);
    return cell.state == State::same ? "=" : "";
}

std::string cellWords(const SweepCell& cell) {
    if (hasReason(cell))
        return reasonOf(cell);
    if (cell.isMeasured())
        return fmt::format("{:.3f} ({:.3f} to {:.3f}), {:.2f} us", cell.ratio, cell.low, cell.high,
                           cell.time);
    return cell.state == State::same ? "as by default" : "not measured: the budget ended before";
}

std::string graphTitle(const SweepGraph& graph) {
    if (!graph.fused)
        return fmt::format("as it is: {:.2f} us", graph.whole.time);
    if (!graph.whole.isMeasured())
        return "fused: " + cellWords(graph.whole);
    return fmt::format("fused: {:.2f} us, {:.3f} ({:.3f} to {:.3f}) of the program as it is",
                       graph.whole.time, graph.whole.ratio, graph.whole.low, graph.whole.high);
}

std::string timeText(const SweepRow& row) {
    return row.launch.empty()
               ? fmt::format("{:.2f} us", row.time)
               : fmt::format("{:.2f} us, {:.0f} % of the kernels", row.time, 100 * row.share);
}

std::string defaultText(const SweepRow& row) {
    return row.launch.empty() ? timeText(row) : timeText(row) + ", " + row.launch;
}

std::string bestText(const SweepSpace& space, const SweepRow& row) {
    if (const auto best = row.best())
        return fmt::format("best {}: {}", textOf(space, space.points[*best]),
                           cellWords(row.cells[*best]));
    const bool any = std::ranges::any_of(row.cells, &SweepCell::isMeasured);
    return any ? "nothing is faster than the default for certain" : "nothing to choose";
}

std::vector<std::string> signs() {
    return {"A figure is the time relative to the default: of a kernel to itself in the same "
            "graph, of the program to the graph as it is.",
            "~  the 95 % interval of the ratio includes 1", "=  what is launched is the default",
            "!  wrong or failed"};
}

std::string measuredText(const SweepResult& result) {
    return fmt::format("{} on {}, {}, {} repeats in turn with the default, {}", result.program,
                       result.device, result.grid, result.repeats, result.date);
}

} // namespace mw::workbench
