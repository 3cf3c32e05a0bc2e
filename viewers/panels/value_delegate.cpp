// Values of any length, with what they are written with and the sign of those that can be edited.
#include "viewers/panels/value_delegate.h"

#include <QApplication>
#include <QPainter>
#include <QTextLayout>
#include <QTreeView>

#include <algorithm>

namespace mw::viewers {

namespace {

constexpr int kValueMargin = 3;
constexpr int kMostValueLines = 12; ///< with symbols, of which the tip has the rest

/// Point at the lower left, 10 pixels square.
void drawPencil(QPainter& painter, const QPointF& centre, const QColor& colour) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(centre);
    painter.setPen(QPen(colour, 1.2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolygon(QPolygonF({{-5, 5}, {-4, 1.5}, {2.5, -5}, {5, -2.5}, {-1.5, 4}}));
    painter.drawLine(QPointF(0.8, -3.3), QPointF(3.3, -0.8));
    painter.restore();
}

} // namespace

/// A value and its symbols as lines of some width.
class ValueDelegate::Wrapped {
public:
    Wrapped(const QStyleOptionViewItem& item, const QModelIndex& index, const QColor& grey,
            int width) {
        auto text = index.data(Qt::DisplayRole).toString();
        const auto symbols = index.data(kSymbolsRole).toString();
        const auto begin = text.size();
        if (!symbols.isEmpty())
            text += QStringLiteral("   ") + symbols;
        text.replace(QLatin1Char('\n'), QChar(QChar::LineSeparator));
        QTextOption how;
        how.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout_.setTextOption(how);
        layout_.setFont(item.font);
        layout_.setText(text);
        QTextCharFormat format;
        format.setForeground(grey);
        layout_.setFormats(
            {{static_cast<int>(begin), static_cast<int>(text.size() - begin), format}});
        layout_.beginLayout();
        for (int lines = 0; lines < kMostValueLines || end_ < begin; ++lines) {
            auto line = layout_.createLine();
            if (!line.isValid())
                break;
            line.setLineWidth(std::max(width, 1));
            line.setPosition({0, height_});
            height_ += line.height();
            end_ = line.textStart() + line.textLength();
        }
        layout_.endLayout();
        isCut_ = end_ < text.size();
    }

    double height() const { return height_; }
    void draw(QPainter& painter, const QPointF& at) const {
        layout_.draw(&painter, at);
        if (!isCut_)
            return;
        const auto last = layout_.lineAt(layout_.lineCount() - 1);
        painter.drawText(at + QPointF(last.naturalTextWidth(), last.y() + last.ascent()),
                         QStringLiteral("…"));
    }

private:
    QTextLayout layout_;
    double height_ = 0;
    qsizetype end_ = 0;
    bool isCut_ = false;
};

void ValueDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    auto item = option;
    initStyleOption(&item, index);
    item.text.clear();
    const auto* style = item.widget ? item.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);

    const auto& theme = Theme::of(theme_);
    const bool selected = item.state & QStyle::State_Selected;
    const bool editable = index.data(kEditableRole).toBool();
    const auto over = item.palette.color(QPalette::HighlightedText);
    const auto area = item.rect.adjusted(kValueMargin, 0, -kValueMargin - kPencil, 0);
    const Wrapped text(item, index, selected ? over : theme.mutedText, area.width());
    painter->save();
    painter->setClipRect(item.rect);
    painter->setPen(selected ? over : item.palette.color(QPalette::Text));
    text.draw(*painter, area.topLeft());
    painter->restore();
    if (editable)
        drawPencil(*painter,
                   {item.rect.right() + 1 - kPencil / 2.0,
                    item.rect.top() + item.fontMetrics.height() / 2.0 + 1},
                   selected ? over : theme.mutedText);
}

/// As high as the text at the width of its column.
QSize ValueDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    auto size = QStyledItemDelegate::sizeHint(option, index);
    const auto set = index.data(Qt::SizeHintRole);
    const auto* tree = qobject_cast<const QTreeView*>(option.widget);
    if (set.isValid() || !tree)
        return size;
    auto item = option;
    initStyleOption(&item, index);
    const int width = tree->columnWidth(index.column()) - 2 * kValueMargin - kPencil;
    const Wrapped text(item, index, {}, width);
    const auto air = size.height() - item.fontMetrics.height() *
                                         (index.data().toString().count(QLatin1Char('\n')) + 1);
    return {size.width(), static_cast<int>(text.height() + std::max<qsizetype>(air, 0))};
}

} // namespace mw::viewers
