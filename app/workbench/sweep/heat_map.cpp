// A sweep as a heat map in SVG: rows are kernels, columns combinations.
#include "app/workbench/sweep/figures.h"
#include "core/support/markup.h"
#include "core/support/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace mw::workbench {

namespace {

constexpr int kMargin = 16, kCell = 60, kCellHeight = 46, kHead = 20, kTitle = 34, kLine = 17;
/// Widths of letters of 12 and 10 pixels, on the wide side.
constexpr double kLetter = 7.2, kSmallLetter = 5.8;
constexpr int kLeastLabel = 200, kMostLabel = 430, kLeastWidth = 760;
using Colour = std::array<int, 3>;
constexpr Colour kFaster = {33, 102, 172}, kSlower = {179, 88, 6};

std::string colourOf(double ratio, double strength) {
    const Colour& full = ratio < 1 ? kFaster : kSlower;
    const auto part = [&](int c) {
        return static_cast<int>(std::lround(255 + (c - 255) * strength));
    };
    return fmt::format("#{:02x}{:02x}{:02x}", part(full[0]), part(full[1]), part(full[2]));
}

/// The end of a kernel's name says what it writes.
std::string shortName(const std::string& name, std::size_t letters) {
    if (name.size() <= letters)
        return name;
    const std::size_t begin = letters / 3;
    return name.substr(0, begin) + "..." + name.substr(name.size() - (letters - 3 - begin));
}

class HeatMap {
public:
    explicit HeatMap(const SweepResult& result)
        : result_(result), reasons_(result), label_(labelWidth(result)),
          width_(std::max(kLeastWidth, label_ + 2 * kMargin + kCell * columns())) {}

    std::string svg() {
        y_ = kMargin;
        line(measuredText(result_), "font-weight=\"bold\"");
        for (const SweepGraph& graph : result_.graphs)
            addGraph(graph);
        addLegend();
        return fmt::format(
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
                   "viewBox=\"0 0 {0} {1}\" font-family=\"system-ui, sans-serif\" "
                   "font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
                   width_, y_ + kMargin) +
               body_ + "</svg>\n";
    }

private:
    int columns() const { return static_cast<int>(result_.space.points.size()); }
    int x(std::size_t column) const { return kMargin + label_ + static_cast<int>(column) * kCell; }

    static int labelWidth(const SweepResult& result) {
        double width = 0;
        for (const SweepGraph& graph : result.graphs)
            for (const SweepRow& row : graph.kernels)
                width = std::max({width, static_cast<double>(row.name.size()) * kLetter,
                                  static_cast<double>(row.launch.size()) * kSmallLetter});
        return std::clamp(static_cast<int>(width) + 20, kLeastLabel, kMostLabel);
    }

    void text(int x, int y, const std::string& what, const std::string& attributes = "") {
        body_ += fmt::format("<text x=\"{}\" y=\"{}\"{}{}>{}</text>\n", x, y,
                             attributes.empty() ? "" : " ", attributes, markupText(what));
    }

    /// As many lines as it takes.
    void line(const std::string& what, const std::string& attributes = "") {
        const auto most = static_cast<std::size_t>((width_ - 2 * kMargin) / kLetter);
        std::string rest = printable(what);
        while (!rest.empty()) {
            auto end = rest.size() <= most ? rest.size() : rest.rfind(' ', most);
            if (end == std::string::npos || end == 0)
                end = std::min(most, rest.size());
            y_ += kLine;
            text(kMargin, y_ - 4, rest.substr(0, end), attributes);
            rest.erase(0, end + (end < rest.size() && rest[end] == ' ' ? 1 : 0));
        }
    }

    void addGraph(const SweepGraph& graph) {
        y_ += kTitle - kLine;
        line(graphTitle(graph), "font-weight=\"bold\"");
        addHead();
        addRow(graph.program, graph, "font-weight=\"bold\"");
        for (const SweepRow& row : graph.kernels)
            addRow(row, graph);
    }

    /// A line per parameter; equal values side by side are written once.
    void addHead() {
        const auto& [params, points, fuse] = result_.space;
        for (std::size_t p = 0; p < params.size(); ++p) {
            y_ += kHead;
            text(kMargin + label_ - 8, y_ - 6, params[p].name, "text-anchor=\"end\" fill=\"#555\"");
            for (std::size_t begin = 0; begin < points.size();) {
                std::size_t end = begin + 1;
                while (end < points.size() && sameUpTo(p, begin, end))
                    ++end;
                text((x(begin) + x(end)) / 2, y_ - 6, points[begin].values[p],
                     "text-anchor=\"middle\"");
                body_ += fmt::format("<line x1=\"{}\" x2=\"{}\" y1=\"{}\" y2=\"{}\" "
                                     "stroke=\"#999\"/>\n",
                                     x(begin) + 3, x(end) - 3, y_ - 1, y_ - 1);
                begin = end;
            }
        }
        y_ += 3;
    }
    bool sameUpTo(std::size_t param, std::size_t a, std::size_t b) const {
        const auto& points = result_.space.points;
        return std::equal(points[a].values.begin(),
                          points[a].values.begin() + static_cast<std::ptrdiff_t>(param) + 1,
                          points[b].values.begin());
    }

