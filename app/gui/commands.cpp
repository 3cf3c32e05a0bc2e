#include "app/gui/commands.h"

#include "app/gui/command_palette.h"
#include "app/gui/docks.h"
#include "app/gui/file_keeper.h"
#include "app/gui/main_window.h"
#include "app/gui/samples.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/outline_panel.h"
#include "viewers/panels/problems_panel.h"
#include "viewers/panels/timings_panel.h"
#include "viewers/panels/transformation_panel.h"

namespace mw::app {

using viewers::GraphCanvas;
using viewers::qs;
using viewers::ThemeKind;

namespace {

/// Lives as long as the handlers, which refer to it.
class CommandMaker : public QObject {
public:
    explicit CommandMaker(MainWindow& window)
        : QObject(&window), window_(window), workspace_(window.workspace()),
          canvas_(window.canvas()) {}

    std::vector<ActionSpec> make() {
        file();
        edit();
        view();
        transform();
        run();
        help();
        return std::move(specs_);
    }

private:
    ActionSpec& add(const char* id, const QString& text, const QKeySequence& keys,
                    const QString& tip, std::function<void()> run) {
        specs_.push_back(
            {QString::fromLatin1(id), text, menu_, keys, tip, std::move(run), {}, {}, false, {}});
        return specs_.back();
    }
    /// As add(), for what needs an open graph.
    ActionSpec& addOpen(const char* id, const QString& text, const QKeySequence& keys,
                        const QString& tip, std::function<void()> run) {
        auto& spec = add(id, text, keys, tip, std::move(run));
        spec.enabled = [this] { return workspace_.isOpen(); };
        return spec;
    }

    void file() {
        menu_ = tr("&File");
        add("file-open", tr("&Open …"), QKeySequence::Open, tr("Opens a .sdfg or .sdfgz file"),
            [this] { window_.openFile({}); })
            .toolText = tr("Open");
        for (const auto& sample : samples())
            add("", tr("Sample: %1").arg(sample.name), {}, tr("Opens the sample"),
                [this, path = sample.path] { window_.openFile(path); })
                .id = QStringLiteral("open-sample-") + sample.name;
        addOpen("file-save", tr("&Save the variant as …"), QKeySequence::Save,
                tr("Writes the current variant to a file that you name; the input stays as it is"),
                [this] { window_.files().exportVariant(); })
            .separator = true;
        addOpen("file-export", tr("&Export the picture …"), {}, tr("As SVG, PDF or PNG"),
                [this] { window_.exportPicture(); });
        add("session-restore", tr("&Restore the last session"), {},
            tr("Opens its file and replays the recorded steps"),
            [this] { window_.files().restoreLast(); })
            .separator = true;
        add("file-next", tr("&Next open file"), QKeySequence(tr("Ctrl+Tab")),
            tr("Files that were opened stay open, with their variants and times"),
            [this] { window_.files().showNext(); })
            .enabled = [this] { return window_.files().hasOthers(); };
        addOpen("file-close", tr("&Close"), QKeySequence::Close,
                tr("Closes this program; its session is kept"),
                [this] { window_.files().closeProgram(); });
        add("quit", tr("&Quit"), QKeySequence::Quit, tr("Ends Mapwright"), [this] {
            window_.close();
        }).separator = true;
    }

