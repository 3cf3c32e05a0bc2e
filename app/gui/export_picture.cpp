// The picture of the graph as a file that the user names.
#include "app/gui/export_picture.h"

#include "app/gui/docks.h"
#include "app/gui/main_window.h"
#include "app/gui/notices.h"
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "app/gui/window_parts.h"
#include "app/gui/workspace.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/panels/roofline_view.h"
#include "viewers/panels/timings_panel.h"
#include "viewers/program/program_view.h"

#include <QFileDialog>
#include <QFileInfo>

namespace mw::app {

using namespace viewers;

namespace {

Picture shownPicture(const PaneArea& panes) {
    if (panes.view() == PaneView::canvas)
        return pictureOf(panes.canvas());
    const auto& view = panes.programView();
    return {view.wholeSize(),
            [&view](QPainter& painter, QSize size) { view.render(painter, size); }};
}

void exportAs(WindowParts& parts, const Picture& picture, const QString& name) {
    const auto file =
        QFileDialog::getSaveFileName(&parts.window, MainWindow::tr("Export the picture"), name,
                                     MainWindow::tr("SVG (*.svg);;PDF (*.pdf);;PNG (*.png)"));
    if (file.isEmpty())
        return;
    if (const auto free = parts.workspace.checkNoInput(file); !free)
        return parts.notices.fail(free.error(), MainWindow::tr("Not exported"));
    if (const auto done = exportPicture(picture, file); !done)
        parts.notices.fail(done.error(), MainWindow::tr("Not exported"));
    else
        parts.notices.say(MainWindow::tr("Exported %1").arg(file));
}

constexpr QSize kRooflineSize{900, 600};

} // namespace

void exportPicture(WindowParts& parts) {
    exportAs(parts, shownPicture(parts.panes), parts.workspace.fileStem() + QStringLiteral(".svg"));
}

Expected<void> exportPicture(const Picture& picture, const QString& file) {
    const auto suffix = QFileInfo(file).suffix().toLower();
    return suffix == QLatin1String("png")   ? exportPng(picture, file, 2)
           : suffix == QLatin1String("pdf") ? exportPdf(picture, file)
                                            : exportSvg(picture, file);
}

Picture rooflinePicture(WindowParts& parts) {
    const auto& roofline = parts.docks.panel<TimingsPanel>().roofline();
    return {kRooflineSize,
            [&roofline](QPainter& painter, QSize size) { roofline.draw(painter, size); }};
}

void exportRoofline(WindowParts& parts) {
    exportAs(parts, rooflinePicture(parts),
             parts.workspace.fileStem() + QStringLiteral("-roofline.svg"));
}

} // namespace mw::app
