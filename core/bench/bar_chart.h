#pragma once

#include <cstddef>
#include <string>
#include <vector>

// What the HTML pages of measurements have in common.

namespace mw::bench {

/// Up to the title, which it ends with as a heading. To be closed by "</body></html>".
std::string htmlHead(const std::string& title);

struct Bar {
    std::string label;
    double value = 0, low = 0, high = 0; ///< us
    std::size_t colour = 0;
    std::string remark{}; ///< behind the value
};
/// Horizontal bars with the range from low to high as a line.
std::string barChart(const std::vector<Bar>& bars);

} // namespace mw::bench
