#pragma once

#include "core/codegen/choices.h"
#include "core/history/history.h"

namespace mw::bench {

/// Launches and passes that hold for a variant: chosen by the last step on the way to it that chose
/// any. Kernels that a later step changed may not have them any more (codegen::fittingChoices).
codegen::Choices chosenLaunches(const history::History& history, history::VariantId variant);

} // namespace mw::bench
