// Draws bars beside times, and the header of two lines.
#include "viewers/panels/timings_view.h"

#include "viewers/panels/name_cutter.h"
#include "viewers/panels/timings_model.h"
#include "viewers/theme/theme.h"

#include <QApplication>
#include <QPainter>
#include <QTableView>

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

constexpr int kNumberMargin = 6; ///< left and right of a number
constexpr int kBarLetters = 8;   ///< so long is the longest bar at least
constexpr int kBarGap = 8;       ///< between it and the number

int widestOf(const QFontMetrics& metrics, const QStringList& texts) {
    int widest = 0;
    for (const auto& text : texts)
        widest = std::max(widest, metrics.horizontalAdvance(text));
    return widest;
}

/// To the right, its unit in a place as wide as the widest of the column's: numbers end below
/// numbers.
void drawNumber(QPainter& painter, const QRectF& box, const QString& text,
                const QStringList& units) {
    const auto space = text.lastIndexOf(QLatin1Char(' '));
    const auto unit = text.mid(space + 1);
    if (space < 0 || !units.contains(unit)) {
        painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, text);
        return;
    }
    const auto metrics = painter.fontMetrics();
    const QRectF place(box.right() - widestOf(metrics, units), box.top(), widestOf(metrics, units),
                       box.height());
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, unit);
    painter.drawText(box.adjusted(0, 0, -place.width() - metrics.horizontalAdvance(u' '), 0),
                     Qt::AlignRight | Qt::AlignVCenter, text.left(space));
}

/// Of the longest number that a time can be, with its unit: the bars of a column end before it.
int timeWidth(const QFontMetrics& metrics, const QStringList& units) {
    return metrics.horizontalAdvance(QStringLiteral("8888.8 ")) + widestOf(metrics, units);
}

QFont boldOf(QFont font) {
    font.setBold(true);
    return font;
}

/// The room of a bar in the cell of a time; empty where there is none.
QRectF barRoom(const QStyleOptionViewItem& item, const QString& text, const QStringList& units) {
    const int number = std::max(timeWidth(QFontMetrics(boldOf(item.font)), units),
                                QFontMetrics(item.font).horizontalAdvance(text));
    const QRectF room =
        QRectF(item.rect).adjusted(kNumberMargin, 4, -number - kNumberMargin - kBarGap, -4);
    return room.width() < 4 ? QRectF() : room;
}

} // namespace

TimingsDelegate::TimingsDelegate(QTableView* table)
    : QStyledItemDelegate(table), names_(new NameCutter(table->model(), 0, this)) {}

void TimingsDelegate::initStyleOption(QStyleOptionViewItem* option,
                                      const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    names_->cut(*option, index);
}

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
    const auto* style = item.widget ? item.widget->style() : QApplication::style();
    const auto units = index.column() > 0 ? timings::unitsOf(TimingsModel::fieldOf(index.column()))
                                          : QStringList();
    const auto text = item.text;
    if (!units.isEmpty())
        item.text.clear();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
    if (bar.isValid())
        if (const QRectF room = barRoom(item, text, units); !room.isEmpty()) {
            // Over a selection its colour alone would not be seen.
            const auto over = item.palette.color(QPalette::HighlightedText);
            if (!selected)
                painter->fillRect(room, mix(theme.base, theme.line, 0.35));
            painter->fillRect(
                QRectF(room.topLeft(),
                       QSizeF(std::max(1.0, room.width() * bar.toDouble()), room.height())),
                selected ? over
                         : variantColour(theme, index.data(TimingsModel::VariantRole).toInt()));
        }
    if (!units.isEmpty()) {
        painter->setFont(item.font);
        painter->setPen(item.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
        drawNumber(*painter, QRectF(item.rect).adjusted(kNumberMargin, 0, -kNumberMargin, 0), text,
                   units);
    }
    // A line between variants, one below the program's row.
    painter->setPen(theme.line);
    if (index.column() > 0 && TimingsModel::fieldOf(index.column()) == TimingsCell::Median)
        painter->drawLine(item.rect.topLeft(), item.rect.bottomLeft());
    if (index.data(TimingsModel::TotalRole).toBool())
        painter->drawLine(item.rect.bottomLeft(), item.rect.bottomRight());
    if (index.data(TimingsModel::CallRole).toBool())
        painter->drawLine(item.rect.topLeft(), item.rect.topRight());
}

int TimingsDelegate::widthOf(const QAbstractItemModel& model, int column, const QFont& font) {
    const QFontMetrics metrics(boldOf(font));
    const auto field = TimingsModel::fieldOf(column);
    // Texts of few letters less than the longest one are not wider than it.
    constexpr qsizetype kAlike = 2;
    qsizetype longest = 0;
    int width = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        const auto text = model.index(row, column).data().toString();
        if (text.size() + kAlike < longest)
            continue;
        longest = std::max(longest, text.size());
        width = std::max(width, metrics.horizontalAdvance(text));
    }
    const auto units = timings::unitsOf(field);
    if (!units.isEmpty())
        width += widestOf(metrics, units) - metrics.horizontalAdvance(units.front());
    if (field == TimingsCell::Median)
        width = std::max(width, timeWidth(metrics, units)) + kBarGap +
                metrics.averageCharWidth() * kBarLetters;
    return width + 2 * kNumberMargin;
}

VariantHeader::VariantHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
    setSectionsClickable(false);
    setHighlightSections(false);
    setMinimumSectionSize(1);
}

QSize VariantHeader::sizeHint() const {
    auto size = QHeaderView::sizeHint();
    size.setHeight(2 * fontMetrics().height() + 6);
    return size;
}

int VariantHeader::titleWidth(int section) const {
    return fontMetrics().horizontalAdvance(model()->headerData(section, Qt::Horizontal).toString() +
                                           QStringLiteral(" ▾")) +
           2 * kNumberMargin;
}

QRect VariantHeader::groupRect(int section) const {
    const int first = section - TimingsModel::fieldOf(section);
    // The first column stands above those that scroll (FrozenColumn).
    const int left = std::max(sectionViewportPosition(first), sectionSize(0));
    const int last = first + TimingsModel::kFields - 1;
    const int right = sectionViewportPosition(last) + sectionSize(last);
    return {left, 0, right - left, height() / 2};
}

void VariantHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
    const auto& theme = themeOf(this);
    painter->save();
    painter->fillRect(rect, theme.button);
    const auto lower = rect.adjusted(kNumberMargin, height() / 2, -kNumberMargin, 0);
    painter->setPen(theme.mutedText);
    const auto alignment =
        Qt::Alignment(model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).toInt());
    auto title = model()->headerData(section, Qt::Horizontal).toString();
    if (section == sortIndicatorSection())
        title += sortIndicatorOrder() == Qt::DescendingOrder ? QStringLiteral(" ▾")
                                                             : QStringLiteral(" ▴");
    painter->drawText(lower, alignment, title);
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
        if (TimingsModel::fieldOf(section) == TimingsCell::Median)
            painter->drawLine(rect.topLeft(), rect.bottomLeft());
    }
    painter->setPen(theme.line);
    painter->drawLine(rect.bottomLeft(), rect.bottomRight());
    painter->restore();
}

} // namespace mw::viewers
