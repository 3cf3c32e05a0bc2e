#pragma once

#include "app/workbench/program.h"
#include "core/codegen/choices.h"

#include <string>
#include <vector>

namespace mw::workbench {

/// A recipe as options of GT4Py's own optimiser.
struct Gt4pyOptions {
    std::string text;              ///< a Python module
    std::vector<std::string> lost; ///< what of the recipe they do not bring about, each a sentence
};

/// Options that make gt_auto_optimize come near the program's current variant: block sizes and
/// registers that its maps ask for, blocking, unrolling of scans, the memory of temporaries, and
/// hooks that keep it from fusing maps which are apart here. Steps that GT4Py does by itself need
/// none. `choices`: launches of our code generator, which no option expresses.
Gt4pyOptions gt4pyOptions(const Program& program, const codegen::Choices& choices);

} // namespace mw::workbench
