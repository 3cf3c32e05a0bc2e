#pragma once

#include "core/bench/bench.h"
#include "core/bench/ranking.h"
#include "core/bench/rows.h"

#include <fmt/format.h>

namespace mw::bench {

// Figures that follow from a result, and how they are written, for all reports of a bench.

/// GB/s of the whole program.
inline double bandwidth(const VariantResult& variant) {
    return variant.device.median > 0 ? variant.bytes / variant.device.median / 1000.0 : 0;
}
inline double shareOfCopy(const BenchResult& result, const VariantResult& variant) {
    return result.copyBandwidth > 0 ? bandwidth(variant) / result.copyBandwidth : 0;
}

/// Calls `visit(variant, row, cell, kernel)`, the variant by its number, for the table of kernels,
/// row by row. `kernel` is null where the cell is the sum of several.
template <class Visit>
void forEachCell(const BenchResult& result, const Visit& visit) {
    for (const TimingRow& row : timingRows(result))
        for (std::size_t v = 0; v < row.cells.size(); ++v)
            if (const auto& cell = row.cells[v]) {
                const auto first = static_cast<std::size_t>(cell->kernels.front());
                visit(v, row, *cell,
                      cell->kernels.size() == 1 ? &result.variants[v].kernels[first] : nullptr);
            }
}

/// "0.67", or "-" where there is nothing to compare with, or no order.
inline std::string ratioText(const RowCell& cell) {
    return cell.ratio > 0 ? fmt::format("{:.2f}", cell.ratio) : "-";
}
/// "38 %", of the last cache's bandwidth, or "-".
inline std::string cacheShareText(const RowCell& cell) {
    return cell.cacheShare > 0 ? fmt::format("{:.0f} %", 100 * cell.cacheShare) : "-";
}
/// "NOT RANKED: ... ", or nothing: stands above the tables.
inline std::string notRankedLine(const BenchResult& result) {
    const auto why = whyNotRanked(result);
    if (why.empty())
        return {};
    auto line = fmt::format("NOT RANKED: {}. The times are shown, ratios are not.", why);
    for (std::size_t v = 1; v < result.variants.size(); ++v)
        if (const auto bound = boundText(result, v); !bound.empty())
            line += fmt::format(
                " {} is {} all the same: even its {} time lies {} every one of {}.",
                result.variants[v].name, bound, *surelyFaster(result, v) > 1 ? "worst" : "best",
                *surelyFaster(result, v) > 1 ? "below" : "above", result.variants[0].name);
    return line;
}
inline std::string machineLine(const BenchResult& result) {
    return "Machine during the measurement: " + toText(result.load) + ".";
}

/// "-" for what is not known.
inline std::string orDash(int value) {
    return value < 0 ? "-" : std::to_string(value);
}
/// "2x1x1", of grids and blocks.
inline std::string extents(const std::array<unsigned, 3>& size) {
    return fmt::format("{}", fmt::join(size, "x"));
}

} // namespace mw::bench
