// Texts of fixed size over the picture, and where there is room for them: names first, then what
// is said about elements, so that no time hides a name.
#include "core/support/index.h"
#include "viewers/canvas/scene_painter.h"
#include "viewers/layout/piece.h"
#include "viewers/scene/short_names.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace mw::viewers {

namespace {

constexpr double kNamePixels = 14;  ///< height of a name
constexpr double kBadgePixels = 16; ///< height of what is said about an element
constexpr double kTabMargin = 8;    ///< of a text in its tab, both sides together
constexpr double kInset = 2;        ///< of a name in its box
constexpr double kLeastName = 24;   ///< width
constexpr double kLeastBadged = 10; ///< width of a box that something is said about
constexpr std::size_t kMaxNames = 160;
constexpr std::size_t kMaxLabels = 640;
constexpr double kTabPixels = 10.5;

QFont labelFont(const Theme& theme) {
    QFont font = theme.mono;
    font.setPixelSize(static_cast<int>(kTabPixels));
    return font;
}

/// Labels that do not cover each other.
class Labels {
public:
    explicit Labels(const Theme& theme)
        : metrics_(labelFont(theme)), advance_(metrics_.horizontalAdvance(QLatin1Char('0'))) {}

    double width(const QString& text) const {
        const bool plain =
            std::ranges::all_of(text, [](QChar c) { return c >= u' ' && c < u'\x7f'; });
        // Shaping a text takes longer than all else of a label, and the font is monospaced.
        return kTabMargin + (plain ? advance_ * static_cast<double>(text.size())
                                   : metrics_.horizontalAdvance(text));
    }
    /// How many characters a tab of this width has room for.
    qsizetype characters(double width) const {
        return static_cast<qsizetype>((width - kTabMargin) / advance_);
    }
    bool isFree(const QRectF& place) const {
        const auto meets = [&](const QRectF& other) { return other.intersects(place); };
        return std::ranges::none_of(taken_, meets);
    }
    void reserve(const QRectF& place) { taken_.push_back(place); }
    void add(SceneLabel label) {
        taken_.push_back(label.place);
        all_.push_back(std::move(label));
    }
    /// At the first of the places that is free.
    void addAtOne(SceneLabel label, const std::vector<QRectF>& places) {
        const auto found =
            std::ranges::find_if(places, [this](const QRectF& place) { return isFree(place); });
        if (found == places.end())
            return;
        label.place = *found;
        add(std::move(label));
    }
    std::size_t size() const { return all_.size(); }
    std::vector<SceneLabel> take() { return std::move(all_); }

private:
    QFontMetricsF metrics_;
    double advance_;
    std::vector<QRectF> taken_;
    std::vector<SceneLabel> all_;
};

/// Over the border of a box, then outside of it.
std::vector<QRectF> badgePlaces(const QRectF& box, double width) {
    const double right = box.right() - width - kInset;
    const double half = kBadgePixels / 2;
    std::vector<QRectF> places;
    for (const QPointF& corner :
         {QPointF(right, box.top() - half), QPointF(box.center().x() - width / 2, box.top() - half),
          QPointF(right, box.bottom() - half), QPointF(right, box.top() - kBadgePixels - 1),
          QPointF(right, box.bottom() + 1), QPointF(box.right() + kInset, box.top())})
        places.emplace_back(corner, QSizeF(width, kBadgePixels));
    return places;
}

/// Of a name that is cut, a few letters at least, or what tells it from the others.
bool saysEnough(const QString& text, const SceneBox& box) {
    constexpr qsizetype kLeast = 5; // with the sign for what is left out
    const auto telling = box.title.mid(box.telling.from, box.telling.to - box.telling.from);
    return text == box.title || text.size() >= kLeast ||
           (!telling.isEmpty() && text.contains(telling));
}

/// The upper and the lower left corner.
std::vector<QRectF> namePlaces(const QRectF& box, double width) {
    const QSizeF size(std::min(width, box.width() - 2 * kInset), kNamePixels);
    std::vector<QRectF> places;
    if (size.width() < kLeastName || box.height() < kNamePixels + 1)
        return places;
    places.emplace_back(box.topLeft() + QPointF(kInset, kInset), size);
    places.emplace_back(QPointF(box.left() + kInset, box.bottom() - kNamePixels - kInset), size);
    return places;
}

} // namespace

/// Where the texts of a header stand.
QRectF ScenePainter::headerText(const SceneBox& box) const {
    const double sign = box.expandable ? layout::kSignWidth : 0;
    double width = advance_ * static_cast<double>(box.title.size());
    for (const auto& line : box.lines) {
        const double own = advance_ * static_cast<double>(line.size());
        width = box.flatHeader ? width + layout::kFlatGap + own : std::max(width, own);
    }
    return {box.rect.left(), box.rect.top(), layout::kTextMargin + sign + width, box.header};
}

/// Beside itself and what is around it, no other container.
bool ScenePainter::coversOthers(int box, const QRectF& place) const {
    return scene_.anyBoxIn(place, [&](int other) {
        const auto& shape = scene_.boxes()[asIndex(other)];
        const bool around = other <= box && shape.end > box;
        const bool inside = other > box && other < scene_.boxes()[asIndex(box)].end;
        return shape.container && !around && !inside;
    });
}

