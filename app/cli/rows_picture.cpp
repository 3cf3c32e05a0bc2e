// The program view as a picture for pages and notebooks: kernels as rows over lanes of arrays.
#include "app/cli/rows_picture.h"

#include "app/cli/terminal.h"
#include "core/analysis/program_rows.h"
#include "core/conventions/conventions.h"
#include "core/support/amounts.h"
#include "core/support/markup.h"
#include "core/support/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace mw::cli {

namespace {

using analysis::ProgramRow;
using analysis::RowKind;

// Pixels. Text of 11 pixels takes about 7 of them a character.
constexpr int kRow = 18, kLane = 14, kMargin = 10, kHead = 150, kBar = 60, kIndent = 12;
constexpr double kCharacter = 7;
constexpr std::size_t kRowName = 40, kRangeText = 48, kLaneName = 24;
constexpr auto kArgument = "#00875f", kTable = "#b07500", kTemporary = "#6b778d",
               kBytes = "#1f6fb5", kText = "#24292f", kFaint = "#6b778d";

/// What stands in the columns of a row.
struct Cells {
    std::string name, range, bytes;
    std::optional<std::int64_t> number; ///< of the bytes
};

std::string text(double x, int y, const std::string& content, std::string_view colour = kText,
                 std::string_view more = {}) {
    return fmt::format("<text x=\"{:.0f}\" y=\"{}\" fill=\"{}\"{}>{}</text>\n", x, y, colour, more,
                       markupText(content));
}

std::string dimensionOf(const std::string& parameter) {
    const auto name = conventions::parameterName(parameter);
    return name ? name->dimension : parameter;
}

std::string valueText(const symbolic::Expr& value, const symbolic::Bindings& values) {
    const auto number = symbolic::evaluateInteger(value, values);
    return number ? std::to_string(*number) : symbolic::print(value);
}

/// "Edge 0..575 x K 0..79"
std::string rangeText(const ProgramRow& row, const symbolic::Bindings& values) {
    std::string all;
    for (std::size_t i = 0; i < std::min(row.params.size(), row.ranges.size()); ++i) {
        const auto& range = row.ranges[i];
        all += (all.empty() ? "" : " \u00d7 ") + dimensionOf(row.params[i]) + " " +
               valueText(range.begin, values);
        if (!range.isPoint())
            all += "\u2026" + valueText(range.end, values);
    }
    return printable(all, kRangeText);
}

Cells cellsOf(const ProgramRow& row, const symbolic::Bindings& values) {
    Cells cells{printable(row.name, kRowName), rangeText(row, values), {}, {}};
    if (row.kind == RowKind::heading)
        return cells;
    if (const auto bytes =
            symbolic::evaluateInteger(row.traffic.bytesRead + row.traffic.bytesWritten, values))
        cells.number = *bytes;
    cells.bytes = cells.number ? sizeText(*cells.number) : "";
    return cells;
}

class Picture {
public:
    Picture(const ir::Document& document, const symbolic::Bindings& values)
        : program_(analysis::programRows(document)), name_(document.root->name) {
        std::size_t names = 6, ranges = 5;
        for (const auto& row : program_.rows) {
            cells_.push_back(cellsOf(row, values));
            most_ = std::max(most_, cells_.back().number.value_or(0));
            names = std::max(names, charactersIn(cells_.back().name) +
                                        static_cast<std::size_t>(2 * row.depth));
            ranges = std::max(ranges, charactersIn(cells_.back().range));
        }
        range_ = kMargin + kCharacter * static_cast<double>(names) + kMargin;
        bytes_ = range_ + kCharacter * static_cast<double>(ranges) + kMargin;
        bar_ = bytes_ + kCharacter * 9 + kMargin;
        lanes_ = bar_ + kBar + 2 * kMargin;
    }

    std::string svg() const {
        const double width = std::max(
            lanes_ + static_cast<double>(kLane) * static_cast<double>(program_.lanes.size()) +
                kHead * 0.7,
            bar_ + kBar + kMargin);
        const int height = kHead + kRow * static_cast<int>(program_.rows.size()) + 2 * kRow;
        std::string out = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" "
                                      "height=\"{1}\" viewBox=\"0 0 "
                                      "{0:.0f} {1}\" font-family=\"DejaVu Sans, sans-serif\" "
                                      "font-size=\"11\">\n<title>{2}</title>\n"
                                      "<rect width=\"{0:.0f}\" height=\"{1}\" fill=\"white\"/>\n",
                                      width, height, markupText(name_));
        const int head = kHead - 8;
        out += text(kMargin, head, "kernel", kText, " font-weight=\"bold\"") +
               text(range_, head, "range", kText, " font-weight=\"bold\"") +
               text(bytes_, head, "bytes, at least", kText, " font-weight=\"bold\"");
        for (std::size_t row = 0; row < program_.rows.size(); row += 2)
            out += fmt::format("<rect x=\"0\" y=\"{}\" width=\"100%\" height=\"{}\" "
                               "fill=\"#f3f5f7\"/>\n",
                               kHead + static_cast<int>(row) * kRow, kRow);
        for (std::size_t lane = 0; lane < program_.lanes.size(); ++lane)
            out += laneHead(lane);
        for (std::size_t row = 0; row < program_.rows.size(); ++row)
            out += rowText(row);
        return out + text(kMargin, height - kRow / 2, totals(), kText, " font-weight=\"bold\"") +
               "</svg>\n";
    }

private:
    double x(std::size_t lane) const {
        return lanes_ + static_cast<double>(kLane) * static_cast<double>(lane);
    }
    static int y(int row) { return kHead + row * kRow + kRow / 2; }
    std::string_view colourOf(const analysis::ArrayLane& lane) const {
        return !lane.argument                       ? kTemporary
               : conventions::holdsTable(lane.name) ? kTable
                                                    : kArgument;
    }

