#pragma once

#include "app/workbench/sweep/sweep.h"

#include <string>
#include <vector>

// What the reports of a sweep say alike.

namespace mw::workbench {

/// Why cells have no figure: each reason once, with a letter that stands for it in the cells.
class Reasons {
public:
    explicit Reasons(const SweepResult& result);
    /// "a"; of a cell that has one.
    std::string letter(const SweepCell& cell) const;
    const std::vector<std::string>& all() const { return all_; }
    std::string letter(std::size_t number) const;

private:
    std::vector<std::string> all_;
};

/// Times that differ by this factor have the full colour.
constexpr double kFullHeat = 1.5;
/// How strong the colour of a ratio is, from 0 to 1; small differences count more than in
/// proportion.
double heatOf(double ratio);
/// "0.873", "~1.004" where it is uncertain, "=", "a" where it is not possible.
std::string cellText(const SweepCell& cell, const Reasons& reasons);
/// "0.873 (0.870 to 0.877), 35.10 us", or why there is no figure.
std::string cellWords(const SweepCell& cell);
/// "as it is: 38.5 us", "fused: 20.1 us, 0.522 (0.518 to 0.526) of the program as it is".
std::string graphTitle(const SweepGraph& graph);
/// "38.5 us, 52 % of the kernels": by default.
std::string timeText(const SweepRow& row);
/// "38.5 us, 52 % of the kernels, 128x1x1, 20 levels per thread".
std::string defaultText(const SweepRow& row);
/// "best levels=40: 0.873 (0.870 to 0.877), 35.10 us", or that nothing is faster for certain.
std::string bestText(const SweepSpace& space, const SweepRow& row);
/// What the signs in cells mean, a sentence each.
std::vector<std::string> signs();
/// Where and how it was measured.
std::string measuredText(const SweepResult& result);

} // namespace mw::workbench
