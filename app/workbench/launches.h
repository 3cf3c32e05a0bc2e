#pragma once

#include "app/workbench/steps.h"
#include "core/codegen/choices.h"

#include <string>

// Launches and passes that were chosen for a variant's kernels, where its graph says nothing of
// them.

namespace mw::workbench {

/// Those that hold for a variant: chosen by the last step on the way to it that chose any. Kernels
/// that a later step changed may not have them any more (codegen::fittingChoices).
codegen::Choices choicesOf(const history::History& history, history::VariantId id);

/// A step that chooses these, all that hold from then on; the graph stays as it is. The label says
/// which kernels.
Step launchStep(const ir::DocumentPtr& document, const codegen::Choices& choices);

/// transforms::replay() for steps that come from a file; "bad-choices" for choices that cannot be
/// read.
Expected<Step> again(const ir::DocumentPtr& document, const history::Record& record);

} // namespace mw::workbench
