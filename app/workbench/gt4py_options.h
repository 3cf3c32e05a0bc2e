#pragma once

#include "app/workbench/export_launches.h"
#include "app/workbench/program.h"

#include <string>
#include <vector>

namespace mw::workbench {

/// A recipe as options of GT4Py's own optimiser.
struct Gt4pyOptions {
    std::string text;              ///< a Python module
    std::vector<std::string> lost; ///< what of the recipe they do not bring about, each a sentence
};

/// Options that make gt_auto_optimize come near the program's current variant, where it gets the
/// original: block sizes, launch bounds and registers, blocking, unrolling of scans, the memory of
/// temporaries, and hooks that keep it from fusing maps which are apart here. Steps that GT4Py does
/// by itself need none. `graph`: the variant with its launches.
Gt4pyOptions gt4pyOptions(const Program& program, const ir::DocumentPtr& original,
                          const LaunchedGraph& graph);

} // namespace mw::workbench
