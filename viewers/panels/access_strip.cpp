// The memory of a warp as a strip of sectors, and the legend of its colours.
#include "viewers/panels/access_strip.h"

#include <QPainter>

#include <algorithm>
#include <map>
#include <set>

namespace mw::viewers {

namespace {

constexpr int kMargin = 4;        ///< around the strip, pixels
constexpr double kWidest = 14;    ///< pixels of a sector
constexpr double kSwatch = 10;    ///< of the legend
constexpr double kSwatchGap = 5;  ///< to its text
constexpr double kLegendGap = 18; ///< to the next one

struct Colours {
    QColor taken, fetched, own, line;

    static Colours of(ThemeKind kind) {
        const Theme& theme = Theme::of(kind);
        return {theme.accent, mix(theme.base, theme.accent, 0.22), theme.warning, theme.mutedText};
    }
};

/// Where the sectors of a warp stand in a cell.
struct Strip {
    Strip(const inputs::WarpCost& warp, int bytes, const QRect& cell) {
        for (const auto& position : warp.positions)
            if (position)
                for (std::int64_t at = *position * bytes; at < (*position + 1) * bytes;
                     at = (at / inputs::kSectorBytes + 1) * inputs::kSectorBytes)
                    sectors.insert(at / inputs::kSectorBytes);
        const auto most =
            std::max<std::int64_t>(inputs::kWarpLanes, static_cast<std::int64_t>(sectors.size()));
        width = std::min(kWidest, static_cast<double>(cell.width() - 2 * kMargin) /
                                      static_cast<double>(most));
        area = QRectF(cell.left() + kMargin, cell.top() + 3.0, width * static_cast<double>(most),
                      cell.height() - 6.0);
        double x = area.left();
        for (const std::int64_t sector : sectors) {
            left.emplace(sector, x);
            x += width;
        }
    }

    /// Of the part of an element in the sector where it begins.
    QRectF element(std::int64_t position, int bytes) const {
        const std::int64_t byte = position * bytes;
        const double scale = width / static_cast<double>(inputs::kSectorBytes);
        return {left.at(byte / inputs::kSectorBytes) +
                    static_cast<double>(byte % inputs::kSectorBytes) * scale,
                area.top(), std::max(1.0, bytes * scale), area.height()};
    }

    std::set<std::int64_t> sectors;
    std::map<std::int64_t, double> left;
    double width = 0;
    QRectF area;
};

} // namespace

const inputs::WarpCost* AccessStrip::warpOf(const QModelIndex& index) const {
    const auto place = index.data(kWarpRole);
    if (!view_ || !place.isValid() || place.toULongLong() >= view_->accesses.size())
        return nullptr;
    const auto& warp = view_->accesses[place.toULongLong()].warp;
    return warp ? &*warp : nullptr;
}

int AccessStrip::laneAt(const QModelIndex& index, const QRect& cell, QPoint place) const {
    const auto* warp = warpOf(index);
    const int bytes = index.data(kBytesRole).toInt();
    if (!warp || bytes <= 0)
        return -1;
    const Strip strip(*warp, bytes, cell);
    for (std::size_t lane = 0; lane < warp->positions.size(); ++lane)
        if (warp->positions[lane] &&
            strip.element(*warp->positions[lane], bytes).contains(QPointF(place)))
            return static_cast<int>(lane);
    return -1;
}

void AccessStrip::paint(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const {
    QStyledItemDelegate::paint(painter, option, index);
    const auto* warp = warpOf(index);
    const int bytes = index.data(kBytesRole).toInt();
    if (!warp || bytes <= 0)
        return;
    const Colours colours = Colours::of(theme_);
    const Strip strip(*warp, bytes, option.rect);
    painter->save();
    painter->setPen(Qt::NoPen);
    for (const auto& [sector, x] : strip.left)
        painter->fillRect(QRectF(x, strip.area.top(), strip.width, strip.area.height()),
                          colours.fetched);
    for (const auto& position : warp->positions)
        if (position)
            painter->fillRect(strip.element(*position, bytes), colours.taken);
    const auto lane = static_cast<std::size_t>(view_->lane);
    if (lane < warp->positions.size() && warp->positions[lane])
        painter->fillRect(strip.element(*warp->positions[lane], bytes), colours.own);
    // Between sectors that are no neighbours in memory.
    const QColor paper = Theme::of(theme_).base;
    for (const auto& [sector, x] : strip.left)
        if (x > strip.area.left())
            painter->fillRect(QRectF(x - 0.5, strip.area.top(),
                                     strip.sectors.contains(sector - 1) ? 0.5 : 1.5,
                                     strip.area.height()),
                              paper);
    painter->setPen(QPen(colours.line, 0));
    painter->setBrush(Qt::NoBrush);
    painter->drawLine(strip.area.bottomLeft(), strip.area.bottomRight());
    painter->restore();
}

QSize AccessStrip::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return QStyledItemDelegate::sizeHint(option, index).expandedTo({260, 18});
}

// ---- legend

AccessLegend::AccessLegend(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("access-legend"));
    setToolTip(
        tr("Each cell is a sector of 32 bytes, the least that memory moves. A bar as long as "
           "the frame is a sector to each of 32 lanes: the worst there is. Click an element "
           "to go to the iteration that takes it."));
    setAccessibleName(toolTip());
}

void AccessLegend::setTheme(ThemeKind kind) {
    theme_ = kind;
    update();
}

QSize AccessLegend::sizeHint() const {
    return {400, fontMetrics().height() + 6};
}

QSize AccessLegend::minimumSizeHint() const {
    return {60, sizeHint().height()};
}

void AccessLegend::paintEvent(QPaintEvent* /*event*/) {
    const Colours colours = Colours::of(theme_);
    const std::pair<QColor, QString> entries[] = {
        {colours.taken, tr("taken by a lane")},
        {colours.fetched, tr("moved with it for nothing")},
        {colours.own, tr("of this iteration")}};
    QPainter painter(this);
    double x = 0;
    for (const auto& [colour, text] : entries) {
        const QRectF swatch(x, (height() - kSwatch) / 2, kSwatch, kSwatch);
        painter.fillRect(swatch, colour);
        const double begin = swatch.right() + kSwatchGap;
        const double wide = fontMetrics().horizontalAdvance(text);
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(QRectF(begin, 0, wide + 1, height()), Qt::AlignVCenter, text);
        x = begin + wide + kLegendGap;
    }
    const QString rest = tr("sectors of 32 bytes; a full bar: one for each lane");
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(
        QRectF(x, 0, width() - x, height()), Qt::AlignVCenter,
        fontMetrics().elidedText(rest, Qt::ElideRight, std::max(0, static_cast<int>(width() - x))));
}

} // namespace mw::viewers
