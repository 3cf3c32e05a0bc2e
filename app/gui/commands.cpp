// What a user can do with files, variants and measurements: File, Edit, Run, Help.
#include "app/gui/commands.h"

#include "app/gui/command_list.h"
#include "app/gui/command_palette.h"
#include "app/gui/docks.h"
#include "app/gui/export_picture.h"
#include "app/gui/file_keeper.h"
#include "app/gui/main_window.h"
#include "app/gui/notices.h"
#include "app/gui/run_controller.h"
#include "app/gui/samples.h"
#include "app/gui/settings.h"
#include "app/gui/times_window.h"
#include "app/gui/tr.h"
#include "app/gui/workspace.h"
#include "app/workbench/devices/measured.h"
#include "core/analysis/boundaries.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/history_panel.h"
#include "viewers/panels/inspector_panel.h"
#include "viewers/panels/outline_panel.h"
#include "viewers/panels/roofline_view.h"
#include "viewers/panels/timings_panel.h"

namespace mw::app {

namespace {

void addProjectCommands(CommandList& list, WindowParts& parts) {
    const auto hasProject = [&parts] {
        return parts.workspace.isOpen() || !parts.workspace.project().file.empty();
    };
    auto& save = list.add("project-save", tr("&Save the project"), QKeySequence::Save,
                          tr("Programs, variants, times, and how they are run, in one file"),
                          [&parts] { parts.files.saveProject(); });
    save.enabled = hasProject;
    save.separator = true;
    list.add("project-save-as", tr("Save the project &as …"), QKeySequence(tr("Ctrl+Shift+S")),
             tr("The project goes on in the new file"), [&parts] { parts.files.saveProjectAs(); })
        .enabled = hasProject;
    list.add("project-close", tr("C&lose the project"), {},
             tr("Begins an empty one, with the start page"),
             [&parts] { parts.files.closeProject(); })
        .enabled = hasProject;
}

void addFileCommands(CommandList& list, WindowParts& parts) {
    list.menu(tr("&File"));
    list.add("file-open", tr("&Open …"), QKeySequence::Open,
             tr("Opens .sdfg and .sdfgz files, or a .mapwright project"),
             [&parts] { parts.files.askForFile(); })
        .toolText = tr("Open");
    for (const auto& sample : samples())
        list.add(QStringLiteral("open-sample-") + sample.name, tr("Sample: %1").arg(sample.name),
                 {}, tr("Opens the sample"),
                 [&parts, path = sample.path] { parts.files.open({path}); })
            .submenu = tr("Sa&mples");
    addProjectCommands(list, parts);
    list.addOpen(
            "export-variant", tr("&Export the variant …"), QKeySequence(tr("Ctrl+E")),
            tr("Writes the current variant as a graph, a library or options for GT4Py; the input "
               "stays as it is"),
            [&parts] { parts.files.exportVariant(parts.settings.trustFile()); })
        .separator = true;
    list.addOpen("export-picture", tr("Export the &picture …"), {},
                 tr("As SVG, PDF or PNG, or the graph for Graphviz"),
                 [&parts] { exportPicture(parts); });
    list.add("link-programs", tr("Lin&k programs …"), {},
             tr("One program of several that run one after the other on shared arrays"),
             [&parts] { parts.files.linkPrograms(); });
    auto& unlink = list.add("unlink-program", tr("&Take the linked program apart …"), {},
                            tr("At the exchanges that it was linked with, into a folder"),
                            [&parts] { parts.files.unlinkProgram(); });
    unlink.enabled = [&parts] {
        return parts.workspace.isOpen() &&
               !analysis::boundariesOf(*parts.workspace.current().document->root).empty();
    };
    list.addOpen(
            "recipe-save", tr("Save the steps as a &recipe …"), {},
            tr("The steps that lead to the current variant, for other programs and `mw replay`"),
            [&parts] { parts.files.saveRecipe(); })
        .separator = true;
    list.addOpen("recipe-replay", tr("Re&play a recipe …"), {},
                 tr("Does the steps of a recipe here; what does not fit is said and left out"),
                 [&parts] { parts.files.replayRecipe(); });
    list.add("session-restore", tr("Res&tore the last session"), {},
             tr("Opens its file and replays the recorded steps"),
             [&parts] { parts.files.restoreLast(); })
        .separator = true;
    const auto hasTabs = [&parts] { return parts.workspace.activePane().tabs().size() > 1; };
    list.add("file-next", tr("&Next tab"), QKeySequence(tr("Ctrl+Tab")),
             tr("Files that were opened stay open, with their variants and times"),
             [&parts] { parts.workspace.showNextTab(1); })
        .enabled = hasTabs;
    list.add("file-previous", tr("Pre&vious tab"), QKeySequence(tr("Ctrl+Shift+Tab")),
             tr("Of the active pane"), [&parts] { parts.workspace.showNextTab(-1); })
        .enabled = hasTabs;
    list.addOpen("file-close", tr("&Close this program"), QKeySequence::Close,
                 tr("The other programs of the project stay open"),
                 [&parts] { parts.files.closeProgram(); });
    list.add("quit", tr("&Quit"), QKeySequence::Quit, tr("Ends Mapwright"),
             [&parts] { parts.window.close(); })
        .separator = true;
}

void selectFirstMap(Workspace& workspace) {
    const auto index = workspace.index();
    for (const auto state : index->states())
        for (const auto& node : index->find(state)->block->as<ir::State>()->nodes)
            if (node->as<ir::MapEntry>())
                return workspace.selection().set({node->id});
}

void addSelectionCommands(CommandList& list, WindowParts& parts) {
    auto& workspace = parts.workspace;
    list.addOpen("select-none", tr("Select &nothing"), {}, tr("Clears selection and highlights"),
                 [&workspace] {
                     workspace.selection().set({});
                     workspace.selection().setHighlights({});
                 });
    list.addOpen("select-first-map", tr("Select the first &map"), {},
                 tr("In the order of the program"), [&workspace] { selectFirstMap(workspace); });
    list.addOpen("find", tr("&Find in the outline"), QKeySequence::Find,
                 tr("Filter by name, kind:map, range:K, bytes>1M"), [&parts] {
                     parts.docks.show(QStringLiteral("outline"));
                     parts.docks.panel<viewers::OutlinePanel>().focusFilter();
                 });
}

void addHistoryCommands(CommandList& list, WindowParts& parts) {
    const auto history = [&parts]() -> auto& {
        return parts.docks.panel<viewers::HistoryPanel>();
    };
    list.addOpen("history-walk", tr("&Walk through the steps"), {},
                 tr("The slider of History takes the keys: Left and Right go from step to step"),
                 [&parts, history] {
                     parts.docks.show(QStringLiteral("history"));
                     history().focusSlider();
                 })
        .separator = true;
    auto& compare = list.addOpen(
        "history-compare", tr("&Compare two histories"), {},
        tr("The steps beside those of the other pane, or of a pinned variant, with the first "
           "difference"),
        [&parts, history] {
            parts.docks.show(QStringLiteral("history"));
            history().setComparing(!history().isComparing());
        });
    compare.checked = [history] { return history().isComparing(); };
    auto& hide =
        list.addOpen("history-hide-unchanged", tr("&Hide what changed nothing"), {},
                     tr("Steps that changed neither kernels nor bytes nor temporaries"),
                     [history] { history().setHidesUnchanged(!history().hidesUnchanged()); });
    hide.checked = [history] { return history().hidesUnchanged(); };
}

void addEditCommands(CommandList& list, WindowParts& parts) {
    auto& workspace = parts.workspace;
    list.menu(tr("&Edit"));
    auto& undo = list.add("edit-undo", tr("&Undo"), QKeySequence::Undo,
                          tr("Goes to the variant before the last step"),
                          [&workspace] { workspace.undo(); });
    undo.enabled = [&workspace] { return workspace.isOpen() && workspace.history()->canUndo(); };
    undo.toolText = tr("Undo");
    undo.separator = true;
    auto& redo = list.add("edit-redo", tr("&Redo"), QKeySequence(tr("Ctrl+Shift+Z")),
                          tr("Goes to the variant that was visited last from here"),
                          [&workspace] { workspace.redo(); });
    redo.enabled = [&workspace] { return workspace.isOpen() && workspace.history()->canRedo(); };
    redo.toolText = tr("Redo");
    list.addOpen("goto-original", tr("Go to the &original"), {}, tr("The graph as it was opened"),
                 [&workspace] { workspace.goTo(workspace.history()->root().id); })
        .concern = Concern::variant;
    auto& pin =
        list.addOpen("pin-current", tr("&Pin this variant"), QKeySequence(tr("Ctrl+P")),
                     tr("Pinned variants are verified and timed side by side"), [&workspace] {
                         const auto& current = workspace.current();
                         workspace.setPinned(current.id, !current.pinned);
                     });
    pin.checked = [&workspace] { return workspace.isOpen() && workspace.current().pinned; };
    pin.separator = true;
    pin.toolText = tr("Pin");
    pin.concern = Concern::variant;
    addHistoryCommands(list, parts);
    auto& property = list.addOpen(
        "edit-property", tr("&Edit a property"), {},
        tr("The first one of the selected element that can be edited, in the inspector"), [&parts] {
            parts.docks.show(QStringLiteral("inspector"));
            if (!parts.docks.panel<viewers::InspectorPanel>().startEditing())
                parts.notices.say(tr("Nothing of this element can be edited"));
        });
    property.separator = true;
    property.concern = Concern::element;
    const auto inspector = [&parts]() -> viewers::InspectorPanel& {
        return parts.docks.panel<viewers::InspectorPanel>();
    };
    auto& formulas = list.addOpen(
        "inspector-formulas", tr("&Formulas in the inspector"), {},
        tr("Behind numbers of a run, what the document has in their place; tips have it always"),
        [inspector] { inspector().setFormulasShown(!inspector().areFormulasShown()); });
    formulas.checked = [inspector] { return inspector().areFormulasShown(); };
    formulas.concern = Concern::element;
    addSelectionCommands(list, parts);
}

void addRunCommands(CommandList& list, WindowParts& parts) {
    list.menu(tr("&Run"));
    list.addOpen("run-bench", tr("&Verify and time pinned variants"), QKeySequence(tr("Ctrl+R")),
                 tr("Compares the outputs, then times the variants interleaved"),
                 [&parts] { parts.run.start(); })
        .toolText = tr("Run");
    list.addOpen("run-values", tr("V&alues of the run"), {},
                 tr("The symbols and scalars of the program, with the values that it is run with"),
                 [&parts] { parts.run.showValues(); });
    list.addOpen("tune", tr("T&une"), {},
                 tr("Tries launches of the kernels and steps of the graph by measuring them, and "
                    "keeps what is faster for certain"),
                 [&parts] { parts.run.tune(); });
    list.addOpen("sweep", tr("S&weep launches …"), {},
                 tr("Measures all combinations of block, levels and other choices, kernel by "
                    "kernel, as a heat map"),
                 [&parts] { parts.run.sweep(); });
    list.add("cancel", tr("&Cancel"), {}, tr("Cancels what is running"),
             [&parts] { parts.jobs.cancelAll(); })
        .enabled = [&parts] { return !parts.jobs.isIdle(); };
    const auto measured = [&parts] { return parts.workspace.benchResult().has_value(); };
    const auto timings = [&parts]() -> auto& {
        return parts.docks.panel<viewers::TimingsPanel>();
    };
    auto& roofline = list.add(
        "timings-roofline", tr("Roof&line beside the times"), QKeySequence(tr("Ctrl+Shift+L")),
        tr("Operations per byte against speed, with arrows from variant to variant"),
        [&parts, timings] {
            parts.docks.show(QStringLiteral("timings"));
            timings().setRooflineVisible(!timings().isRooflineVisible());
            if (timings().isRooflineVisible())
                parts.docks.giveRoom(QStringLiteral("timings"), Docks::kPictureShare);
            else
                parts.docks.takeBackRoom(QStringLiteral("timings"));
        });
    roofline.checked = [timings] { return timings().isRooflineVisible(); };
    roofline.separator = true;
    auto& normalise = list.add("timings-normalise", tr("&Normalise the times"), {},
                               tr("Times as multiples of the baseline's, row by row"), [timings] {
                                   auto& panel = timings();
                                   panel.setNormalised(!panel.model().isNormalised());
                               });
    normalise.checked = [timings] { return timings().model().isNormalised(); };
    normalise.concern = Concern::times;
    list.add("timings-columns", tr("&Columns of the times …"), {},
             tr("Registers, spills, grid, sectors and whatever else a kernel has"),
             [&parts, timings] {
                 parts.docks.show(QStringLiteral("timings"));
                 timings().showColumnsMenu();
             })
        .enabled = measured;
    auto& conditions =
        list.add("timings-conditions", tr("Con&ditions of the times in full"), {},
                 tr("Device, grid, repeats, bandwidths and load below the table"),
                 [timings] { timings().setConditionsOpen(!timings().areConditionsOpen()); });
    conditions.enabled = measured;
    conditions.checked = [timings] { return timings().areConditionsOpen(); };
    list.add("timings-next-baseline", tr("Next &baseline"), QKeySequence(tr("Ctrl+Shift+B")),
             tr("Another of the measured variants is what the others are set against"),
             [timings] { timings().nextBaseline(); })
        .enabled = measured;
    auto& samples = list.add("timings-samples", tr("Sam&ples of the selected time"), {},
                             tr("All repeats of the selected row, variant below variant"),
                             [timings] { timings().showDistribution(); });
    samples.enabled = measured;
    samples.concern = Concern::times;
    list.add("export-roofline", tr("Export the r&oofline …"), {}, tr("As SVG, PDF or PNG"),
             [&parts] { exportRoofline(parts); })
        .enabled = [timings] { return !timings().roofline().isEmpty(); };
    auto& copy = list.add("copy-markdown", tr("Copy the table as &Markdown"), {},
                          tr("The timings, for an issue or a page"),
                          [timings] { timings().copyMarkdown(); });
    copy.enabled = measured;
    copy.separator = true;
    copy.concern = Concern::times;
    auto& csv = list.add("copy-csv", tr("Copy the table as C&SV"), {},
                         tr("All numbers of the timings"), [timings] { timings().copyCsv(); });
    csv.enabled = measured;
    csv.concern = Concern::times;
    list.add("compare-measured", tr("Compare what &was measured"), {},
             tr("The newest measurement of this program in the log; needs no device"),
             [&parts] { parts.run.showComparison(); })
        .enabled = [&parts] {
        return parts.workspace.isOpen() && !parts.workspace.program()->measurements.empty();
    };
    list.add("save-report", tr("Save the &report …"), {}, tr("One HTML file with table and bars"),
             [&parts] { parts.run.saveReport(); })
        .enabled = measured;
    list.add(
            "compare-devices", tr("Times by d&evices …"), {},
            tr("What every device measured of this program last, side by side, and measurements of "
               "other machines"),
            [&parts] {
                std::vector<std::string> results;
                for (const auto& one : parts.workspace.program()->measurements)
                    results.push_back(one.result);
                TimesWindow::of(parts.window, parts.jobs, parts.workspace)
                    .openDevices(workbench::newestPerDevice(results));
            })
        .enabled = [&parts] {
        return parts.workspace.isOpen() && !parts.workspace.program()->measurements.empty();
    };
    auto& times = list.add(
        "compare-times", tr("Compare &times of the model …"), {},
        tr("What runs of the model left: GT4Py's metrics and OpenACC timers, side by side"),
        [&parts] { TimesWindow::of(parts.window, parts.jobs, parts.workspace).askForFiles(); });
    times.separator = true;
    list.add("find-devices", tr("Look for &devices again"), {},
             tr("After a driver or a toolkit was installed"),
             [&parts] { parts.run.findDevices(); });
}

void addPaletteCommand(CommandList& list, WindowParts& parts) {
    list.menu(tr("&Help"));
    list.add("palette", tr("&Command palette"), QKeySequence(tr("Ctrl+Shift+P")),
             tr("All actions by name"), [&parts] { parts.palette.open(); });
}

} // namespace

std::vector<ActionSpec> makeCommands(WindowParts& parts) {
    CommandList list(parts.workspace);
    addFileCommands(list, parts);
    addEditCommands(list, parts);
    addMarkCommands(list, parts);
    addViewCommands(list, parts);
    addTransformCommands(list, parts);
    addRunCommands(list, parts);
    addPaletteCommand(list, parts);
    addHelpCommands(list, parts);
    addTourCommands(list, parts);
    return list.take();
}

} // namespace mw::app