bool ScenePainter::coversInside(int box, const QRectF& place) const {
    return scene_.anyBoxIn(place, [&](int other) {
        const auto& shape = scene_.boxes()[asIndex(other)];
        return other > box && other < scene_.boxes()[asIndex(box)].end && shape.container &&
               shape.header > 0;
    });
}

std::vector<SceneLabel> ScenePainter::labels(const QRectF& area, const QTransform& toDevice) {
    findVisible(area);
    Labels labels(theme_);
    const QRectF screen = toDevice.mapRect(area);
    const auto isBlock = [this](int i) {
        return hidden_[asIndex(i)] || scene_.boxes()[asIndex(i)].collapsed;
    };
    const auto addName = [&](int i) {
        const auto& box = scene_.boxes()[asIndex(i)];
        if (!box.container || box.title.isEmpty() || (box.header <= 0 && !isBlock(i)) ||
            box.id == scene_.root()) // its name stands above the picture
            return;
        const QRectF on = toDevice.mapRect(box.rect).intersected(screen);
        const double whole = labels.width(box.title);
        auto places = namePlaces(on, whole);
        const bool overBorder = isBlock(i) || places.empty();
        if (box.kind != BoxKind::map && !isBlock(i)) // what is inside matters more
            std::erase_if(places, [&](const QRectF& place) {
                return coversInside(i, toDevice.inverted().mapRect(place));
            });
        const double least = labels.width(QStringLiteral("000"));
        if (overBorder) // if nothing is there
            for (const double wide : {whole, std::min(whole, std::max(on.width(), least))}) {
                const double left = std::clamp(on.center().x() - wide / 2, screen.left(),
                                               std::max(screen.left(), screen.right() - wide));
                const QRectF place(left, on.center().y() - kNamePixels / 2, wide, kNamePixels);
                if (!coversOthers(i, toDevice.inverted().mapRect(place)))
                    places.push_back(place);
            }
        for (const QRectF& place : places) {
            const QString text =
                shortened(box.title, box.telling, labels.characters(place.width()));
            if (!saysEnough(text, box) || !labels.isFree(place))
                continue;
            return labels.add({SceneLabel::Kind::name, i, place, text});
        }
    };
    const auto addBadge = [&](int i) {
        const auto& box = scene_.boxes()[asIndex(i)];
        const auto said = marks_.annotations.find(box.id);
        const bool drawn = box.container ? box.header > 0 || isBlock(i) : textVisible();
        if (said == marks_.annotations.end() || !drawn)
            return;
        const QRectF on = toDevice.mapRect(box.rect);
        if (on.width() >= kLeastBadged)
            labels.addAtOne({SceneLabel::Kind::badge, i, {}, said->second},
                            badgePlaces(on, labels.width(said->second)));
    };
    const auto addNumber = [&](int i) {
        const auto& line = scene_.lines()[asIndex(i)];
        const auto number = marks_.numbers.find(line.id);
        if (number == marks_.numbers.end())
            return;
        const QPointF middle = toDevice.map(line.labelAt);
        const QSizeF size(labels.width(number->second), kNamePixels);
        std::vector<QRectF> places;
        for (const double beside : {0.0, 1.0, -1.0})
            places.emplace_back(middle + QPointF(beside * (size.width() / 2 + 3) - size.width() / 2,
                                                 -kNamePixels / 2),
                                size);
        labels.addAtOne({SceneLabel::Kind::number, i, {}, number->second}, places);
    };
    const bool numbers = textVisible() && !marks_.numbers.empty();
    if (!textVisible()) {
        for (const int i : visible_)
            if (labels.size() < kMaxNames)
                addName(i);
    } else if (numbers || !marks_.annotations.empty()) {
        for (const int i : visible_) {
            const auto& box = scene_.boxes()[asIndex(i)];
            if (!box.container || box.header > 0)
                labels.reserve(toDevice.mapRect(box.container ? headerText(box) : box.rect));
        }
    }
    for (const int i : visible_)
        if (labels.size() < kMaxLabels)
            addBadge(i);
    if (numbers)
        for (const int i : scene_.linesIn(area))
            if (labels.size() < kMaxLabels)
                addNumber(i);
    return labels.take();
}

void ScenePainter::paintLabels(QPainter& painter, const std::vector<SceneLabel>& all) const {
    painter.save();
    painter.resetTransform();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(labelFont(theme_));
    const auto tab = [&](const SceneLabel& label, const QColor& fill, const QColor& ink) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawRoundedRect(label.place, 3, 3);
        painter.setPen(ink);
        painter.drawText(label.place, Qt::AlignCenter, label.text);
    };
    for (const auto& label : all)
        if (label.kind == SceneLabel::Kind::name) {
            const auto& box = scene_.boxes()[asIndex(label.index)];
            const QColor fill = headerOf(box);
            tab(label, fill, marks_.nodes.values.contains(box.id) ? readableOn(fill) : theme_.text);
        } else if (label.kind == SceneLabel::Kind::badge) {
            tab(label, theme_.accent, theme_.accentText);
        } else {
            tab(label, theme_.canvas, theme_.edgeText);
        }
    painter.restore();
}

} // namespace mw::viewers
