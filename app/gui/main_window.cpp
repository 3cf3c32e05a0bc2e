#include "app/gui/main_window.h"

#include "app/gui/action_table.h"
#include "app/gui/bench_runner.h"
#include "app/gui/command_palette.h"
#include "app/gui/commands.h"
#include "app/gui/docks.h"
#include "app/gui/file_keeper.h"
#include "app/gui/message_bar.h"
#include "app/gui/recent_menu.h"
#include "app/gui/session_store.h"
#include "app/gui/settings.h"
#include "app/gui/start_page.h"
#include "viewers/canvas/export.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/log_panel.h"
#include "viewers/panels/number_text.h"
#include "viewers/panels/outline_panel.h"
#include "viewers/panels/problems_panel.h"
#include "viewers/panels/run_panel.h"
#include "viewers/panels/timings_panel.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QProgressBar>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace mw::app {

using namespace viewers;

namespace {

constexpr QSize kDefaultSize{1600, 1000};

SessionStore sessionStore(const Settings& settings) {
    return {settings.sessionFolder(), settings.sessionFile()};
}

} // namespace

MainWindow::MainWindow(Settings& settings, QWidget* parent)
    : QMainWindow(parent), settings_(settings), jobs_(new JobQueue(this)),
      workspace_(new Workspace(*jobs_, sessionStore(settings), this)),
      files_(new FileKeeper(*workspace_, *jobs_, sessionStore(settings), this)),
      bench_(new BenchRunner(*workspace_, *jobs_, settings.trustFile(), this)),
      actions_(new ActionTable(this)), docks_(new Docks(this, *workspace_, *jobs_)) {
    setObjectName(QStringLiteral("main-window"));
    setAcceptDrops(true);
    setDockOptions(AnimatedDocks | AllowTabbedDocks | AllowNestedDocks);
    buildCentre();
    buildStatus();
    connectCanvas();
    connectWorkspace();
    connectFiles();
    connectRun();
    palette_ = new CommandPalette(*actions_, this);
    actions_->add(makeCommands(*this));
    actions_->fill(*menuBar());
    RecentMenu::addTo(*menuBar()->actions().front()->menu(), settings_, *files_);
    auto* tools = addToolBar(tr("Tools"));
    tools->setObjectName(QStringLiteral("tools"));
    tools->setMovable(false);
    tools->setToolButtonStyle(Qt::ToolButtonTextOnly);
    actions_->fill(*tools);
    setTheme(settings_.theme().value_or(Theme::kindFor(qApp->palette())));
    restoreWindow();
    offerSession();
    start_->setRecent(settings_.recentFiles());
    showTitle();
    showPage();
}

MainWindow::~MainWindow() = default;

void MainWindow::buildCentre() {
    messages_ = new MessageBar;
    start_ = new StartPage;
    canvas_ = new GraphCanvas;
    pages_ = new QStackedWidget;
    pages_->addWidget(start_);
    pages_->addWidget(canvas_);
    auto* centre = new QWidget;
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(messages_);
    layout->addWidget(pages_, 1);
    setCentralWidget(centre);
    connect(start_, &StartPage::openRequested, this, &MainWindow::openFile);
}

void MainWindow::buildStatus() {
    hover_ = new QLabel;
    jobTitle_ = new QLabel;
    jobProgress_ = new QProgressBar;
    jobProgress_->setFixedSize(140, 14);
    jobProgress_->setTextVisible(false);
    jobCancel_ = new QToolButton;
    jobCancel_->setText(tr("Cancel"));
    jobCancel_->setToolTip(tr("Cancels what is running"));
    jobCancel_->setAutoRaise(true);
    statusBar()->addPermanentWidget(hover_);
    statusBar()->addPermanentWidget(jobTitle_);
    statusBar()->addPermanentWidget(jobProgress_);
    statusBar()->addPermanentWidget(jobCancel_);
    connect(jobCancel_, &QToolButton::clicked, this, &MainWindow::cancelWork);
    connect(jobs_, &JobQueue::changed, this, &MainWindow::showJobs);
    connect(jobs_, &JobQueue::idle, this, &MainWindow::maybeIdle);
    showJobs();
}