    /// Its name above it, and a line over the rows between which it is needed.
    std::string laneHead(std::size_t index) const {
        const auto& lane = program_.lanes[index];
        const auto colour = colourOf(lane);
        std::string out = text(0, 0, printable(lane.shortName, kLaneName), colour,
                               fmt::format(" transform=\"translate({:.0f} {}) rotate(-60)\"",
                                           x(index) + 4, kHead - 6));
        if (lane.first >= 0 && lane.last > lane.first)
            out += fmt::format(
                "<line x1=\"{0:.0f}\" y1=\"{1}\" x2=\"{0:.0f}\" y2=\"{2}\" stroke=\"{3}\" "
                "stroke-width=\"2\" opacity=\"0.5\"/>\n",
                x(index), y(lane.first), y(lane.last), colour);
        return out;
    }

    std::string rowText(std::size_t index) const {
        const auto& row = program_.rows[index];
        const auto& cells = cells_[index];
        const int top = kHead + static_cast<int>(index) * kRow, base = top + kRow - 5;
        std::string out;
        out += text(kMargin + row.depth * kIndent, base, cells.name,
                    row.kind == RowKind::heading ? kFaint : kText);
        if (row.kind == RowKind::heading)
            return out;
        out += text(range_, base, cells.range, kFaint) + text(bytes_, base, cells.bytes);
        if (cells.number && most_ > 0)
            out += fmt::format(
                "<rect x=\"{:.0f}\" y=\"{}\" width=\"{:.1f}\" height=\"8\" fill=\"{}\"/>\n", bar_,
                top + 5, kBar * static_cast<double>(*cells.number) / static_cast<double>(most_),
                kBytes);
        for (const auto& mark : row.marks)
            out +=
                fmt::format("<circle cx=\"{:.0f}\" cy=\"{}\" r=\"4\" fill=\"{}\" "
                            "stroke=\"{}\"><title>{}</title>"
                            "</circle>\n",
                            x(mark.lane), top + kRow / 2,
                            mark.writes ? colourOf(program_.lanes[mark.lane]) : "white",
                            colourOf(program_.lanes[mark.lane]), markupText(markText(row, mark)));
        return out;
    }

    std::string markText(const ProgramRow& row, const analysis::LaneMark& mark) const {
        return fmt::format("{} {} {}{}", row.name,
                           mark.reads && mark.writes ? "reads and writes"
                           : mark.writes             ? "writes"
                                                     : "reads",
                           program_.lanes[mark.lane].name,
                           mark.indirect ? ", through a table or in a branch" : "");
    }

    /// "11 kernels, 316 kB moved at least"
    std::string totals() const {
        std::size_t kernels = 0, copies = 0;
        std::optional<std::int64_t> bytes = 0;
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            if (program_.rows[i].kind == RowKind::heading)
                continue;
            ++(program_.rows[i].kind == RowKind::copy ? copies : kernels);
            bytes = bytes && cells_[i].number ? std::optional(*bytes + *cells_[i].number)
                                              : std::nullopt;
        }
        return printable(name_) + ": " + counted(kernels, "kernel") +
               (copies > 0 ? ", " + std::to_string(copies) + (copies == 1 ? " copy" : " copies")
                           : "") +
               (bytes ? ", " + sizeText(*bytes) + " moved at least" : "") +
               "; filled: writes, open: reads";
    }

    analysis::ProgramRows program_;
    std::string name_;
    std::vector<Cells> cells_;                           ///< by row
    std::int64_t most_ = 0;                              ///< bytes of a row
    double range_ = 0, bytes_ = 0, bar_ = 0, lanes_ = 0; ///< where columns begin
};

} // namespace

std::string rowsPicture(const ir::Document& program, const symbolic::Bindings& values) {
    return Picture(program, values).svg();
}

} // namespace mw::cli
