// The picture of the whole graph as SVG, PDF or PNG.
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

void paint(const GraphCanvas& canvas, QPaintDevice& device, QSize size) {
    QPainter painter(&device);
    canvas.render(painter, size);
}

/// `draw(file, size)` writes the picture; false when that fails. What was there stays until then.
template <class Draw>
Expected<void> write(const GraphCanvas& canvas, const QString& path, const Draw& draw) {
    const QSize size = wholeSize(canvas);
    if (size.isEmpty())
        return fail("nothing-to-export", "there is no graph to draw");
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !draw(file, size) || !file.commit())
        return fail("export-failed", "cannot write the picture " + path.toStdString() + ": " +
                                         file.errorString().toStdString());
    return {};
}

} // namespace

Expected<void> exportPng(const GraphCanvas& canvas, const QString& path, double pixelRatio) {
    return write(canvas, path, [&](QSaveFile& file, QSize size) {
        const double longest = std::max(size.width(), size.height());
        const double scale = std::min(pixelRatio, kMaxPixels / longest);
        QImage image((QSizeF(size) * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(scale);
        paint(canvas, image, size);
        return image.save(&file, "PNG");
    });
}

Expected<void> exportSvg(const GraphCanvas& canvas, const QString& path) {
    return write(canvas, path, [&](QSaveFile& file, QSize size) {
        QSvgGenerator svg;
        svg.setOutputDevice(&file);
        svg.setSize(size);
        svg.setViewBox(QRect(QPoint(0, 0), size));
        paint(canvas, svg, size);
        return true;
    });
}

Expected<void> exportPdf(const GraphCanvas& canvas, const QString& path) {
    return write(canvas, path, [&](QSaveFile& file, QSize size) {
        QPdfWriter pdf(&file);
        pdf.setResolution(72); // one scene unit is one point
        pdf.setPageSize(QPageSize(QSizeF(size), QPageSize::Point));
        pdf.setPageMargins({});
        paint(canvas, pdf, size);
        return true;
    });
}

} // namespace mw::viewers
