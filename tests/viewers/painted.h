#pragma once

#include <QColor>
#include <QImage>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <vector>

class QPainter;

namespace mw::test {

/// A text as it was painted, in the coordinates of the widget.
struct PaintedText {
    QString text;
    QRectF ink;   ///< what its letters cover, where the clip lets it be seen
    QRectF whole; ///< without the clip
    QColor colour;
    /// The smallest contrast to what was below it (WCAG 2: 1 to 21).
    double contrast = 21;
    bool isGroundEven = true;   ///< what is below all of it has as good as one colour
    bool isPaintedOver = false; ///< by something that came later
    bool isCut() const;         ///< by the clip, or by "…"
};

/// What a painter drew: every text, and the picture without texts.
struct Painted {
    std::vector<PaintedText> texts;
    QImage picture;
};

/// Of a widget with what is inside of it.
Painted paintedBy(QWidget& widget);
/// Of anything that is drawn into so many pixels, on this ground.
Painted paintedBy(QSize size, const QColor& ground, const std::function<void(QPainter&)>& draw);

/// Pairs of texts whose letters cover each other, as sentences; for a message.
QStringList collisions(const std::vector<PaintedText>& texts);

/// Of WCAG 2.
double contrastOf(const QColor& a, const QColor& b);

} // namespace mw::test
