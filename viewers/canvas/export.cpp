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

void paint(const Picture& picture, QPaintDevice& device) {
    QPainter painter(&device);
    picture.paint(painter, picture.size);
}

/// `draw(file, size)` writes the picture; false when that fails. What was there stays until then.
template <class Draw>
Expected<void> write(const Picture& picture, const QString& path, const Draw& draw) {
    const QSize size = picture.size;
    if (size.isEmpty())
        return fail("nothing-to-export", "there is no graph to draw");
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !draw(file, size) || !file.commit())
        return fail("export-failed", "cannot write the picture " + path.toStdString() + ": " +
                                         file.errorString().toStdString());
    return {};
}

} // namespace

Picture pictureOf(const GraphCanvas& canvas) {
    const QSizeF size = canvas.sceneRect().size();
    return {{static_cast<int>(std::ceil(size.width())), static_cast<int>(std::ceil(size.height()))},
            [&canvas](QPainter& painter, QSize whole) { canvas.render(painter, whole); }};
}

Expected<void> exportPng(const Picture& picture, const QString& path, double pixelRatio) {
    return write(picture, path, [&](QSaveFile& file, QSize size) {
        const double longest = std::max(size.width(), size.height());
        const double scale = std::min(pixelRatio, kMaxPixels / longest);
        QImage image((QSizeF(size) * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(scale);
        paint(picture, image);
        return image.save(&file, "PNG");
    });
}

Expected<void> exportSvg(const Picture& picture, const QString& path) {
    return write(picture, path, [&](QSaveFile& file, QSize size) {
        QSvgGenerator svg;
        svg.setOutputDevice(&file);
        svg.setSize(size);
        svg.setViewBox(QRect(QPoint(0, 0), size));
        paint(picture, svg);
        return true;
    });
}

Expected<void> exportPdf(const Picture& picture, const QString& path) {
    return write(picture, path, [&](QSaveFile& file, QSize size) {
        QPdfWriter pdf(&file);
        pdf.setResolution(72); // one scene unit is one point
        pdf.setPageSize(QPageSize(QSizeF(size), QPageSize::Point));
        pdf.setPageMargins({});
        paint(picture, pdf);
        return true;
    });
}

} // namespace mw::viewers
