// The samples behind a time, as a picture in a tip.
#include "viewers/panels/distribution_tip.h"

#include "core/support/statistics.h"
#include "viewers/panels/number_text.h"

#include <QGuiApplication>
#include <QPainter>
#include <QScreen>

#include <algorithm>
#include <cmath>

namespace mw::viewers {

namespace {

constexpr int kWidth = 420;
constexpr int kTipMargin = 10;
constexpr int kLane = 46;    ///< height of a variant's samples
constexpr double kDot = 1.8; ///< radius
constexpr int kFewTicks = 5; ///< about so many marks on the axis
constexpr int kOffset = 14;  ///< from the mouse

QColor colourOf(const Theme& theme, std::size_t number) {
    return theme.accents.empty() ? theme.accent : theme.accents[number % theme.accents.size()];
}

/// Round numbers from low to high.
std::vector<double> ticksOf(double low, double high) {
    const double rough = (high - low) / kFewTicks;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double step = rough <= power       ? power
                        : rough <= 2 * power ? 2 * power
                        : rough <= 5 * power ? 5 * power
                                             : 10 * power;
    std::vector<double> ticks;
    for (double k = std::ceil(low / step); k * step <= high; ++k)
        ticks.push_back(k * step);
    return ticks;
}

} // namespace

QString sentenceOf(const Distribution& distribution) {
    const auto& samples = distribution.samples;
    const auto summary = summarise(samples);
    const auto count = counted(static_cast<qsizetype>(samples.size()),
                               DistributionTip::tr("sample"), DistributionTip::tr("samples"));
    return DistributionTip::tr("%1: %2, half of them %3 … %4, median %5, all %6 … %7")
        .arg(distribution.name, count, microseconds(quantile(samples, 0.25)),
             microseconds(quantile(samples, 0.75)), microseconds(summary.median),
             microseconds(summary.minimum), microseconds(summary.maximum));
}

DistributionTip::DistributionTip(QWidget* parent) : QWidget(parent, Qt::ToolTip) {
    setObjectName(QStringLiteral("distribution"));
    setAttribute(Qt::WA_ShowWithoutActivating);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Samples of a time"));
}

void DistributionTip::setTheme(ThemeKind kind) {
    theme_ = kind;
    update();
}

int DistributionTip::headHeight() const {
    return static_cast<int>(heading_.count(QLatin1Char('\n')) + 1) * fontMetrics().height() + 4;
}

QRectF DistributionTip::plot() const {
    const int line = fontMetrics().height();
    return QRectF(rect()).adjusted(kTipMargin, kTipMargin + headHeight(), -kTipMargin,
                                   -kTipMargin - line - 4);
}

double DistributionTip::x(double us) const {
    const auto area = plot();
    return area.left() + area.width() * (us - low_) / (high_ - low_);
}

void DistributionTip::showFor(const QString& heading, std::vector<Distribution> distributions,
                              QPoint place) {
    std::erase_if(distributions, [](const auto& one) { return one.samples.empty(); });
    distributions_ = std::move(distributions);
    heading_ = heading;
    if (distributions_.empty())
        return hide();
    low_ = high_ = distributions_.front().samples.front();
    QStringList sentences;
    for (const auto& one : distributions_) {
        const auto [least, most] = std::ranges::minmax(one.samples);
        low_ = std::min(low_, least);
        high_ = std::max(high_, most);
        sentences << sentenceOf(one);
    }
    // A time that hardly varies still has an axis with two marks on it.
    const double room = std::max((high_ - low_) * 0.06, high_ * 1e-3);
    low_ = std::max(0.0, low_ - room);
    high_ += room;
    setAccessibleDescription(sentences.join(QLatin1Char('\n')));
    const int line = fontMetrics().height();
    resize(kWidth, 2 * kTipMargin + headHeight() + line + 4 +
                       static_cast<int>(distributions_.size()) * (kLane + line));
    QPoint corner = place + QPoint(kOffset, kOffset);
    if (const auto* screen = QGuiApplication::screenAt(place)) {
        const auto all = screen->availableGeometry();
        if (corner.x() + width() > all.right())
            corner.setX(std::max(all.left(), place.x() - width() - kOffset));
        if (corner.y() + height() > all.bottom())
            corner.setY(std::max(all.top(), place.y() - height() - kOffset));
    }
    move(corner);
    show();
    update();
}

void DistributionTip::paintLane(QPainter& painter, const QRectF& lane,
                                const Distribution& distribution) const {
    const auto& theme = Theme::of(theme_);
    const auto& samples = distribution.samples;
    const auto colour = colourOf(theme, distribution.colour);
    const QRectF box(QPointF(x(quantile(samples, 0.25)), lane.top()),
                     QPointF(x(quantile(samples, 0.75)), lane.bottom()));
    painter.fillRect(box.adjusted(-0.5, 0, 0.5, 0), mix(theme.base, colour, 0.25));
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_ == ThemeKind::highContrast ? theme.text : colour);
    const double rows = std::max<double>(1, static_cast<double>(samples.size()) - 1);
    for (std::size_t i = 0; i < samples.size(); ++i)
        painter.drawEllipse(
            QPointF(x(samples[i]),
                    lane.top() + kDot + (lane.height() - 2 * kDot) * static_cast<double>(i) / rows),
            kDot, kDot);
    const double median = x(summarise(samples).median);
    painter.setPen(QPen(theme.text, 1.6));
    painter.drawLine(QPointF(median, lane.top()), QPointF(median, lane.bottom()));
}

void DistributionTip::paintEvent(QPaintEvent* /*event*/) {
    const auto& theme = Theme::of(theme_);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), theme.base);
    painter.setPen(theme.line);
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setPen(theme.text);
    painter.drawText(QRectF(rect()).adjusted(kTipMargin, kTipMargin, -kTipMargin, 0),
                     Qt::AlignLeft | Qt::AlignTop, heading_);
    const auto area = plot();
    const int line = fontMetrics().height();
    for (const double tick : ticksOf(low_, high_)) {
        painter.setPen(theme.line);
        painter.drawLine(QPointF(x(tick), area.top()), QPointF(x(tick), area.bottom()));
        painter.setPen(theme.mutedText);
        // The outermost ones stay inside the tip.
        const auto text = microseconds(tick);
        const double width = fontMetrics().horizontalAdvance(text) + 2;
        const double left = std::clamp(x(tick) - width / 2, area.left(), area.right() - width);
        painter.drawText(QRectF(left, area.bottom() + 2, width, line), Qt::AlignCenter, text);
    }
    double top = area.top();
    for (const auto& one : distributions_) {
        const auto summary = summarise(one.samples);
        painter.setPen(theme.text);
        painter.drawText(
            QRectF(area.left(), top, area.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
            fontMetrics().elidedText(
                tr("%1  median %2, half within %3")
                    .arg(one.name, microseconds(summary.median),
                         microseconds(quantile(one.samples, 0.75) - quantile(one.samples, 0.25))),
                Qt::ElideMiddle, static_cast<int>(area.width())));
        top += line;
        paintLane(painter, QRectF(area.left(), top + 3, area.width(), kLane - 8), one);
        top += kLane;
    }
}

} // namespace mw::viewers
