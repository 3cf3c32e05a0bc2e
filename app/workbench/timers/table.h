#pragma once

#include "core/bench/bar_chart.h"

#include <string>
#include <vector>

namespace mw::workbench {

/// Times side by side as they are shown everywhere.
struct ComparedTable {
    std::string title;
    std::vector<std::vector<std::string>> lines;  ///< text; the first one is the head
    std::vector<std::vector<std::string>> values; ///< for CSV: numbers alone, times in us
    std::vector<bench::Bar> bars;                 ///< us, of all cells with times, line by line
    std::vector<std::size_t> measured;            ///< columns of those cells, a file each
    std::vector<std::string> sums, notes;         ///< sentences
    std::string legend;
};

std::string toText(const ComparedTable& table);
std::string toMarkdown(const ComparedTable& table);
std::string toCsv(const ComparedTable& table);
/// One self-contained page.
std::string toHtml(const ComparedTable& table);

} // namespace mw::workbench
