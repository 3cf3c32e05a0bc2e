#pragma once

#include "app/workbench/program.h"

#include <cstddef>
#include <vector>

// What a window shows of a project, so that it comes back as it was left.

namespace mw::workbench {

struct ShownTab {
    ProgramPtr program;
    history::VariantId variant;
    bool operator==(const ShownTab&) const = default;
};

struct ShownPane {
    std::vector<ShownTab> tabs;
    std::size_t current = 0;
    bool isProgramView = false; ///< else the graph
    bool operator==(const ShownPane&) const = default;
};

/// From the left to the right; none: nobody looked at it yet.
struct Shown {
    std::vector<ShownPane> panes;
    std::size_t active = 0;
    bool operator==(const Shown&) const = default;
};

} // namespace mw::workbench
