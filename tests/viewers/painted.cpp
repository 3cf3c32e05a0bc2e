// Notes texts where they are painted, by a paint engine of its own in front of a picture.
#include "tests/viewers/painted.h"

#include <QFontMetricsF>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <optional>

namespace mw::test {

namespace {

double channel(double value) {
    return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminanceOf(const QColor& colour) {
    return 0.2126 * channel(colour.redF()) + 0.7152 * channel(colour.greenF()) +
           0.0722 * channel(colour.blueF());
}

QColor over(const QColor& ink, const QColor& ground) {
    const auto a = ink.alphaF();
    return QColor::fromRgbF(ink.redF() * a + ground.redF() * (1 - a),
                            ink.greenF() * a + ground.greenF() * (1 - a),
                            ink.blueF() * a + ground.blueF() * (1 - a));
}

/// Paints into a picture what it is told, but texts, which it notes.
class NotingEngine : public QPaintEngine {
public:
    NotingEngine(QImage& picture, std::vector<PaintedText>& texts)
        : QPaintEngine(AllFeatures), picture_(picture), texts_(texts) {}

    using QPaintEngine::drawEllipse;
    using QPaintEngine::drawLines;
    using QPaintEngine::drawRects;

    bool begin(QPaintDevice*) override { return out_.begin(&picture_); }
    bool end() override {
        out_.end();
        return true;
    }
    Type type() const override { return User; }

    void updateState(const QPaintEngineState& now) override {
        const auto dirty = now.state();
        if (dirty & DirtyTransform)
            transform_ = now.transform();
        if (dirty & DirtyPen)
            pen_ = now.pen();
        if (dirty & DirtyBrush)
            brush_ = now.brush();
        if (dirty & DirtyBrushOrigin)
            origin_ = now.brushOrigin();
        if (dirty & DirtyHints)
            hints_ = now.renderHints();
        if (dirty & DirtyOpacity)
            opacity_ = now.opacity();
        if (dirty & DirtyCompositionMode)
            mode_ = now.compositionMode();
        if (dirty & DirtyClipRegion) {
            QPainterPath path;
            path.addRegion(now.clipRegion());
            clip(now, path);
        }
        if (dirty & DirtyClipPath)
            clip(now, now.clipPath());
        if (dirty & DirtyClipEnabled)
            clips_ = now.isClipEnabled();
    }

    void drawPath(const QPainterPath& path) override {
        paint([&] { out_.drawPath(path); });
    }
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
        paint([&] {
            if (mode == PolylineMode)
                out_.drawPolyline(points, count);
            else
                out_.drawPolygon(points, count,
                                 mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
        });
    }
    void drawPolygon(const QPoint* points, int count, PolygonDrawMode mode) override {
        const QList<QPointF> all(points, points + count);
        drawPolygon(all.constData(), count, mode);
    }
    void drawRects(const QRectF* rects, int count) override {
        paint([&] { out_.drawRects(rects, count); });
    }
    void drawLines(const QLineF* lines, int count) override {
        paint([&] { out_.drawLines(lines, count); });
    }
    void drawEllipse(const QRectF& rect) override {
        paint([&] { out_.drawEllipse(rect); });
    }
    void drawPixmap(const QRectF& to, const QPixmap& pixmap, const QRectF& from) override {
        paint([&] { out_.drawPixmap(to, pixmap, from); });
    }
    void drawTiledPixmap(const QRectF& rect, const QPixmap& pixmap, const QPointF& at) override {
        paint([&] { out_.drawTiledPixmap(rect, pixmap, at); });
    }
    void drawImage(const QRectF& to, const QImage& image, const QRectF& from,
                   Qt::ImageConversionFlags flags) override {
        paint([&] { out_.drawImage(to, image, from, flags); });
    }

    void drawTextItem(const QPointF& at, const QTextItem& item) override {
        PaintedText text;
        text.text = item.text();
        text.colour = pen_.color();
        if (text.text.trimmed().isEmpty() || text.colour.alpha() == 0)
            return;
        const QRectF ink = QFontMetricsF(item.font()).tightBoundingRect(text.text);
        text.whole = transform_.mapRect(ink.translated(at));
        text.ink = text.whole & QRectF(picture_.rect());
        const auto bounds = clipBounds();
        if (bounds)
            text.ink = text.ink & *bounds;
        if (text.ink.isEmpty())
            return;
        look(text);
        texts_.push_back(std::move(text));
    }

    /// Once everything is painted.
    void compare() {
        for (std::size_t i = 0; i < texts_.size(); ++i)
            texts_[i].isPaintedOver = picture_.copy(placeOf(texts_[i])) != grounds_[i];
    }

private:
    static QRect placeOf(const PaintedText& text) { // Without pixels that it only touches.
        return text.ink.adjusted(0.5, 0.5, -0.5, -0.5).toAlignedRect();
    }

    /// What is below a text.
    void look(PaintedText& text) {
        constexpr double kAlike = 1.2; // one line of a table and the next
        grounds_.push_back(picture_.copy(placeOf(text)));
        const auto& ground = grounds_.back();
        const QRgb first = ground.isNull() ? 0 : ground.pixel(0, 0);
        for (int y = 0; y < ground.height(); ++y)
            for (int x = 0; x < ground.width(); ++x) {
                const QRgb below = ground.pixel(x, y);
                if (below == first && (x > 0 || y > 0))
                    continue;
                text.isGroundEven &= contrastOf(QColor(below), QColor(first)) < kAlike;
                text.contrast = std::min(
                    text.contrast, contrastOf(over(text.colour, QColor(below)), QColor(below)));
            }
    }

    void clip(const QPaintEngineState& now, const QPainterPath& path) {
        switch (now.clipOperation()) {
        case Qt::NoClip:
            clipPath_ = {};
            hasClip_ = false;
            break;
        case Qt::ReplaceClip:
            clipPath_ = now.transform().map(path);
            hasClip_ = true;
            break;
        case Qt::IntersectClip:
            clipPath_ = hasClip_ ? clipPath_.intersected(now.transform().map(path))
                                 : now.transform().map(path);
            hasClip_ = true;
            break;
        }
        clips_ = hasClip_;
    }
    std::optional<QRectF> clipBounds() const {
        std::optional<QRectF> bounds;
        if (clips_ && hasClip_)
            bounds = clipPath_.boundingRect();
        if (const QRegion all = systemClip(); !all.isEmpty())
            bounds = bounds ? *bounds & QRectF(all.boundingRect()) : QRectF(all.boundingRect());
        return bounds;
    }

    template <typename Draw>
    void paint(const Draw& draw) {
        out_.save();
        if (const QRegion all = systemClip(); !all.isEmpty())
            out_.setClipRegion(all);
        if (clips_ && hasClip_)
            out_.setClipPath(clipPath_, Qt::IntersectClip);
        out_.setTransform(transform_);
        out_.setPen(pen_);
        out_.setBrush(brush_);
        out_.setBrushOrigin(origin_);
        out_.setRenderHints(hints_);
        out_.setOpacity(opacity_);
        out_.setCompositionMode(mode_);
        draw();
        out_.restore();
    }

    QImage& picture_;
    std::vector<PaintedText>& texts_;
    std::vector<QImage> grounds_; ///< as texts_
    QPainter out_;
    QTransform transform_;
    QPen pen_;
    QBrush brush_;
    QPointF origin_;
    QPainter::RenderHints hints_;
    double opacity_ = 1;
    QPainter::CompositionMode mode_ = QPainter::CompositionMode_SourceOver;
    QPainterPath clipPath_; ///< in pixels of the picture
    bool hasClip_ = false, clips_ = false;
};

class NotingDevice : public QPaintDevice {
public:
    NotingDevice(QImage& picture, std::vector<PaintedText>& texts)
        : picture_(picture), engine_(picture, texts) {}
    QPaintEngine* paintEngine() const override { return &engine_; }
    void compare() { engine_.compare(); }

protected:
    int metric(PaintDeviceMetric which) const override {
        switch (which) {
        case PdmWidth:
            return picture_.width();
        case PdmHeight:
            return picture_.height();
        case PdmDevicePixelRatioScaled:
            return static_cast<int>(devicePixelRatioFScale());
        case PdmDevicePixelRatio:
            return 1;
        case PdmDepth:
            return 32;
        default:
            return static_cast<const QPaintDevice&>(picture_).logicalDpiX();
        }
    }

private:
    QImage& picture_;
    mutable NotingEngine engine_;
};

} // namespace

double contrastOf(const QColor& a, const QColor& b) {
    const double one = luminanceOf(a) + 0.05, other = luminanceOf(b) + 0.05;
    return std::max(one, other) / std::min(one, other);
}

bool PaintedText::isCut() const {
    constexpr double kBlur = 1; // pixels
    return text.contains(QChar(0x2026)) || ink.width() < whole.width() - kBlur ||
           ink.height() < whole.height() - kBlur;
}

Painted paintedBy(QSize size, const QColor& ground, const std::function<void(QPainter&)>& draw) {
    Painted painted;
    painted.picture = QImage(size, QImage::Format_RGB32);
    painted.picture.fill(ground);
    NotingDevice device(painted.picture, painted.texts);
    {
        QPainter painter(&device);
        draw(painter);
    }
    device.compare();
    return painted;
}

Painted paintedBy(QWidget& widget) {
    return paintedBy(widget.size(), widget.palette().color(QPalette::Window),
                     [&widget](QPainter& painter) { widget.render(&painter); });
}

QStringList collisions(const std::vector<PaintedText>& texts) {
    constexpr double kTouch = 0.75; // pixels
    QStringList found;
    for (std::size_t i = 0; i < texts.size(); ++i)
        for (std::size_t k = i + 1; k < texts.size(); ++k) {
            const QRectF both = texts[i].ink & texts[k].ink;
            if (both.width() > kTouch && both.height() > kTouch)
                found << texts[i].text + QStringLiteral(" | ") + texts[k].text;
        }
    return found;
}

} // namespace mw::test
