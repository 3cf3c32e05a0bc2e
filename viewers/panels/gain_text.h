#pragma once

#include "viewers/panels/step_predictor.h"

#include <QString>

namespace mw::viewers {

/// "12.3 µs"; "≈ 12.3 µs" where it is rough, "?" where nothing is known.
QString timeGainText(const StepGain& gain);
/// "saves 12.3 µs, 4.42 MB, 1 launch"; "costs 3.10 µs".
QString gainText(const StepGain& gain);

} // namespace mw::viewers
