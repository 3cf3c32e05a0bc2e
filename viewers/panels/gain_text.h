#pragma once

#include "viewers/panels/step_predictor.h"

#include <QString>

namespace mw::viewers {

/// A number with its unit and a minus sign that reads as one.
template <class Text>
QString signedText(double number, const Text& text) {
    return number < 0 ? QStringLiteral("−") + text(-number) : text(number);
}

/// "12.3 µs"; "≈ 12.3 µs" where it is rough, "?" where nothing is known.
QString timeGainText(const StepGain& gain);
/// "saves 12.3 µs, 4.42 MB, 1 launch"; "costs 3.10 µs".
QString gainText(const StepGain& gain);

} // namespace mw::viewers