    void edit() {
        menu_ = tr("&Edit");
        auto& undo =
            add("edit-undo", tr("&Undo"), QKeySequence::Undo,
                tr("Goes to the variant before the last step"), [this] { workspace_.undo(); });
        undo.enabled = [this] { return workspace_.isOpen() && workspace_.history()->canUndo(); };
        undo.toolText = tr("Undo");
        undo.separator = true;
        auto& redo = add("edit-redo", tr("&Redo"), QKeySequence(tr("Ctrl+Shift+Z")),
                         tr("Goes to the variant that was visited last from here"),
                         [this] { workspace_.redo(); });
        redo.enabled = [this] { return workspace_.isOpen() && workspace_.history()->canRedo(); };
        redo.toolText = tr("Redo");
        addOpen("goto-original", tr("Go to the &original"), {}, tr("The graph as it was opened"),
                [this] { workspace_.goTo(workspace_.history()->root().id); });
        auto& pin =
            addOpen("pin-current", tr("&Pin this variant"), QKeySequence(tr("Ctrl+P")),
                    tr("Pinned variants are verified and timed side by side"), [this] {
                        workspace_.setPinned(workspace_.current().id, !workspace_.current().pinned);
                    });
        pin.checked = [this] { return workspace_.isOpen() && workspace_.current().pinned; };
        pin.separator = true;
        pin.toolText = tr("Pin");
        addOpen("select-none", tr("Select &nothing"), {}, tr("Clears selection and highlights"),
                [this] {
                    workspace_.selection().set({});
                    workspace_.selection().setHighlights({});
                });
        addOpen("select-first-map", tr("Select the first &map"), {},
                tr("In the order of the program"), [this] { selectFirstMap(); });
        addOpen("find", tr("&Find in the outline"), QKeySequence::Find,
                tr("Filter by name, kind:map, range:K"), [this] {
                    window_.docks().show(QStringLiteral("outline"));
                    window_.docks().panel<viewers::OutlinePanel>().focusFilter();
                });
    }

    void selectFirstMap() {
        const auto index = workspace_.index();
        for (const auto state : index->states())
            for (const auto& node : index->find(state)->block->as<ir::State>()->nodes)
                if (node->as<ir::MapEntry>())
                    return workspace_.selection().set({node->id});
    }

    void view() {
        menu_ = tr("&View");
        addOpen("view-fit", tr("&Fit all"), QKeySequence(tr("Ctrl+0")), tr("The whole graph"),
                [this] { canvas_.fitAll(); })
            .toolText = tr("Fit");
        specs_.back().separator = true;
        addOpen("view-zoom-in", tr("Zoom &in"), QKeySequence::ZoomIn, tr("Larger"), [this] {
            canvas_.zoomIn();
        }).toolText = QStringLiteral("+");
        addOpen("view-zoom-out", tr("Zoom &out"), QKeySequence::ZoomOut, tr("Smaller"), [this] {
            canvas_.zoomOut();
        }).toolText = QStringLiteral("−");
        addOpen("view-zoom-100", tr("&100 %"), QKeySequence(tr("Ctrl+1")), tr("Natural size"),
                [this] { canvas_.zoomTo100(); });
        addOpen("view-frame-selection", tr("F&rame the selection"),
                QKeySequence(tr("Ctrl+Shift+F")), tr("Brings what is selected into view"),
                [this] { canvas_.frameSelection(); });
        addOpen("view-collapse-all", tr("&Collapse all"), {}, tr("Maps and states become blocks"),
                [this] { canvas_.collapseAll(); })
            .separator = true;
        addOpen("view-expand-all", tr("&Expand all"), {}, tr("Shows what is inside"),
                [this] { canvas_.expandAll(); });
        auto& volumes = addOpen("view-volumes", tr("&Volumes on edges"), {},
                                tr("Elements moved, as numbers at the edges"), [this] {
                                    canvas_.setVolumesVisible(!canvas_.areVolumesVisible());
                                });
        volumes.checked = [this] { return canvas_.areVolumesVisible(); };
        auto& map = addOpen("view-minimap", tr("&Minimap"), {}, tr("A small picture of it all"),
                            [this] { canvas_.setMinimapVisible(!canvas_.isMinimapVisible()); });
        map.checked = [this] { return canvas_.isMinimapVisible(); };
        themes();
        panels();
    }

    void themes() {
        const auto theme = [this](const char* id, const QString& text, ThemeKind kind) {
            auto& spec = add(id, text, {}, tr("Colours of the window and the graph"),
                             [this, kind] { window_.chooseTheme(kind); });
            spec.checked = [this, kind] { return window_.theme() == kind; };
            spec.separator = kind == ThemeKind::light;
        };
        theme("theme-light", tr("&Light"), ThemeKind::light);
        theme("theme-dark", tr("&Dark"), ThemeKind::dark);
        theme("theme-high-contrast", tr("&High contrast"), ThemeKind::highContrast);
    }

    void panels() {
        menu_ = tr("&Panels");
        for (const auto& entry : window_.docks().all())
            addOpen("", entry.info.title, entry.info.shortcut, tr("Brings the panel to the front"),
                    [this, id = entry.info.id] { window_.docks().show(id); })
                .id = QStringLiteral("show-") + entry.info.id;
        addOpen("reset-layout", tr("&Reset the layout"), {}, tr("Puts every panel where it was"),
                [this] { window_.docks().resetLayout(); })
            .separator = true;
    }

