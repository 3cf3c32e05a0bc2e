// Draws bars behind times, and the header of two lines.
#include "viewers/panels/timings_view.h"

#include "viewers/panels/timings_model.h"
#include "viewers/theme/theme.h"

#include <QApplication>
#include <QPainter>

namespace mw::viewers {

namespace {

const Theme& themeOf(const QObject* view) {
    return Theme::of(static_cast<ThemeKind>(view->property("mwTheme").toInt()));
}

QColor variantColour(const Theme& theme, int variant) {
    return theme.accents.empty()
               ? theme.accent
               : theme.accents[static_cast<std::size_t>(variant) % theme.accents.size()];
}

} // namespace

void TimingsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
    const auto& theme = themeOf(parent());
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const auto bar = index.data(TimingsModel::BarRole);
    const auto verdict = index.data(TimingsModel::VerdictRole);
    const bool selected = item.state & QStyle::State_Selected;
    if (verdict.isValid() && !selected) {
        const auto colour = verdict.toInt() < 0   ? theme.good
                            : verdict.toInt() > 0 ? theme.warning
                                                  : theme.mutedText;
        item.palette.setColor(QPalette::Text, colour);
    }
    if (!bar.isValid()) {
        const auto* style = item.widget ? item.widget->style() : QApplication::style();
        style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
    } else {
        const auto text = item.text;
        item.text.clear();
        const auto* style = item.widget ? item.widget->style() : QApplication::style();
        style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
        auto box = QRectF(item.rect).adjusted(4, 3, -4, -3);
        auto colour = variantColour(theme, index.data(TimingsModel::VariantRole).toInt());
        colour.setAlphaF(selected ? 0.55F : 0.35F);
        painter->fillRect(QRectF(box.topLeft(),
                                 QSizeF(std::max(1.0, box.width() * bar.toDouble()), box.height())),
                          colour);
        painter->setFont(item.font);
        painter->setPen(item.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
        painter->drawText(box.adjusted(0, 0, -2, 0), Qt::AlignRight | Qt::AlignVCenter, text);
    }
    // A line between variants, and one below the program's row.
    painter->setPen(theme.line);
    if (index.column() > 0 && TimingsModel::fieldOf(index.column()) == TimingsModel::Median)
        painter->drawLine(item.rect.topLeft(), item.rect.bottomLeft());
    if (index.data(TimingsModel::TotalRole).toBool())
        painter->drawLine(item.rect.bottomLeft(), item.rect.bottomRight());
}

VariantHeader::VariantHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
    setSectionsClickable(false);
    setHighlightSections(false);
}

QSize VariantHeader::sizeHint() const {
    auto size = QHeaderView::sizeHint();
    size.setHeight(2 * fontMetrics().height() + 10);
    return size;
}

QRect VariantHeader::groupRect(int section) const {
    const int first = section - TimingsModel::fieldOf(section);
    const int left = sectionViewportPosition(first);
    const int last = first + TimingsModel::kFields - 1;
    const int right = sectionViewportPosition(last) + sectionSize(last);
    return {left, 0, right - left, height() / 2};
}

void VariantHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
    const auto& theme = themeOf(this);
    painter->save();
    painter->fillRect(rect, theme.button);
    const auto lower = rect.adjusted(6, height() / 2, -6, 0);
    painter->setPen(theme.mutedText);
    const auto alignment =
        Qt::Alignment(model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).toInt());
    painter->drawText(lower, alignment, model()->headerData(section, Qt::Horizontal).toString());
    if (section > 0) {
        // Each section draws its part of the name that spans the group.
        const auto* timings = qobject_cast<const TimingsModel*>(model());
        const int variant = TimingsModel::variantOf(section);
        const auto group = groupRect(section);
        painter->setClipRect(rect);
        const auto measured =
            model()->headerData(section, Qt::Horizontal, TimingsModel::VariantRole).toInt();
        painter->fillRect(QRect(group.left(), 0, group.width(), 3), variantColour(theme, measured));
        auto bold = font();
        bold.setBold(true);
        painter->setFont(bold);
        painter->setPen(theme.text);
        const auto box = group.adjusted(8, 3, -8, 0);
        if (timings)
            painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter,
                              QFontMetrics(bold).elidedText(timings->variantName(variant),
                                                            Qt::ElideMiddle, box.width()));
        painter->setPen(theme.line);
        if (TimingsModel::fieldOf(section) == TimingsModel::Median)
            painter->drawLine(rect.topLeft(), rect.bottomLeft());
    }
    painter->setPen(theme.line);
    painter->drawLine(rect.bottomLeft(), rect.bottomRight());
    painter->restore();
}

} // namespace mw::viewers
