#pragma once

#include "app/cli/commands.h"
#include "core/history/provenance.h"
#include "core/ir/sdfg.h"
#include "core/support/expected.h"

#include <string>

namespace mw::cli {

/// A document after the steps of a recipe.
struct Replayed {
    ir::DocumentPtr document;
    std::string recipe; ///< the file's text
    int steps = 0;
    history::Provenance origins; ///< of the nodes, in the document that the recipe began with
};
/// Applies every step of the recipe in `file`, checked as when it was recorded. The error names the
/// step that does not fit ("recipe-step") or what is wrong with the file.
Expected<Replayed> replayRecipe(ir::DocumentPtr document, const std::string& file);
/// A step that does not fit is a finding, anything else a bad file.
inline Exit exitForRecipe(const Diagnostic& error) {
    return error.code == "recipe-step" ? Exit::finding : Exit::badFile;
}

} // namespace mw::cli
