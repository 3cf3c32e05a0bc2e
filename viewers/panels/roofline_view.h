#pragma once

#include "viewers/panels/roofline_painter.h"

#include <QWidget>

namespace mw::viewers {

class TimingsModel;

/// The kernels of a measurement as points: operations per byte against operations per second, below
/// the roofs of copy bandwidth and arithmetic, with arrows from variant to variant. Rows are those
/// of the table, and named alike.
class RooflineView : public QWidget {
    Q_OBJECT

public:
    explicit RooflineView(const TimingsModel& model, QWidget* parent = nullptr);

    void setTheme(ThemeKind kind);
    /// A row of the model; -1 or one that has no point: none.
    void setCurrentRow(int row);
    /// The row of the model that is marked; -1: none.
    int currentRow() const;
    /// The current point's numbers in a line; empty: none.
    QString currentText() const;
    /// All points, a line each.
    QString text() const;
    /// Paints all of it, as large as that, whatever is zoomed to.
    void draw(QPainter& painter, QSize size) const;
    bool isEmpty() const { return scene_.roofline.points.empty(); }
    const RooflineScene& scene() const { return scene_; }
    /// Where a point stands in the widget.
    QPointF placeOf(std::size_t point) const;
    void zoom(double factor, QPointF around); ///< above 1: closer
    void showAll();

    QSize sizeHint() const override { return {460, 300}; }
    QSize minimumSizeHint() const override { return {220, 120}; }

signals:
    void rowChosen(int row); ///< by the user

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void refill();
    QString noteOf() const;
    int modelRow(std::size_t point) const;
    QString lineOf(std::size_t point, const QString& separator) const;
    void choose(std::size_t point);
    void setCurrent(std::optional<std::size_t> point);
    void setHovered(std::optional<std::size_t> point);
    void stepRow(int direction);
    void stepVariant(int direction);
    void pan(QPointF by);

    const TimingsModel& model_;
    RooflineScene scene_;
    bench::RooflineFrame whole_; ///< all points
    QPointF pressed_, last_;
    bool dragging_ = false;
};

} // namespace mw::viewers
