#pragma once

#include "viewers/program/program_view.h"

#include <QPainterPath>

#include <optional>
#include <vector>

namespace mw::viewers {

/// Which rows of the one program view became which of the other, as a band through the gap.
struct ProgramBand {
    std::size_t partner = 0; ///< index in ProgramView::partners of both
    QPainterPath shape;      ///< in the coordinates of the gap
    double middle = 0;       ///< where it is halfway through
    bool unchanged = false;
    bool onlyHere = false; ///< one side has none of it: it ends in the gap
};

/// The gap between two program views: how wide it is, and where their viewports begin in it.
struct ProgramGap {
    double width = 0, firstTop = 0, secondTop = 0;
};

/// The bands of all partners that are in sight on one side at least. Rows out of sight are gathered
/// at the edge behind which they are. Several rows share the height of what they became.
std::vector<ProgramBand> bandsBetween(const ProgramView& first, const ProgramView& second,
                                      const ProgramGap& gap);
/// The uppermost band there that changed something, else one that did not.
std::optional<std::size_t> bandAt(const std::vector<ProgramBand>& bands, QPointF at);

/// Draws bands, those of `strong` (partners) above the others.
void paintBands(QPainter& painter, const std::vector<ProgramBand>& bands, const ProgramView& view,
                const std::vector<std::size_t>& strong, ThemeKind theme);
/// The figures of both sides, one below the other, over the middle of the band and inside `area`.
void paintBandFigures(QPainter& painter, const ProgramBand& band, const ProgramPartner& partner,
                      const QRectF& area, ThemeKind theme);

} // namespace mw::viewers
