#pragma once

#include "core/inputs/scenario.h"

namespace mw::inputs {

/// "assumption-violated": the program was rewritten for other values than those of the scenario
/// (analysis/assumed.h), and what it would compute with these means nothing. The sentence has the
/// condition and the values. What cannot be worked out counts as violated.
Expected<void> checkAssumptions(const ir::Sdfg& program, const Scenario& scenario);

} // namespace mw::inputs
