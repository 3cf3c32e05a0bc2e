#pragma once

#include "app/gui/tour/scene.h"

namespace mw::app::tour {

// What the tasks of the tour wait for. Each looks at what is there, however it came about, and says
// in numbers what came of it, or what is amiss. The scene has a program.

TourVerdict temporarySelected(const TourScene& scene, const TourMark& since);
TourVerdict kernelsShown(const TourScene& scene, const TourMark& since);
/// A bracket that can be done, or two maps that can be fused.
TourVerdict fusionChosen(const TourScene& scene, const TourMark& since);
/// Fewer kernels and temporaries than the original has.
TourVerdict fused(const TourScene& scene, const TourMark& since);
/// No temporary is left between kernels.
TourVerdict allFused(const TourScene& scene, const TourMark& since);
TourVerdict blocked(const TourScene& scene, const TourMark& since);
/// The original, one that is not blocked, and, where there is any, one that is.
TourVerdict pinned(const TourScene& scene, const TourMark& since);
/// The original and another variant in one measurement after `since`.
TourVerdict measured(const TourScene& scene, const TourMark& since);
/// By the last measurement; without one, by the interpreter on small inputs.
TourVerdict verified(const TourScene& scene, const TourMark& since);
TourVerdict compared(const TourScene& scene, const TourMark& since);
/// The variant shown before was made from this one.
TourVerdict undone(const TourScene& scene, const TourMark& since);
/// Of the rewritten variants the one that is shown alone is pinned, and none is faster.
TourVerdict kept(const TourScene& scene, const TourMark& since);
/// A rewritten variant, after `since`.
TourVerdict exported(const TourScene& scene, const TourMark& since);

/// The variant or one that it was made from was blocked.
bool isBlocked(const history::History& history, history::VariantId id);

} // namespace mw::app::tour
