// Times what a user waits for on the canvas: opening, frames, hit tests, collapsing.
#include "viewers/canvas/bench.h"

#include "core/analysis/kernel_names.h"
#include "core/support/statistics.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/canvas/layout_worker.h"
#include "viewers/canvas/scene_painter.h"
#include "viewers/canvas/viewport.h"

#include <QCoreApplication>
#include <QImage>
#include <QPainter>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <unistd.h>
#include <vector>

namespace mw::viewers {

namespace {

constexpr int kWidth = 1600;
constexpr int kHeight = 1000;

class Stopwatch {
public:
    double lap() {
        const auto now = std::chrono::steady_clock::now();
        const double ms = std::chrono::duration<double, std::milli>(now - last_).count();
        last_ = now;
        return ms;
    }

private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

double median(const std::vector<double>& values) {
    return quantile(values, 0.5);
}

void paintOnce(GraphCanvas& canvas, QImage& image) {
    QPainter painter(&image);
    canvas.QWidget::render(&painter, QPoint(), QRegion(), QWidget::DrawWindowBackground);
}

void awaitLayout(const GraphCanvas& canvas) {
    while (canvas.isLayoutRunning())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

/// The most that there can be to draw.
void showEverything(GraphCanvas& canvas) {
    canvas.enter({});
    canvas.expandAll();
    awaitLayout(canvas);
}

layout::Options plainOptions(const GraphCanvas& canvas) {
    layout::Options options;
    options.collapsed = canvas.collapsed();
    options.useCache = false;
    return options;
}

struct Opening {
    std::vector<double> open, layout, scene, paint, total;
};

void openOnce(const std::function<ir::DocumentPtr()>& load, GraphCanvas& canvas, QImage& image,
              CanvasBench& result, Opening* times) {
    Stopwatch total;
    Stopwatch watch;
    const auto document = load();
    const double open = watch.lap();
    if (!document)
        return;
    auto options = plainOptions(canvas);
    options.names = analysis::sharedKernelNames(document);
    auto layout = sharedLayouter().layout(*document, options);
    const double layoutTime = watch.lap();
    const auto scene = std::make_shared<const Scene>(document, std::move(*layout));
    const double sceneTime = watch.lap();
    Viewport view;
    view.size = QSizeF(kWidth, kHeight);
    view.frame(scene->bounds(), 4, 1);
    {
        QPainter painter(&image);
        painter.fillRect(image.rect(), Theme::of(canvas.theme()).canvas);
        painter.setTransform(view.transform());
        const Marks marks;
        ScenePainter drawing(*scene, Theme::of(canvas.theme()), marks, view.scale);
        drawing.paintBase(painter, view.visible());
        drawing.paintLabels(painter, drawing.labels(view.visible(), painter.transform()));
    }
    const double paint = watch.lap();
    result.nodes = static_cast<int>(scene->boxes().size());
    result.edges = static_cast<int>(scene->lines().size());
    if (!times)
        return;
    times->open.push_back(open);
    times->layout.push_back(layoutTime);
    times->scene.push_back(sceneTime);
    times->paint.push_back(paint);
    times->total.push_back(total.lap());
}

/// Pans in steps of 12 pixels at several scales, from the one that fits to 100 %.
void benchFrames(GraphCanvas& canvas, QImage& image, CanvasBench& result) {
    std::vector<double> frames;
    canvas.fitAll();
    const double fit = canvas.scale();
    for (const double scale : {fit, std::sqrt(fit), 1.0}) {
        canvas.setView(canvas.sceneRect().center(), scale);
        paintOnce(canvas, image);
        for (int step = 0; step < 40; ++step) {
            const double direction = step % 20 < 10 ? 1 : -1;
            canvas.setView(canvas.centre() + QPointF(12, 7) * (direction / scale), scale);
            Stopwatch watch;
            paintOnce(canvas, image);
            frames.push_back(watch.lap());
        }
    }
    result.frameMedian = median(frames);
    result.frameP95 = quantile(frames, 0.95);
}

void benchHits(GraphCanvas& canvas, CanvasBench& result) {
    std::vector<double> hits;
    canvas.fitAll();
    for (const double scale : {canvas.scale(), 1.0}) {
        canvas.setView(canvas.sceneRect().center(), scale);
        for (int y = 5; y < kHeight; y += 37) {
            for (int x = 5; x < kWidth; x += 41) {
                Stopwatch watch;
                canvas.elementAt(QPointF(x, y));
                hits.push_back(watch.lap());
            }
        }
    }
    result.hitTestP99 = quantile(hits, 0.99);
}

ElementId largestScope(const layout::Layout& layout) {
    ElementId best;
    int most = 0;
    for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
        const auto& box = layout.boxes[i];
        const int inside = box.end - static_cast<int>(i);
        const bool scope = box.kind == BoxKind::map || box.kind == BoxKind::nested;
        if (scope && inside > most) {
            most = inside;
            best = box.id;
        }
    }
    return best;
}

void benchCollapse(GraphCanvas& canvas, QImage& image, int repeats, CanvasBench& result) {
    const auto document = canvas.document();
    const auto layout = sharedLayouter().layout(*document, {});
    const ElementId scope = largestScope(*layout);
    if (!scope)
        return;
    std::vector<double> collapse;
    std::vector<double> expand;
    for (int i = 0; i <= repeats; ++i) {
        for (const bool closing : {true, false}) {
            Stopwatch watch;
            canvas.setCollapsed(closing ? std::set<ElementId>{scope} : std::set<ElementId>{});
            awaitLayout(canvas);
            paintOnce(canvas, image);
            if (i > 0)
                (closing ? collapse : expand).push_back(watch.lap());
        }
    }
    result.collapse = median(collapse);
    result.collapseP95 = quantile(collapse, 0.95);
    result.expand = median(expand);
    result.expandP95 = quantile(expand, 0.95);
}

} // namespace

/// Linux only.
double residentMegabytes() {
    long pages = 0;
    long resident = 0;
    if (FILE* file = std::fopen("/proc/self/statm", "r")) {
        const int read = std::fscanf(file, "%ld %ld", &pages, &resident);
        std::fclose(file);
        if (read == 2)
            return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) /
                   (1024.0 * 1024.0);
    }
    return 0;
}

CanvasBench benchCanvas(const std::function<ir::DocumentPtr()>& load, int repeats) {
    CanvasBench result;
    const auto document = load();
    if (!document)
        return result;
    GraphCanvas canvas;
    canvas.resize(kWidth, kHeight);
    QImage image(kWidth, kHeight, QImage::Format_RGB32);
    sharedLayouter().startHelper();
    Opening times;
    openOnce(load, canvas, image, result, nullptr);
    for (int i = 0; i < repeats; ++i)
        openOnce(load, canvas, image, result, &times);
    result.open = median(times.open);
    result.layout = median(times.layout);
    result.scene = median(times.scene);
    result.firstPaint = median(times.paint);
    result.firstPicture = median(times.total);
    result.firstPictureP95 = quantile(times.total, 0.95);
    canvas.setDocumentNow(document);
    showEverything(canvas);
    paintOnce(canvas, image);
    benchFrames(canvas, image, result);
    benchHits(canvas, result);
    benchCollapse(canvas, image, repeats, result);
    result.residentMegabytes = residentMegabytes();
    return result;
}

} // namespace mw::viewers
