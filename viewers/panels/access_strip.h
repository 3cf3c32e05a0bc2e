#pragma once

#include "core/inputs/local_access.h"
#include "viewers/theme/theme.h"

#include <QStyledItemDelegate>
#include <QWidget>

#include <memory>

namespace mw::viewers {

/// Roles of items whose warp is painted.
constexpr int kWarpRole =
    Qt::UserRole + 1; ///< place of the access in LocalView::accesses; none: no warp
constexpr int kBytesRole = Qt::UserRole + 2; ///< of an element

/// Paints the memory that a warp touches as a row of sectors, from low to high addresses: what its
/// lanes take is filled, what comes with it for nothing is pale, a gap is a hairline, and the
/// element of the iteration itself stands out. The whole width is a sector to each lane, the worst
/// that a warp can do.
class AccessStrip : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void setView(std::shared_ptr<const inputs::LocalView> view) { view_ = std::move(view); }
    void setTheme(ThemeKind kind) { theme_ = kind; }
    /// The lane whose element stands at a place of the cell; -1: none.
    int laneAt(const QModelIndex& index, const QRect& cell, QPoint place) const;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const inputs::WarpCost* warpOf(const QModelIndex& index) const;

    std::shared_ptr<const inputs::LocalView> view_;
    ThemeKind theme_ = ThemeKind::light;
};

/// What the strips' colours mean, in a line.
class AccessLegend : public QWidget {
    Q_OBJECT

public:
    explicit AccessLegend(QWidget* parent = nullptr);

    void setTheme(ThemeKind kind);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ThemeKind theme_ = ThemeKind::light;
};

} // namespace mw::viewers
