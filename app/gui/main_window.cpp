// Puts the parts of the window together: pages, docks, menus, title, drag and drop, leaving.
#include "app/gui/main_window.h"

#include "app/gui/action_table.h"
#include "app/gui/commands.h"
#include "app/gui/docks.h"
#include "app/gui/file_keeper.h"
#include "app/gui/heat.h"
#include "app/gui/job_status.h"
#include "app/gui/message_bar.h"
#include "app/gui/notices.h"
#include "app/gui/recent_menu.h"
#include "app/gui/run_controller.h"
#include "app/gui/settings.h"
#include "app/gui/start_page.h"
#include "app/gui/theme_switch.h"
#include "app/gui/workspace.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/outline_panel.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QVBoxLayout>

namespace mw::app {

using namespace viewers;

namespace {

constexpr QSize kDefaultSize{1600, 1000};

QStringList localFiles(const QMimeData& data) {
    QStringList files;
    for (const auto& url : data.urls())
        if (url.isLocalFile())
            files << url.toLocalFile();
    return files;
}

} // namespace

MainWindow::MainWindow(Settings& settings, QWidget* parent)
    : QMainWindow(parent), parts_(*this, settings) {
    setObjectName(QStringLiteral("main-window"));
    setAcceptDrops(true);
    setDockOptions(AnimatedDocks | AllowTabbedDocks | AllowNestedDocks);
    buildCentre();
    connectCanvas();
    connectWorkspace();
    connectFiles();
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
    pages_->addWidget(&parts_.canvas);
    auto* centre = new QWidget;
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(&parts_.messageBar);
    layout->addWidget(pages_, 1);
    setCentralWidget(centre);
    hover_ = new QLabel;
    statusBar()->addPermanentWidget(hover_);
    new JobStatus(parts_.jobs, statusBar());
    connect(&parts_.jobs, &JobQueue::idle, this, &MainWindow::maybeIdle);
    connect(&parts_.theme, &ThemeSwitch::changed, this, [this](ThemeKind kind) {
        parts_.canvas.setTheme(kind);
        parts_.docks.setTheme(kind);
        parts_.start.setTheme(kind);
        parts_.messageBar.setTheme(kind);
        parts_.actions.refresh();
    });
}

void MainWindow::buildMenus() {
    parts_.actions.add(makeCommands(parts_));
    parts_.actions.fill(*menuBar());
    RecentMenu::addTo(*menuBar()->actions().front()->menu(), parts_.settings, parts_.files);
    auto* tools = addToolBar(tr("Tools"));
    tools->setObjectName(QStringLiteral("tools"));
    tools->setMovable(false);
    tools->setToolButtonStyle(Qt::ToolButtonTextOnly);
    parts_.actions.fill(*tools);
}

void MainWindow::connectCanvas() {
    auto& selection = parts_.workspace.selection();
    auto* canvas = &parts_.canvas;
    connect(canvas, &GraphCanvas::selectionChanged, &selection, &Selection::set);
    connect(&selection, &Selection::changed, canvas, &GraphCanvas::setSelection);
    connect(&selection, &Selection::highlightsChanged, canvas, &GraphCanvas::setHighlights);
    connect(canvas, &GraphCanvas::layoutFinished, this, &MainWindow::maybeIdle);
    connect(canvas, &GraphCanvas::searchRequested, this,
            [this] { parts_.actions.trigger(QStringLiteral("find")); });
    connect(canvas, &GraphCanvas::hoverChanged, this, [this](ElementId id) {
        const auto index = parts_.workspace.index();
        hover_->setText(id && index ? elementTitle(*index, id) : QString());
    });
    connect(&parts_.docks, &Docks::frameRequested, canvas, &GraphCanvas::frame);
}

void MainWindow::connectWorkspace() {
    const auto& workspace = parts_.workspace;
    connect(&workspace, &Workspace::opened, this, [this] {
        if (!parts_.workspace.path().isEmpty())
            parts_.settings.addRecentFile(parts_.workspace.path());
        parts_.start.setRecent(parts_.settings.recentFiles());
        parts_.canvas.startOver();
        showPage();
    });
    connect(&workspace, &Workspace::variantChanged, this, [this] {
        const auto index = parts_.workspace.index();
        parts_.canvas.setDocument(index ? index->document() : nullptr);
        showHeat();
        showTitle();
        parts_.actions.refresh();
    });
    connect(&workspace, &Workspace::historyChanged, this, [this] {
        showTitle();
        parts_.actions.refresh();
    });
    connect(&workspace, &Workspace::benchChanged, this, &MainWindow::showHeat);
    connect(&parts_.workspace.selection(), &Selection::changed, &parts_.actions,
            &ActionTable::refresh);
}

void MainWindow::connectFiles() {
    auto* files = &parts_.files;
    connect(&parts_.start, &StartPage::openRequested, files, [files](const QString& path) {
        path.isEmpty() ? files->askForFile() : files->open({path});
    });
    connect(&parts_.start, &StartPage::restoreRequested, files, &FileKeeper::restoreLast);
    connect(files, &FileKeeper::failed, &parts_.notices, &Notices::fail);
    connect(files, &FileKeeper::offered, &parts_.notices, &Notices::offer);
    connect(files, &FileKeeper::started, &parts_.messageBar, &QWidget::hide);
    parts_.start.setRecent(parts_.settings.recentFiles());
    parts_.start.setSession(files->lastSession());
}

bool MainWindow::isIdle() const {
    return parts_.jobs.isIdle() && !parts_.canvas.isLayoutRunning();
}

void MainWindow::showTitle() {
    const auto& workspace = parts_.workspace;
    if (!workspace.isOpen()) {
        setWindowTitle(QStringLiteral("Mapwright"));
        return;
    }
    setWindowTitle(QStringLiteral("%1%2 · %3 · Mapwright")
                       .arg(workspace.programName(),
                            workspace.isModified() ? QStringLiteral("*") : QString(),
                            qs(workspace.current().name)));
}

void MainWindow::showPage() {
    const bool open = parts_.workspace.isOpen();
    pages_->setCurrentWidget(open ? static_cast<QWidget*>(&parts_.canvas) : &parts_.start);
    if (open == docksShown_)
        return;
    docksShown_ = open;
    if (open) {
        restoreState(dockState_);
        return;
    }
    dockState_ = saveState();
    for (const auto& entry : parts_.docks.all())
        entry.dock->hide();
}

void MainWindow::showHeat() {
    const auto heat = heatOf(parts_.workspace);
    parts_.canvas.setHeat(heat.values, heat.legend, heat.low, heat.high);
    parts_.canvas.setAnnotations(heat.texts);
}

void MainWindow::restoreWindow() {
    resize(kDefaultSize);
    if (!parts_.settings.geometry().isEmpty())
        restoreGeometry(parts_.settings.geometry());
    if (!parts_.settings.windowState().isEmpty())
        restoreState(parts_.settings.windowState());
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!localFiles(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    parts_.files.open(localFiles(*event->mimeData()));
    event->acceptProposedAction();
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
    if (parts_.workspace.isOpen())
        parts_.settings.setWindow(saveGeometry(), saveState());
    event->accept();
}

} // namespace mw::app
