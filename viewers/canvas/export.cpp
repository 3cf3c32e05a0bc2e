#include "viewers/canvas/export.h"

#include "viewers/canvas/graph_canvas.h"

#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace mw::viewers {

namespace {

constexpr double kMaxPixels = 16384;

QSize wholeSize(const GraphCanvas& canvas) {
    const QSizeF size = canvas.sceneRect().size();
    return {static_cast<int>(std::ceil(size.width())), static_cast<int>(std::ceil(size.height()))};
}

Unexpected cannotWrite(const QString& path, const QString& why) {
    return fail("export-failed",
                "cannot write the picture " + path.toStdString() + ": " + why.toStdString());
}

} // namespace

Expected<void> exportPng(const GraphCanvas& canvas, const QString& path, double pixelRatio) {
    const QSize size = wholeSize(canvas);
    if (size.isEmpty())
        return fail("nothing-to-export", "there is no graph to draw");
    const double longest = std::max(size.width(), size.height());
    const double scale = std::min(pixelRatio, kMaxPixels / longest);
    QImage image((QSizeF(size) * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    QPainter painter(&image);
    canvas.render(painter, size);
    painter.end();
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !image.save(&file, "PNG") || !file.commit())
        return cannotWrite(path, file.errorString());
    return {};
}

Expected<void> exportSvg(const GraphCanvas& canvas, const QString& path) {
    const QSize size = wholeSize(canvas);
    if (size.isEmpty())
        return fail("nothing-to-export", "there is no graph to draw");
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return cannotWrite(path, file.errorString());
    QSvgGenerator svg;
    svg.setOutputDevice(&file);
    svg.setSize(size);
    svg.setViewBox(QRect(QPoint(0, 0), size));
    QPainter painter(&svg);
    canvas.render(painter, size);
    painter.end();
    if (!file.commit())
        return cannotWrite(path, file.errorString());
    return {};
}

Expected<void> exportPdf(const GraphCanvas& canvas, const QString& path) {
    const QSize size = wholeSize(canvas);
    if (size.isEmpty())
        return fail("nothing-to-export", "there is no graph to draw");
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return cannotWrite(path, file.errorString());
    QPdfWriter pdf(&file);
    pdf.setResolution(72); // one scene unit is one point
    pdf.setPageSize(QPageSize(QSizeF(size), QPageSize::Point));
    pdf.setPageMargins({});
    QPainter painter(&pdf);
    canvas.render(painter, size);
    painter.end();
    if (!file.commit())
        return cannotWrite(path, file.errorString());
    return {};
}

} // namespace mw::viewers