void MainWindow::connectCanvas() {
    auto& selection = workspace_->selection();
    connect(canvas_, &GraphCanvas::selectionChanged, &selection, &Selection::set);
    connect(&selection, &Selection::changed, canvas_, &GraphCanvas::setSelection);
    connect(&selection, &Selection::highlightsChanged, canvas_, &GraphCanvas::setHighlights);
    connect(canvas_, &GraphCanvas::layoutFinished, this, &MainWindow::maybeIdle);
    connect(canvas_, &GraphCanvas::searchRequested, this, [this] {
        docks_->show(QStringLiteral("outline"));
        docks_->panel<OutlinePanel>().focusFilter();
    });
    connect(canvas_, &GraphCanvas::hoverChanged, this, [this](ElementId id) {
        hover_->setText(id && workspace_->isOpen() ? elementTitle(*workspace_->index(), id)
                                                   : QString());
    });
    connect(docks_, &Docks::frameRequested, canvas_, &GraphCanvas::frame);
}

void MainWindow::connectWorkspace() {
    connect(workspace_, &Workspace::opened, this, [this] {
        if (!workspace_->path().isEmpty())
            settings_.addRecentFile(workspace_->path());
        start_->setRecent(settings_.recentFiles());
        canvas_->startOver();
        showPage();
    });
    connect(workspace_, &Workspace::variantChanged, this, [this] {
        const auto index = workspace_->index();
        canvas_->setDocument(index ? index->document() : nullptr);
        showHeat();
        showTitle();
        actions_->refresh();
    });
    connect(workspace_, &Workspace::historyChanged, this, [this] {
        showTitle();
        updateRun();
        actions_->refresh();
    });
    connect(workspace_, &Workspace::benchChanged, this, &MainWindow::showHeat);
    connect(workspace_, &Workspace::failed, this, &MainWindow::showError);
    connect(workspace_, &Workspace::said, this, &MainWindow::say);
    connect(&workspace_->selection(), &Selection::changed, actions_, &ActionTable::refresh);
}

bool MainWindow::isIdle() const {
    return jobs_->isIdle() && !canvas_->isLayoutRunning();
}

void MainWindow::connectFiles() {
    connect(start_, &StartPage::restoreRequested, files_, &FileKeeper::restoreLast);
    connect(files_, &FileKeeper::failed, this, &MainWindow::showError);
    connect(files_, &FileKeeper::started, messages_, &QWidget::hide);
    connect(files_, &FileKeeper::offered, this,
            [this](const QString& sentence, const QString& button, std::function<void()> accept) {
                messages_->offer(sentence, button, Theme::of(theme_).information,
                                 std::move(accept));
            });
}

void MainWindow::openFile(const QString& path) {
    if (path.isEmpty())
        files_->askForFile();
    else
        files_->open({path});
}

void MainWindow::exportPicture() {
    const auto file = QFileDialog::getSaveFileName(this, tr("Export the picture"),
                                                   workspace_->fileStem() + QStringLiteral(".svg"),
                                                   tr("SVG (*.svg);;PDF (*.pdf);;PNG (*.png)"));
    if (file.isEmpty())
        return;
    if (const auto free = workspace_->checkNoInput(file); !free) {
        showError(free.error(), tr("Not exported"));
        return;
    }
    const auto suffix = QFileInfo(file).suffix().toLower();
    const auto done = suffix == QLatin1String("png")   ? exportPng(*canvas_, file, 2)
                      : suffix == QLatin1String("pdf") ? exportPdf(*canvas_, file)
                                                       : exportSvg(*canvas_, file);
    if (!done)
        showError(done.error(), tr("Not exported"));
    else
        say(tr("Exported %1").arg(file));
}

void MainWindow::cancelWork() {
    jobs_->cancelAll();
}

