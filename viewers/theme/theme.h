#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>

#include <vector>

namespace mw::viewers {

enum class ThemeKind { light, dark, highContrast };

/// Every colour, size and font of the program, in one table per theme. Sizes are scene units,
/// which are device-independent pixels at 100 % zoom.
struct Theme {
    ThemeKind kind = ThemeKind::light;

    // Widgets (QPalette for the Fusion style) and text.
    QColor window, base, alternateBase, text, mutedText, button, line, accent, accentText;

    // The canvas and its shapes: fill and stroke.
    QColor canvas, grid;
    QColor stateFill, stateStroke, stateHeader;
    QColor regionFill, regionStroke, regionHeader;
    QColor mapFill, mapStroke, mapHeader, mapHeaderText;
    QColor nestedFill, nestedStroke, nestedHeader;
    QColor argumentFill, argumentStroke;
    QColor temporaryFill, temporaryStroke;
    QColor scalarFill, scalarStroke;
    QColor tableFill, tableStroke; ///< neighbour tables
    QColor taskletFill, taskletStroke;
    QColor libraryFill, libraryStroke;
    QColor unknownFill, unknownStroke;
    QColor edge, edgeOrdering, edgeInterstate, edgeText, conflict;

    // Marks of what the user selects and points at.
    QColor selection, hover, sameData, highlight;

    // Signs, never by colour alone: an icon or a word goes with each.
    QColor error, warning, good, information;

    /// Okabe-Ito accents, which all kinds of colour vision tell apart; unlike ones side by side.
    std::vector<QColor> accents;

    /// `mono` is the canvas', in scene units; `code` is that of panels and the program view.
    QFont ui, mono, monoBold, code, codeBold;

    static const Theme& of(ThemeKind kind);
    /// Size of `ui` and `code` against the desktop's; 1 at the start. What is painted by then is
    /// measured anew when it is told the theme again.
    static void setTextScale(double scale);
    static double textScale();
    /// The kind that suits a desktop palette: dark when its window is darker than its text.
    static ThemeKind kindFor(const QPalette& palette);

    QPalette palette() const;
};

/// Perceptually even, colour-blind safe scale (viridis, Smith and van der Walt 2015); t in 0..1.
QColor heatColour(double t);
/// Black or white, whichever reads better on `background`.
QColor readableOn(const QColor& background);
/// a mixed with b: t = 0 gives a, t = 1 gives b.
QColor mix(const QColor& a, const QColor& b, double t);

} // namespace mw::viewers