    void addRow(const SweepRow& row, const SweepGraph& graph, const std::string& attributes = "") {
        const auto letters = static_cast<std::size_t>((label_ - 12) / kLetter);
        const auto small = static_cast<std::size_t>((label_ - 12) / kSmallLetter);
        const std::string grey = "font-size=\"10\" fill=\"#555\"";
        body_ += fmt::format("<g><title>{}: {}</title>\n", markupText(row.name),
                             markupText(defaultText(row)));
        text(kMargin, y_ + 15, shortName(printable(row.name), letters), attributes);
        text(kMargin, y_ + 28, timeText(row), grey);
        text(kMargin, y_ + 40, printable(row.launch, small), grey);
        body_ += "</g>\n";
        const auto best = row.best();
        for (std::size_t column = 0; column < row.cells.size(); ++column)
            addCell(row.cells[column], column, best == column,
                    fmt::format("{}{}, {}: {}", row.name, graph.fused ? " (fused)" : "",
                                textOf(result_.space, result_.space.points[column]),
                                cellWords(row.cells[column])));
        y_ += kCellHeight;
    }

    void addCell(const SweepCell& cell, std::size_t column, bool best, const std::string& words) {
        const double strength = heatOf(cell.ratio) * (cell.isUncertain() ? 0.4 : 1);
        const std::string fill = cell.isMeasured() ? colourOf(cell.ratio, strength)
                                 : cell.state == SweepCell::State::same ? "#ffffff"
                                                                        : "#e6e6e6";
        const bool isWrong =
            cell.state == SweepCell::State::differs || cell.state == SweepCell::State::failed;
        const std::string ink = isWrong              ? "#b00020"
                                : !cell.isMeasured() ? "#555"
                                : strength > 0.6     ? "#ffffff"
                                                     : "#111";
        body_ += fmt::format("<g><title>{}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" "
                             "height=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>",
                             markupText(words), x(column) + 2, y_ + 2, kCell - 4, kCellHeight - 4,
                             fill, best ? "#000000" : "#cccccc", best ? "3" : "1");
        text(x(column) + kCell / 2, y_ + kCellHeight / 2 + 4, cellText(cell, reasons_),
             fmt::format("text-anchor=\"middle\" fill=\"{}\"{}", ink,
                         best ? " font-weight=\"bold\"" : ""));
        body_ += "</g>\n";
    }

    void addLegend() {
        y_ += kTitle - kLine;
        int at = kMargin;
        for (const double ratio :
             {1 / kFullHeat, 0.8, 0.9, 0.95, 1.0, 1.05, 1.1, 1.25, kFullHeat}) {
            const double strength = heatOf(ratio);
            body_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"18\" fill=\"{}\" "
                                 "stroke=\"#cccccc\"/>",
                                 at, y_, kCell - 4, colourOf(ratio, strength));
            text(at + kCell / 2 - 2, y_ + 13, fmt::format("{:.2f}", ratio),
                 fmt::format("text-anchor=\"middle\" fill=\"{}\"",
                             strength > 0.6 ? "#ffffff" : "#111"));
            at += kCell;
        }
        y_ += 22;
        for (const std::string& sign : signs())
            line(sign);
        line("A black frame: the best of those that are faster for certain.");
        for (std::size_t i = 0; i < reasons_.all().size(); ++i)
            line(fmt::format("{}  {}", reasons_.letter(i), reasons_.all()[i]));
        for (const std::string& note : result_.notes)
            line(note);
    }

    const SweepResult& result_;
    Reasons reasons_;
    int label_, width_, y_ = 0;
    std::string body_;
};

} // namespace

std::string toSvg(const SweepResult& result) {
    return HeatMap(result).svg();
}

std::string toHtml(const SweepResult& result) {
    std::string html = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Sweep of {0}"
        "</title><style>body {{ font: 14px/1.5 system-ui, sans-serif; margin: 2em; }} svg {{ "
        "max-width: none; }}</style></head><body><h1>Sweep of {0}</h1>\n",
        markupText(result.program));
    html += toSvg(result);
    for (const SweepGraph& graph : result.graphs) {
        html +=
            fmt::format("<h2>{}</h2>\n<ul>\n<li>program: {}</li>\n", markupText(graphTitle(graph)),
                        markupText(bestText(result.space, graph.program)));
        for (const SweepRow& row : graph.kernels)
            html +=
                fmt::format("<li>{}: {}; {}</li>\n", markupText(row.name),
                            markupText(defaultText(row)), markupText(bestText(result.space, row)));
        html += "</ul>\n";
        for (const std::string& step : graph.steps)
            html += fmt::format("<p>{}</p>\n", markupText(step));
    }
    return html + "</body></html>\n";
}

} // namespace mw::workbench
