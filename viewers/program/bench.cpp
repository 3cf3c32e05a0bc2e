// Times what a user waits for in the program view: opening and scrolling.
#include "viewers/program/bench.h"

#include "core/support/statistics.h"
#include "viewers/program/program_view.h"

#include <QImage>
#include <QPainter>
#include <QScrollBar>

#include <chrono>
#include <vector>

namespace mw::viewers {

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

void paintOnce(ProgramView& view, QImage& image) {
    QPainter painter(&image);
    view.QWidget::render(&painter, QPoint(), QRegion(), QWidget::DrawChildren);
}

} // namespace

ProgramBench benchProgramView(const std::function<ir::DocumentPtr()>& load, int repeats) {
    constexpr int kFrames = 60;
    ProgramBench bench;
    QImage image(1600, 1000, QImage::Format_RGB32);
    std::vector<double> pictures, lists, frames;
    for (int i = 0; i <= repeats; ++i) {
        const auto begin = Clock::now();
        const auto document = load();
        if (!document)
            return {};
        const auto read = Clock::now();
        const auto sheet = std::make_shared<const ProgramSheet>(sheetOf(*document, {}));
        const double listed = since(read);
        ProgramView view;
        view.resize(image.size());
        view.setSheet(sheet);
        paintOnce(view, image);
        if (i == 0)
            continue; // warm-up
        pictures.push_back(since(begin));
        lists.push_back(listed);
        bench.rows = sheet->rows.size();
        bench.lanes = sheet->lanes.size();
        for (int f = 0; f < kFrames; ++f) {
            for (auto* bar : {view.verticalScrollBar(), view.horizontalScrollBar()})
                bar->setValue(bar->maximum() * f / (kFrames - 1));
            const auto frame = Clock::now();
            paintOnce(view, image);
            frames.push_back(since(frame));
        }
    }
    bench.firstPicture = summarise(pictures).median;
    bench.firstPictureP95 = quantile(pictures, 0.95);
    bench.list = summarise(lists).median;
    bench.frameP95 = quantile(frames, 0.95);
    return bench;
}

} // namespace mw::viewers
