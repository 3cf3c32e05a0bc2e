// The picture of the graph as a file that the user names.
#include "app/gui/export_picture.h"

#include "app/gui/docks.h"
#include "app/gui/main_window.h"
#include "app/gui/notices.h"
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "app/gui/save_dialog.h"
#include "app/gui/window_parts.h"
#include "app/gui/workspace.h"
#include "app/workbench/dot_text.h"
#include "core/io/file.h"
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

/// `graph`: of which the picture is, for Graphviz; null: of none.
void write(WindowParts& parts, const Picture& picture, const ir::DocumentPtr& graph,
           const QString& file) {
    if (const auto free = parts.workspace.checkNoInput(file); !free)
        return parts.notices.fail(free.error(), MainWindow::tr("Not exported"));
    const bool asText = graph && QFileInfo(file).suffix().toLower() == QLatin1String("dot");
    const auto done = asText
                          ? io::writeFileAtomically(file.toStdString(), workbench::dotText(*graph))
                          : exportPicture(picture, file);
    if (!done)
        parts.notices.fail(done.error(), MainWindow::tr("Not exported"));
    else
        parts.notices.wrote(MainWindow::tr("Exported %1").arg(file), file);
}

void exportAs(WindowParts& parts, const Picture& picture, const ir::DocumentPtr& graph,
              const QString& name) {
    QString kinds = MainWindow::tr("SVG (*.svg);;PDF (*.pdf);;PNG (*.png)");
    if (graph)
        kinds += QStringLiteral(";;Graphviz (*.dot)");
    auto* dialog = saveDialog(&parts.window, "export-picture", MainWindow::tr("Export the picture"),
                              suggestedFile(parts.workspace, name), kinds);
    QObject::connect(
        dialog, &QFileDialog::fileSelected, &parts.window,
        [&parts, picture, graph](const QString& file) { write(parts, picture, graph, file); });
    dialog->open();
}

constexpr QSize kRooflineSize{900, 600};

} // namespace

void exportPicture(WindowParts& parts) {
    exportAs(parts, shownPicture(parts.panes), parts.workspace.current().document,
             parts.workspace.fileStem() + QStringLiteral(".svg"));
}

Expected<void> exportPicture(const Picture& picture, const QString& file) {
    const auto suffix = QFileInfo(file).suffix().toLower();
    if (suffix == QLatin1String("svg"))
        return exportSvg(picture, file);
    if (suffix == QLatin1String("pdf"))
        return exportPdf(picture, file);
    if (suffix == QLatin1String("png"))
        return exportPng(picture, file, 2);
    return fail(
        "unknown-format",
        "A picture is written as .svg, .pdf or .png (a graph also as .dot): name the file so.",
        {file.toStdString(), "", {}});
}

Picture rooflinePicture(WindowParts& parts) {
    const auto& roofline = parts.docks.panel<TimingsPanel>().roofline();
    return {kRooflineSize,
            [&roofline](QPainter& painter, QSize size) { roofline.draw(painter, size); }};
}

void exportRoofline(WindowParts& parts) {
    exportAs(parts, rooflinePicture(parts), nullptr,
             parts.workspace.fileStem() + QStringLiteral("-roofline.svg"));
}

} // namespace mw::app
