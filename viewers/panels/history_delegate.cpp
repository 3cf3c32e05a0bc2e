// Draws the tree of variants beside their names.
#include "viewers/panels/history_delegate.h"

#include "viewers/panels/history_model.h"
#include "viewers/theme/theme.h"

#include <QApplication>
#include <QPainter>
#include <QPainterPath>

namespace mw::viewers {

namespace {

constexpr int kLaneWidth = 16;
constexpr int kRowMargin = 8;
constexpr int kFoldWidth = 14;

int treeWidth(const HistoryModel& model) {
    return kRowMargin + kLaneWidth * model.lanes();
}

class TreePainter {
public:
    /// `ground`: what is behind it. `mark`: its one colour there; invalid: each lane has its own.
    TreePainter(QPainter& painter, const QRect& cell, const HistoryModel& model, int row,
                const Theme& theme, QColor ground, QColor mark)
        : painter_(painter), cell_(cell), rows_(model.rows()), row_(row), theme_(theme),
          ground_(ground), mark_(mark) {}

    void paint() const {
        painter_.setRenderHint(QPainter::Antialiasing);
        for (int child = 1; child < static_cast<int>(rows_.size()); ++child)
            drawLine(child);
        const auto& row = rows_[static_cast<std::size_t>(row_)];
        painter_.setPen(QPen(laneColour(row.lane), 2));
        painter_.setBrush(row.current ? laneColour(row.lane) : ground_);
        painter_.drawEllipse(QPointF(laneX(row.lane), middle()), 4.5, 4.5);
    }

private:
    QColor laneColour(int lane) const {
        if (mark_.isValid())
            return mark_;
        return theme_.accents.empty()
                   ? theme_.accent
                   : theme_.accents[static_cast<std::size_t>(lane) % theme_.accents.size()];
    }
    double laneX(int lane) const { return cell_.left() + kRowMargin + kLaneWidth * (lane + 0.5); }
    double middle() const { return cell_.center().y() + 0.5; }

    /// This row's part of the line from `child` up to its parent: down the child's lane, and a
    /// bend where it leaves the parent's.
    void drawLine(int child) const {
        const auto& to = rows_[static_cast<std::size_t>(child)];
        if (to.parent < 0 || row_ < to.parent || row_ > child)
            return;
        const auto& from = rows_[static_cast<std::size_t>(to.parent)];
        painter_.setPen(QPen(laneColour(to.lane), 2));
        const double x = laneX(to.lane);
        if (row_ == to.parent && from.lane != to.lane) {
            QPainterPath bend(QPointF(laneX(from.lane), middle()));
            bend.quadTo(QPointF(x, middle()), QPointF(x, cell_.bottom() + 1));
            painter_.drawPath(bend);
        } else {
            const double top = row_ == to.parent ? middle() : cell_.top();
            const double bottom = row_ == child ? middle() : cell_.bottom() + 1;
            painter_.drawLine(QPointF(x, top), QPointF(x, bottom));
        }
    }

    QPainter& painter_;
    QRect cell_;
    const std::vector<HistoryRow>& rows_;
    int row_;
    const Theme& theme_;
    QColor ground_, mark_;
};

/// Points right where the run is folded, else down.
void paintFold(QPainter& painter, const QRect& area, bool folded, const QColor& colour) {
    const QPointF middle = QRectF(area).center();
    QPolygonF triangle{{-3.5, -2.5}, {3.5, -2.5}, {0, 3.5}};
    if (folded)
        triangle = QPolygonF{{-2.5, -3.5}, {-2.5, 3.5}, {3.5, 0}};
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(triangle.translated(middle));
}

} // namespace

void HistoryDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
    const auto* model = qobject_cast<const HistoryModel*>(index.model());
    if (!model)
        return QStyledItemDelegate::paint(painter, option, index);
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const auto name = item.text;
    item.text.clear();
    const auto* style = item.widget ? item.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);

    painter->save();
    painter->setClipRect(item.rect);
    const auto kind = static_cast<ThemeKind>(parent()->property("mwTheme").toInt());
    const bool selected = item.state & QStyle::State_Selected;
    const auto ink = item.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
    TreePainter(*painter, item.rect, *model, index.row(), Theme::of(kind),
                selected ? item.palette.color(QPalette::Highlight) : Theme::of(kind).base,
                selected ? ink : QColor())
        .paint();
    auto text = item.rect.adjusted(treeWidth(*model) + 6, 0, -4, 0);
    if (const auto fold = foldMark(item.rect, index); !fold.isEmpty()) {
        paintFold(*painter, fold, index.data(HistoryModel::FoldRole).toBool(), ink);
        text.setLeft(fold.right() + 2);
    }
    const bool differs = index.data(HistoryModel::DiffersRole).toBool();
    painter->setPen(differs && !selected ? Theme::of(kind).error : ink);
    painter->setFont(item.font);
    painter->drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
                      QFontMetrics(item.font).elidedText(name, Qt::ElideRight, text.width()));
    painter->restore();
}

QRect HistoryDelegate::foldMark(const QRect& cell, const QModelIndex& index) {
    const auto* model = qobject_cast<const HistoryModel*>(index.model());
    if (!model || !index.data(HistoryModel::FoldRole).isValid())
        return {};
    return {cell.left() + treeWidth(*model) + 2, cell.top(), kFoldWidth, cell.height()};
}

void HistoryDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                           const QModelIndex& index) const {
    auto area = option.rect;
    if (const auto* model = qobject_cast<const HistoryModel*>(index.model()))
        area.setLeft(area.left() + treeWidth(*model));
    editor->setGeometry(area);
}

QSize HistoryDelegate::sizeHint(const QStyleOptionViewItem& option,
                                const QModelIndex& index) const {
    auto size = QStyledItemDelegate::sizeHint(option, index);
    if (const auto* model = qobject_cast<const HistoryModel*>(index.model()))
        size.rwidth() += treeWidth(*model) + 10;
    return size;
}

} // namespace mw::viewers
