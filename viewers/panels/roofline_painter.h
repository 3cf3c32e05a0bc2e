#pragma once

#include "core/bench/roofline.h"
#include "viewers/theme/theme.h"

#include <QLineF>
#include <QPainter>
#include <QPolygonF>
#include <QStringList>

#include <optional>
#include <vector>

namespace mw::viewers {

/// All that a roofline's picture is made of, as values.
struct RooflineScene {
    bench::Roofline roofline;
    bench::RooflineFrame frame; ///< what of the plane is shown
    QStringList names;          ///< of each point's row
    QStringList variants;
    std::vector<std::size_t> colours;   ///< of the variants: their numbers as measured
    QString cacheName;                  ///< of the last cache: "L2"
    QString note;                       ///< a sentence below the axes: what is not shown and why
    QString nothing;                    ///< in place of axes where there is no point
    std::optional<std::size_t> current; ///< a point; all of its row are marked
    std::optional<std::size_t> hovered;
    ThemeKind theme = ThemeKind::light;
    bool focused = false;
};

/// Paints a scene; what the mouse needs to know of the geometry follows from the size alone.
class RooflinePainter {
public:
    RooflinePainter(const RooflineScene& scene, QSizeF size);

    void paint(QPainter& painter);
    QRectF area() const { return area_; } ///< between the axes
    QPointF at(const bench::RooflinePoint& point) const;
    /// As large as its share of the program's time.
    double radius(const bench::RooflinePoint& point) const;
    /// The point nearest to a place of the picture, no farther away than a finger's width.
    std::optional<std::size_t> pointNear(QPointF place) const;

    /// Where text and points were painted; of points the text is empty.
    struct Taken {
        QPolygonF place;
        QString text;
    };
    const std::vector<Taken>& taken() const { return taken_; }

    static QColor colourOf(const Theme& theme, std::size_t variant);

private:
    void paintAxes();
    /// A roof as far as it can be seen, and what it is called.
    struct Roof {
        QLineF line;
        QString name;
        bool broken = false;
    };
    void addRoofs();
    void addDiagonal(double bandwidth, const QString& name, bool broken);
    void paintRoofs();
    void paintRoofNames();
    bool paintRoofName(const Roof& roof, double along);
    void paintArrows();
    void paintPoints();
    void paintLabels();
    void paintLegend();
    void paintPoint(QPointF centre, double radius, std::size_t variant, bool program, bool marked);
    bool isMarked(std::size_t point) const;
    /// No text, point, arrow or roof lies there.
    bool isFree(const QPolygonF& place) const;
    QString shortName(std::size_t point) const;
    double x(double intensity) const;
    double y(double rate) const;

    const RooflineScene& scene_;
    const Theme& theme_;
    QSizeF size_;
    QFont small_;
    QRectF area_;
    double longest_ = 0; ///< us, of rows
    QPainter* painter_ = nullptr;
    std::vector<Taken> taken_;
    std::vector<QLineF> lines_; ///< roofs and arrows
    std::vector<Roof> roofs_;
};

} // namespace mw::viewers