    void transform() {
        menu_ = tr("&Transform");
        addOpen("apply-first-fusion", tr("&Fuse the first pair of maps"),
                QKeySequence(tr("Ctrl+Shift+M")),
                tr("Vertical map fusion at the first place where it applies"),
                [this] { workspace_.applyFirst(QStringLiteral("map-fusion-vertical")); });
        specs_.back().toolText = tr("Fuse first");
        specs_.back().separator = true;
        addOpen("apply-all-fusion", tr("Fuse &everywhere"), {},
                tr("Vertical map fusion again and again until no place is left"),
                [this] { workspace_.applyAll(QStringLiteral("map-fusion-vertical"), {}); });
        addOpen("repair-all", tr("&Repair all findings"), {},
                tr("What the Problems tab shows with an obvious repair, one step each"), [this] {
                    workspace_.repair(window_.docks().panel<viewers::ProblemsPanel>().repairable());
                });
        addOpen("show-first-refusal", tr("Show the first &refusal"), {},
                tr("Why a transformation does not apply, with what blocks it"), [this] {
                    window_.docks().show(QStringLiteral("transformations"));
                    window_.docks().panel<viewers::TransformationPanel>().showFirstRefusal();
                });
        for (const auto* each : transforms::registry())
            transformation(*each);
    }

    void transformation(const transforms::Transformation& each) {
        const auto name = qs(each.name);
        addOpen("", tr("%1: first place").arg(qs(each.title)), {}, qs(each.summary),
                [this, name, &each] {
                    workspace_.applyFirst(
                        name,
                        window_.docks().panel<viewers::TransformationPanel>().params(each.name));
                })
            .id = QStringLiteral("apply-first-") + name;
        specs_.back().separator = true;
        addOpen("", tr("%1: everywhere").arg(qs(each.title)), {}, qs(each.summary),
                [this, name, &each] {
                    workspace_.applyAll(
                        name,
                        window_.docks().panel<viewers::TransformationPanel>().params(each.name));
                })
            .id = QStringLiteral("apply-all-") + name;
    }

    void run() {
        menu_ = tr("&Run");
        auto& bench =
            addOpen("run-bench", tr("&Verify and time pinned variants"), QKeySequence(tr("Ctrl+R")),
                    tr("Compares the outputs, then times the variants interleaved"),
                    [this] { window_.startBench(); });
        bench.toolText = tr("Run");
        auto& cancel = add("cancel", tr("&Cancel"), {}, tr("Cancels what is running"),
                           [this] { window_.cancelWork(); });
        cancel.enabled = [this] { return !window_.jobs().isIdle(); };
        const auto measured = [this] { return workspace_.benchResult().has_value(); };
        add("copy-markdown", tr("Copy the table as &Markdown"), {},
            tr("The timings, for an issue or a page"),
            [this] { window_.docks().panel<viewers::TimingsPanel>().copyMarkdown(); })
            .enabled = measured;
        specs_.back().separator = true;
        add("copy-csv", tr("Copy the table as C&SV"), {}, tr("All numbers of the timings"), [this] {
            window_.docks().panel<viewers::TimingsPanel>().copyCsv();
        }).enabled = measured;
        add("save-report", tr("Save the &report …"), {}, tr("One HTML file with table and bars"),
            [this] { window_.saveReport(); })
            .enabled = measured;
        add("find-devices", tr("Look for &devices again"), {},
            tr("After a driver or a toolkit was installed"), [this] { window_.findDevices(); });
    }

    void help() {
        menu_ = tr("&Help");
        add("palette", tr("&Command palette"), QKeySequence(tr("Ctrl+Shift+P")),
            tr("All actions by name"), [this] { window_.palettePopup().open(); });
    }

    MainWindow& window_;
    Workspace& workspace_;
    GraphCanvas& canvas_;
    QString menu_;
    std::vector<ActionSpec> specs_;
};

} // namespace

std::vector<ActionSpec> makeCommands(MainWindow& window) {
    return (new CommandMaker(window))->make(); // owned by the window
}

} // namespace mw::app