void MainWindow::offerSession() {
    if (const auto found = sessionStore(settings_).newest())
        start_->setSession(
            tr("the last session: %1, %2")
                .arg(found->info.program, counted(found->info.variants, tr("variant"))));
}

void MainWindow::showError(const Diagnostic& why, const QString& what) {
    const bool cancelled = why.code == "cancelled";
    const auto& theme = Theme::of(theme_);
    docks_->panel<LogPanel>().add(why);
    if (cancelled) {
        say(what);
        return;
    }
    messages_->say(what + QStringLiteral(": ") + qs(toString(why)), theme.error);
    if (!workspace_->isOpen())
        docks_->panel<ProblemsPanel>().setFindings({why}, nullptr);
}

void MainWindow::say(const QString& sentence) {
    statusBar()->showMessage(sentence, 10'000);
    docks_->panel<LogPanel>().add(sentence);
}

void MainWindow::setTheme(ThemeKind kind) {
    theme_ = kind;
    const auto& theme = Theme::of(kind);
    qApp->setPalette(theme.palette());
    canvas_->setTheme(kind);
    docks_->setTheme(kind);
    start_->setTheme(kind);
    actions_->refresh();
}

void MainWindow::chooseTheme(ThemeKind kind) {
    settings_.setTheme(kind);
    setTheme(kind);
}

void MainWindow::showTitle() {
    if (!workspace_->isOpen()) {
        setWindowTitle(QStringLiteral("Mapwright"));
        return;
    }
    setWindowTitle(QStringLiteral("%1%2 · %3 · Mapwright")
                       .arg(workspace_->programName(),
                            workspace_->isModified() ? QStringLiteral("*") : QString(),
                            qs(workspace_->current().name)));
}

void MainWindow::showJobs() {
    const auto running = jobs_->running();
    const bool any = !running.empty();
    for (auto* widget : std::initializer_list<QWidget*>{jobTitle_, jobProgress_, jobCancel_})
        widget->setVisible(any);
    bool measuring = false;
    for (const auto& job : running) {
        if (job.spec.slot != BenchRunner::kSlot)
            continue;
        measuring = true;
        docks_->panel<TimingsPanel>().runPanel().setProgress(
            true, job.cancelled ? tr("cancelling …") : job.progress.what, job.progress.done,
            job.progress.total);
    }
    if (!measuring)
        docks_->panel<TimingsPanel>().runPanel().setProgress(false, {}, 0, 0);
    if (!any)
        return;
    const auto& job = running.front();
    jobTitle_->setText(job.progress.what.isEmpty()
                           ? job.spec.title
                           : job.spec.title + QStringLiteral(": ") + job.progress.what);
    jobProgress_->setRange(0, job.progress.total);
    jobProgress_->setValue(job.progress.done);
}

void MainWindow::showPage() {
    const bool open = workspace_->isOpen();
    pages_->setCurrentWidget(open ? static_cast<QWidget*>(canvas_) : start_);
    if (open == docksShown_)
        return;
    docksShown_ = open;
    if (open) {
        restoreState(dockState_);
        return;
    }
    dockState_ = saveState();
    for (const auto& entry : docks_->all())
        entry.dock->hide();
}

void MainWindow::restoreWindow() {
    resize(kDefaultSize);
    if (!settings_.geometry().isEmpty())
        restoreGeometry(settings_.geometry());
    if (!settings_.windowState().isEmpty())
        restoreState(settings_.windowState());
}

namespace {

QStringList localFiles(const QMimeData& data) {
    QStringList files;
    for (const auto& url : data.urls())
        if (url.isLocalFile())
            files << url.toLocalFile();
    return files;
}

} // namespace

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!localFiles(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    files_->open(localFiles(*event->mimeData()));
    event->acceptProposedAction();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    const auto leave = [this] {
        leaving_ = true;
        close();
    };
    if (!leaving_ && !files_->mayLeave(leave)) {
        event->ignore();
        return;
    }
    if (workspace_->isOpen())
        settings_.setWindow(saveGeometry(), saveState());
    event->accept();
}

} // namespace mw::app
