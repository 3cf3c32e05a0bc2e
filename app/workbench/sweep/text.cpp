// A sweep as tables for terminals, and as JSON.
#include "app/workbench/sweep/figures.h"
#include "core/bench/table.h"
#include "core/support/printable.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>

namespace mw::workbench {

namespace {

using Json = nlohmann::ordered_json;

std::string starred(const SweepRow& row, std::size_t point, const Reasons& reasons) {
    return cellText(row.cells[point], reasons) + (row.best() == point ? "*" : "");
}

/// A line per combination; kernels by number, which the lines below explain.
std::string table(const SweepResult& result, const SweepGraph& graph, const Reasons& reasons) {
    std::vector<bench::Row> rows = {{"combination", "program"}};
    for (std::size_t k = 0; k < graph.kernels.size(); ++k)
        rows.front().push_back(fmt::format("[{}]", k + 1));
    for (std::size_t p = 0; p < result.space.points.size(); ++p) {
        rows.push_back(
            {textOf(result.space, result.space.points[p]), starred(graph.program, p, reasons)});
        for (const SweepRow& row : graph.kernels)
            rows.back().push_back(starred(row, p, reasons));
    }
    return bench::aligned(rows);
}

std::string kernelLines(const SweepResult& result, const SweepGraph& graph) {
    std::string text = fmt::format("program: {}\n", bestText(result.space, graph.program));
    for (std::size_t k = 0; k < graph.kernels.size(); ++k) {
        const SweepRow& row = graph.kernels[k];
        text += fmt::format("[{}] {}: {}; {}\n", k + 1, printable(row.name), defaultText(row),
                            bestText(result.space, row));
    }
    return text;
}

Json json(const SweepCell& cell) {
    constexpr std::array kStates = {"left", "measured", "same", "impossible", "differs", "failed"};
    Json json = {{"state", kStates.at(static_cast<std::size_t>(cell.state))}};
    if (!cell.why.empty())
        json["why"] = cell.why;
    if (cell.isMeasured())
        json.update({{"time_us", cell.time},
                     {"ratio", cell.ratio},
                     {"ratio_low", cell.low},
                     {"ratio_high", cell.high}});
    if (!cell.where.empty())
        json["where"] = cell.where;
    return json;
}

Json json(const SweepRow& row) {
    Json cells = Json::array();
    for (const SweepCell& cell : row.cells)
        cells.push_back(json(cell));
    const auto best = row.best();
    return {{"name", row.name},
            {"default_launch", row.launch},
            {"default_us", row.time},
            {"share", row.share},
            {"best", best ? Json(*best) : Json(nullptr)},
            {"cells", cells}};
}

Json json(const SweepGraph& graph) {
    Json kernels = Json::array();
    for (const SweepRow& row : graph.kernels)
        kernels.push_back(json(row));
    return {{"fused", graph.fused},
            {"steps", graph.steps},
            {"default", json(graph.whole)},
            {"program", json(graph.program)},
            {"kernels", kernels}};
}

Json json(const SweepSpace& space) {
    Json params = Json::array(), points = Json::array();
    for (const SweepParam& param : space.params)
        params.push_back({{"name", param.name}, {"values", param.values}});
    for (const SweepPoint& point : space.points)
        points.push_back(point.values);
    return {{"parameters", params}, {"combinations", points}};
}

} // namespace

std::string toText(const SweepResult& result) {
    const Reasons reasons(result);
    std::string text = measuredText(result) + "\n";
    for (const SweepGraph& graph : result.graphs)
        text += "\n" + graphTitle(graph) + "\n\n" + table(result, graph, reasons) + "\n" +
                kernelLines(result, graph);
    text += "\n";
    for (const std::string& sign : signs())
        text += sign + "\n";
    text += "*  the best of those that are faster for certain\n";
    for (std::size_t i = 0; i < reasons.all().size(); ++i)
        text += fmt::format("{}  {}\n", reasons.letter(i), reasons.all()[i]);
    for (const std::string& note : result.notes)
        text += note + "\n";
    return printableLines(text);
}

std::string toJson(const SweepResult& result) {
    Json graphs = Json::array();
    for (const SweepGraph& graph : result.graphs)
        graphs.push_back(json(graph));
    Json all = {{"program", result.program}, {"device", result.device},
                {"date", result.date},       {"target", codegen::name(result.target)},
                {"grid", result.grid},       {"repeats", result.repeats}};
    all.update(json(result.space));
    all["graphs"] = std::move(graphs);
    all["notes"] = result.notes;
    return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace mw::workbench
