// Puts the parts of the window together: pages, docks, menus, title, leaving.
#include "app/gui/main_window.h"

#include "app/gui/action_table.h"
#include "app/gui/commands.h"
#include "app/gui/dace_menu.h"
#include "app/gui/difference_bar.h"
#include "app/gui/docks.h"
#include "app/gui/file_drops.h"
#include "app/gui/file_keeper.h"
#include "app/gui/filling.h"
#include "app/gui/job_status.h"
#include "app/gui/macros.h"
#include "app/gui/message_bar.h"
#include "app/gui/misfit_dialog.h"
#include "app/gui/notices.h"
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "app/gui/recent_menu.h"
#include "app/gui/run_controller.h"
#include "app/gui/settings.h"
#include "app/gui/specialise_offer.h"
#include "app/gui/start_page.h"
#include "app/gui/theme_switch.h"
#include "app/gui/times_window.h"
#include "app/gui/tour/dock.h"
#include "app/gui/tour/guide.h"
#include "app/gui/workspace.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/elided_label.h"
#include "viewers/panels/log_panel.h"
#include "viewers/panels/outline_panel.h"

#include <QCloseEvent>
#include <QCoreApplication>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLabel>
#include <QMenuBar>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QVBoxLayout>

namespace mw::app {

using namespace viewers;

namespace {

constexpr QSize kDefaultSize{1600, 1000};
constexpr int kTourWidth = 340; // pixels

} // namespace

MainWindow::MainWindow(Settings& settings, QWidget* parent)
    : QMainWindow(parent), parts_(*this, settings) {
    setObjectName(QStringLiteral("main-window"));
    setDockOptions(AnimatedDocks | AllowTabbedDocks | AllowNestedDocks);
    buildCentre();
    connectPanes();
    connectWorkspace();
    connectFiles();
    connectTour();
    connectSettings();
    buildMenus();
    parts_.theme.apply();
    restoreWindow();
    showTitle();
    showPage();
}

MainWindow::~MainWindow() = default;

void MainWindow::buildCentre() {
    pages_ = new QStackedWidget;
    pages_->addWidget(&parts_.start);
    pages_->addWidget(&parts_.panes);
    pages_->addWidget(waiting_ = new QWidget);
    auto* centre = new QWidget;
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(&parts_.messageBar);
    layout->addWidget(pages_, 1);
    layout->addWidget(&parts_.difference);
    setCentralWidget(centre);
    hover_ = new ElidedLabel;
    statusBar()->addPermanentWidget(hover_);
    new JobStatus(parts_.jobs, statusBar());
    connect(&parts_.jobs, &JobQueue::idle, this, &MainWindow::maybeIdle);
    connect(&parts_.theme, &ThemeSwitch::changed, this, [this](ThemeKind kind) {
        parts_.panes.setTheme(kind);
        parts_.docks.setTheme(kind);
        parts_.tourDock.setTheme(kind);
        parts_.start.setTheme(kind);
        parts_.messageBar.setTheme(kind);
        parts_.actions.refresh();
    });
}

void MainWindow::buildMenus() {
    parts_.actions.add(makeCommands(parts_));
    connect(&parts_.docks, &Docks::actionRequested, this, &MainWindow::act);
    connect(&parts_.actions, &ActionTable::refused, &parts_.notices, &Notices::say);
    parts_.actions.fill(*menuBar());
    parts_.macros.fillTable();
    RecentMenu::addTo(*menuBar()->actions().front()->menu(), parts_.settings, parts_.files);
    DaceMenu::addTo(*menuBar()->actions().front()->menu(), parts_.workspace);
    giveKeys(menuBar()->actions());
    auto* tools = addToolBar(tr("Tools"));
    tools->setObjectName(QStringLiteral("tools"));
    tools->setMovable(false);
    tools->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    tools->setIconSize({16, 16});
    parts_.actions.fill(*tools);
}

void MainWindow::connectPanes() {
    auto* panes = &parts_.panes;
    connect(panes, &PaneArea::layoutFinished, this, &MainWindow::maybeIdle);
    connect(&parts_.docks, &Docks::fed, this, &MainWindow::maybeIdle);
    connect(panes, &PaneArea::searchRequested, this,
            [this] { parts_.actions.trigger(QStringLiteral("find")); });
    connect(panes, &PaneArea::hovered, hover_, &QLabel::setText);
    connect(panes, &PaneArea::actionRequested, this, &MainWindow::act);
    connect(panes, &PaneArea::said, &parts_.notices, &Notices::say);
    connect(panes, &PaneArea::sightChanged, this,
            [this, panes] { parts_.docks.setSight(panes->elementsInSight()); });
    connect(panes, &PaneArea::compared, &parts_.difference, &DifferenceBar::setText);
    for (const auto changed :
         {&PaneArea::scopeChanged, &PaneArea::overlayChanged, &PaneArea::viewChanged,
          &PaneArea::orderChanged, &PaneArea::bracketsChanged})
        connect(panes, changed, &parts_.actions, &ActionTable::refresh);
    connect(panes, &PaneArea::compared, &parts_.actions, &ActionTable::refresh);
    connect(&parts_.difference, &DifferenceBar::openChanged, &parts_.actions,
            &ActionTable::refresh);
    connect(&parts_.filling, &Filling::changed, &parts_.actions, &ActionTable::refresh);
    connect(&parts_.docks, &Docks::frameRequested, panes,
            [panes](const std::vector<ElementId>& ids) { panes->canvas().frame(ids); });
}

void MainWindow::connectWorkspace() {
    const auto* workspace = &parts_.workspace;
    connect(workspace, &Workspace::opened, this, [this] {
        if (!parts_.workspace.path().isEmpty())
            parts_.settings.addRecentFile(parts_.workspace.path());
        parts_.start.setRecent(parts_.settings.recentFiles());
        showPage();
    });
    connect(workspace, &Workspace::projectChanged, this, [this] {
        if (const auto& file = parts_.workspace.project().file; !file.empty())
            parts_.settings.addRecentFile(toQString(file));
        parts_.start.setRecent(parts_.settings.recentFiles());
    });
    for (const auto changed :
         {&Workspace::variantChanged, &Workspace::historyChanged, &Workspace::projectChanged})
        connect(workspace, changed, this, [this] {
            showTitle();
            parts_.actions.refresh();
        });
    for (const auto changed :
         {&Workspace::selectionChanged, &Workspace::stepChanged, &Workspace::benchChanged})
        connect(workspace, changed, &parts_.actions, &ActionTable::refresh);
    connect(workspace, &Workspace::paneClosed, &parts_.actions, &ActionTable::refresh);
}

void MainWindow::connectFiles() {
    auto* files = &parts_.files;
    connect(&parts_.start, &StartPage::openRequested, files, [files](const QString& path) {
        path.isEmpty() ? files->askForFile() : files->open({path});
    });
    connect(new FileDrops(*this), &FileDrops::dropped, files, &FileKeeper::open);
    connect(&parts_.start, &StartPage::restoreRequested, files, &FileKeeper::restoreLast);
    connect(&parts_.notices, &Notices::misfitsAsked, this,
            [this](const ProgramPtr& program, const std::vector<workbench::ReplayedStep>& steps) {
                (new MisfitDialog(parts_.workspace, parts_.jobs, program, steps, this))->show();
            });
    connect(files, &FileKeeper::failed, &parts_.notices, &Notices::fail);
    connect(files, &FileKeeper::told, &parts_.notices, &Notices::add);
    connect(&parts_.workspace, &Workspace::notOpened, &parts_.notices, &Notices::failToo);
    connect(&parts_.panes, &PaneArea::tabCloseRequested, files, &FileKeeper::closeTab);
    connect(files, &FileKeeper::said, &parts_.notices, &Notices::say);
    connect(files, &FileKeeper::offered, &parts_.notices, &Notices::offer);
    connect(files, &FileKeeper::started, this, [this] {
        parts_.messageBar.clear();
        if (!isVisible()) // opened by the command line: the start page would only flash
            pages_->setCurrentWidget(waiting_);
    });
    connect(&parts_.workspace, &Workspace::openEnded, this, &MainWindow::showPage);
    connect(files, &FileKeeper::timesChosen, this, [this](const QStringList& paths) {
        TimesWindow::of(*this, parts_.jobs, parts_.workspace).openFiles(paths);
    });
}

/// What is set holds at once, in everything that is there.
void MainWindow::connectSettings() {
    auto* settings = &parts_.settings;
    const auto showDetails = [this, settings] {
        parts_.panes.setDetails(settings->flag("view/volumes"), settings->flag("view/minimap"));
    };
    const auto showFirst = [this, settings] {
        if (!parts_.workspace.isOpen())
            parts_.panes.setView(settings->text("view/first") == QStringLiteral("program")
                                     ? PaneView::program
                                     : PaneView::canvas);
    };
    const auto takeRest = [this, settings] {
        parts_.files.sessionWriter().setDelay(settings->number("files/autosave-ms"));
        parts_.docks.panel<LogPanel>().setMostLines(settings->number("log/lines"));
        parts_.start.setRecent(settings->recentFiles());
        parts_.workspace.setPredictedFor(settings->text("run/predict-for"));
    };
    showDetails();
    showFirst();
    takeRest();
    connect(settings, &Settings::changed, this, [=, this](const QString& key) {
        if (key == QStringLiteral("view/volumes") || key == QStringLiteral("view/minimap"))
            showDetails();
        else if (key == QStringLiteral("view/first"))
            showFirst();
        else
            takeRest();
        parts_.actions.refresh();
    });
    auto* outline = &parts_.docks.panel<OutlinePanel>();
    outline->setSavedFilters(settings->savedFilters());
    connect(outline, &OutlinePanel::savedFiltersChanged, this,
            [settings](const std::vector<SavedFilter>& filters) {
                settings->setSavedFilters(filters);
            });
    for (const auto& problem : settings->problems())
        parts_.notices.warn(tr("%1 The default is taken (%2)").arg(problem, settings->file()));
}

void MainWindow::connectTour() {
    addDockWidget(Qt::LeftDockWidgetArea, &parts_.tourDock);
    parts_.tourDock.hide();
    connect(&parts_.tourDock, &TourDock::actionRequested, this, &MainWindow::act);
    connect(&parts_.tourDock, &TourDock::placeNeeded, this, &MainWindow::placeTour);
    connect(&parts_.tour, &TourGuide::changed, &parts_.actions, &ActionTable::refresh);
    connect(&parts_.tour, &TourGuide::changed, this, [this] {
        parts_.start.setTour(parts_.tour.tour());
        parts_.specialiseOffer.setQuiet(parts_.tour.isRunning());
    });
    connect(&parts_.start, &StartPage::tourRequested, this,
            [this] { act(QStringLiteral("tour")); });
    parts_.start.setTour(parts_.tour.tour());
}

void MainWindow::act(const QString& id) {
    if (const auto problem = parts_.actions.trigger(id); !problem.isEmpty())
        parts_.notices.say(problem);
}

/// In front of the outline, whose whole height it takes; where the user put it, it stays.
void MainWindow::placeTour() {
    auto* dock = &parts_.tourDock;
    if (!parts_.workspace.isOpen())
        return; // the docks are hidden: showPage() comes back
    auto* outline = findChild<QDockWidget*>(QStringLiteral("dock-outline"));
    if (dockWidgetArea(dock) == dockWidgetArea(outline) && !dock->isFloating()) {
        tabifyDockWidget(outline, dock);
        resizeDocks({dock}, {kTourWidth}, Qt::Horizontal);
    }
    dock->show();
    dock->raise();
}

void MainWindow::saySafe() {
    parts_.notices.warn(tr("Safe mode: default settings and layout, nothing is restored. What is "
                           "done here is kept in %1")
                            .arg(parts_.settings.sessionFolder()));
}

void MainWindow::whenShown(std::function<void()> shown) {
    auto* once = new QObject(this);
    const auto check = [this, once, shown = std::move(shown)] {
        if (pages_->currentWidget() == waiting_ || parts_.panes.isLayoutRunning())
            return;
        once->deleteLater();
        repaint(); // to the backing store: what comes after is the display's
        shown();
    };
    connect(this, &MainWindow::maybeIdle, once, check, Qt::QueuedConnection);
    connect(&parts_.workspace, &Workspace::openEnded, once, check, Qt::QueuedConnection);
}

bool MainWindow::isIdle() const {
    return parts_.jobs.isIdle() && !parts_.panes.isLayoutRunning() && !parts_.docks.isWaiting();
}

void MainWindow::showTitle() {
    const auto& workspace = parts_.workspace;
    const auto project = toQString(workspace.project().file.filename());
    const auto star = workspace.isModified() ? QStringLiteral("*") : QString();
    QStringList parts;
    if (workspace.isOpen())
        parts << workspace.titleOf(*workspace.program()) + (project.isEmpty() ? star : QString())
              << qs(workspace.current().name);
    if (!project.isEmpty())
        parts << project + star;
    parts << QStringLiteral("Mapwright");
    setWindowTitle(parts.join(QStringLiteral(" · ")));
}

void MainWindow::showPage() {
    const bool open = parts_.workspace.isOpen();
    if (!open)
        parts_.start.setSession(parts_.files.lastSession());
    pages_->setCurrentWidget(open ? static_cast<QWidget*>(&parts_.panes) : &parts_.start);
    if (open == docksShown_)
        return;
    docksShown_ = open;
    if (open) {
        if (!std::exchange(fitted_, true) && parts_.settings.windowState().isEmpty())
            parts_.docks.resetLayout(); // for the size that the window has now
        else
            restoreState(dockState_);
        parts_.tourDock.hide();
        if (parts_.tour.isRunning())
            placeTour();
        return;
    }
    parts_.filling.unfold();
    dockState_ = saveState();
    for (const auto& entry : parts_.docks.all())
        entry.dock->hide();
    parts_.tourDock.hide();
}

void MainWindow::restoreWindow() {
    resize(kDefaultSize);
    if (!parts_.settings.flag("window/remember-layout"))
        return parts_.tourDock.hide();
    if (!parts_.settings.geometry().isEmpty())
        restoreGeometry(parts_.settings.geometry());
    if (!parts_.settings.windowState().isEmpty())
        restoreState(parts_.settings.windowState());
    for (const auto& entry : parts_.docks.all())
        if (const auto state = parts_.settings.panelState(entry.info.id); !state.isEmpty())
            entry.panel->setState(state);
    parts_.tourDock.hide(); // it comes when it is asked for
}

void MainWindow::closeEvent(QCloseEvent* event) {
    const auto leave = [this] {
        leaving_ = true;
        close();
    };
    if (!leaving_ && !parts_.files.mayLeave(leave)) {
        event->ignore();
        return;
    }
    if (parts_.workspace.isOpen() && parts_.settings.flag("window/remember-layout"))
        keepLayout();
    event->accept();
}

/// What nobody else takes is for the picture, wherever the keyboard is.
void MainWindow::keyPressEvent(QKeyEvent* event) {
    auto* picture = parts_.workspace.isOpen() ? parts_.panes.picture() : nullptr;
    if (passing_ || !picture || picture->hasFocus() || event->modifiers() & Qt::ControlModifier)
        return QMainWindow::keyPressEvent(event);
    const QScopedValueRollback guard(passing_, true);
    QCoreApplication::sendEvent(picture, event);
    if (event->isAccepted())
        picture->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::keepLayout() {
    parts_.filling.unfold();
    parts_.settings.setWindow(saveGeometry(), saveState());
    for (const auto& entry : parts_.docks.all())
        if (const auto state = entry.panel->state(); !state.isEmpty())
            parts_.settings.setPanelState(entry.info.id, state);
}

} // namespace mw::app
