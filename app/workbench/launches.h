#pragma once

#include "app/workbench/steps.h"
#include "core/codegen/choices.h"

#include <string_view>

// Launches and passes that were chosen for a variant's kernels, where its graph says nothing of
// them.

namespace mw::workbench {

/// A step that chooses these launches and passes, all that hold from then on
/// (bench::chosenLaunches); the graph stays as it is. The label says which kernels.
Step launchStep(const ir::DocumentPtr& document, const codegen::Choices& choices);

/// A step that says these parameters of gpu-launch of a kernel's map. The error says why it cannot
/// be said, or that the map says so already ("already-so").
Expected<std::vector<Step>> mapLaunchSteps(const ir::DocumentPtr& document, NodeId map,
                                           const Params& params);

/// "kernels-by-hand": where kernels that somebody wrote cannot go along. `what`: "exported".
Expected<void> noneByHand(const codegen::Choices& choices, std::string_view what);

/// transforms::replay() for steps that come from a file; "bad-choices" for choices that cannot be
/// read.
Expected<Step> replayStep(const ir::DocumentPtr& document, const history::Record& record);

} // namespace mw::workbench
