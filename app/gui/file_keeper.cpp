// Opens, keeps, exports and closes files, and asks before anything is lost.
#include "app/gui/file_keeper.h"

#include "app/gui/bench_runner.h"
#include "app/gui/leave_dialog.h"
#include "app/workbench/export.h"
#include "app/workbench/timers/read.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QTimer>

#include <algorithm>

namespace mw::app {

using viewers::counted;
using viewers::qs;

namespace {

QString fileName(const std::string& path) {
    return QFileInfo(qs(path)).fileName();
}

QString variantsOf(const Program& program) {
    return counted(static_cast<qsizetype>(program.history->variants().size()),
                   FileKeeper::tr("variant"), FileKeeper::tr("variants"));
}

QString graphFilter() {
    return FileKeeper::tr("SDFG (*.sdfg *.sdfgz);;All files (*)");
}

bool isProject(const QString& path) {
    return QFileInfo(path).suffix() == QLatin1String("mapwright");
}

/// Times of a model's run or of a profiler, by the name and, of JSON, by what it says: graphs are
/// JSON, too.
bool holdsTimes(const QString& path) {
    const auto suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QLatin1String("csv"))
        return true;
    return suffix == QLatin1String("json") && workbench::readTimes(toPath(path)).has_value();
}

/// Asks for a name to write to, beginning with this one.
QFileDialog* saveDialog(QWidget* window, const char* name, const QString& title,
                        const QFileInfo& suggestion, const QString& filter) {
    auto* dialog = new QFileDialog(window, title, suggestion.absolutePath(), filter);
    dialog->setObjectName(QString::fromLatin1(name));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suggestion.suffix());
    dialog->selectFile(suggestion.fileName());
    return dialog;
}

} // namespace

FileKeeper::FileKeeper(Workspace& workspace, viewers::JobQueue& jobs, SessionStore sessions,
                       QWidget* window)
    : QObject(window), workspace_(workspace), jobs_(jobs), sessions_(std::move(sessions)),
      window_(window), autosave_(new QTimer(this)) {
    autosave_->setSingleShot(true);
    connect(autosave_, &QTimer::timeout, this, &FileKeeper::keepAll);
    for (const auto changed : {&Workspace::historyChanged, &Workspace::projectChanged})
        connect(&workspace, changed, this, [this] { autosave_->start(); });
    connect(&workspace, &Workspace::olderSessionFound, this, &FileKeeper::offerOlderSession);
    connect(&workspace, &Workspace::openEnded, this, [this](bool done) {
        openFailed_ = openFailed_ || !done;
        if (!pending_.isEmpty())
            openNext();
        else if (!openFailed_)
            offerWayBack(std::exchange(before_, nullptr));
    });
}

// --- Opening --------------------------------------------------------------------------------

void FileKeeper::setAutosaveDelay(int delay) {
    autosave_->setInterval(delay);
}

void FileKeeper::askForFile() {
    auto* dialog =
        new QFileDialog(window_, tr("Open graphs or a project"), {},
                        tr("Graphs, projects, times (*.sdfg *.sdfgz *.mapwright *.json *.csv)"
                           ";;All files (*)"));
    dialog->setObjectName(QStringLiteral("open"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &FileKeeper::open);
    dialog->open();
}

void FileKeeper::open(const QStringList& paths) {
    QStringList times, rest;
    for (const auto& path : paths)
        (holdsTimes(path) ? times : rest) << QFileInfo(path).absoluteFilePath();
    if (!rest.isEmpty()) {
        keepAll();
        emit started();
        before_ = workspace_.program();
        openFailed_ = false;
        pending_ = rest;
        openNext();
    }
    if (!times.isEmpty())
        emit timesChosen(times);
}

void FileKeeper::openNext() {
    const auto path = pending_.takeFirst();
    if (isProject(path))
        openProject(path);
    else
        workspace_.open(path);
}

/// In place of the project that is open, which it might be already.
void FileKeeper::openProject(const QString& path) {
    before_.reset(); // it leaves with its project
    const auto& here = workspace_.project();
    if (!here.file.empty() && workbench::isSameFile(here.file, toPath(path))) {
        if (!pending_.isEmpty())
            openNext();
        return;
    }
    const auto open = [this, path] {
        offerCopy(path);
        workspace_.openProject(path);
    };
    if (mayLeave(open))
        open();
}

/// The window ended before this project was saved: what was done then is still here.
void FileKeeper::offerCopy(const QString& project) {
    const auto copy = sessions_.takeCopy(toPath(project));
    if (!copy)
        return;
    emit offered(tr("%1 has changes that were never saved.").arg(QFileInfo(project).fileName()),
                 tr("Open it with them"), [this, project, copy = toQString(*copy)] {
                     const auto open = [this, project, copy] {
                         workspace_.openProject(project, copy);
                     };
                     if (mayLeave(open))
                         open();
                 });
}

QString FileKeeper::lastSession() const {
    const auto found = sessions_.newest();
    return found ? tr("the last session: %1, %2")
                       .arg(qs(found->info.program),
                            counted(found->info.variants, tr("variant"), tr("variants")))
                 : QString();
}

void FileKeeper::restoreLast() {
    const auto session = sessions_.newest();
    if (!session) {
        Diagnostic none;
        none.code = "no-session";
        none.sentence = "There is no saved session.";
        emit failed(none, tr("Not restored"));
        return;
    }
    keepAll();
    emit started();
    before_ = workspace_.program();
    openFailed_ = false;
    pending_.clear();
    workspace_.openSession(session->file);
}

void FileKeeper::showNext() {
    if (!hasOthers())
        return;
    const auto& programs = workspace_.programs();
    const auto next = std::next(std::ranges::find(programs, workspace_.program()));
    workspace_.show(next == programs.end() ? programs.front() : *next);
}

void FileKeeper::offerWayBack(const ProgramPtr& program) {
    if (!program || program == workspace_.program() || !(program->hasWork() || program->bench))
        return;
    emit offered(
        tr("%1 stays open with its %2.").arg(fileName(program->path), variantsOf(*program)),
        tr("Back to it"), [this, program] { workspace_.show(program); });
}

void FileKeeper::offerOlderSession(const SessionStore::Found& session) {
    before_.reset(); // one line, the more important one
    emit offered(tr("%1 has changed since its session with %2.")
                     .arg(fileName(session.info.path),
                          counted(session.info.variants, tr("variant"), tr("variants"))),
                 tr("Open that session"),
                 [this, file = session.file] { workspace_.openSession(file); });
}

// --- Saving ---------------------------------------------------------------------------------

void FileKeeper::exportVariant() {
    if (!workspace_.isOpen())
        return;
    const QFileInfo suggestion(toQString(workbench::suggestedName(*workspace_.program())));
    auto* dialog =
        saveDialog(window_, "export", tr("Export the variant as"), suggestion, graphFilter());
    connect(dialog, &QFileDialog::fileSelected, &workspace_, &Workspace::startExport);
    dialog->open();
}

void FileKeeper::saveProject(const std::function<void()>& saved) {
    const auto& file = workspace_.project().file;
    if (file.empty())
        saveProjectAs(saved);
    else
        save(toQString(file), saved);
}

void FileKeeper::saveProjectAs(const std::function<void()>& saved) {
    const auto& project = workspace_.project();
    const QFileInfo beside(project.file.empty() ? workspace_.path() : toQString(project.file));
    const QFileInfo suggestion(beside.dir(),
                               beside.completeBaseName() + QStringLiteral(".mapwright"));
    auto* dialog = saveDialog(window_, "save-project", tr("Save the project as"), suggestion,
                              tr("Projects (*.mapwright)"));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, saved](const QString& path) { save(path, saved); });
    connect(dialog, &QDialog::rejected, this, [this] { pending_.clear(); });
    dialog->open();
}

void FileKeeper::save(const QString& path, const std::function<void()>& saved) {
    const auto before = workspace_.project().file;
    if (const auto done = workspace_.saveProject(path); !done) {
        pending_.clear();
        emit failed(done.error(), tr("Not saved"));
        return;
    }
    notKept_.clear();
    for (const auto& file : {before, workspace_.project().file})
        sessions_.dropCopy(file);
    if (saved)
        saved();
}

// --- Keeping and leaving --------------------------------------------------------------------

void FileKeeper::keep(Program& program) {
    if (program.kept)
        return;
    const auto done = sessions_.keep(program);
    if (done) {
        notKept_.erase(&program);
        return;
    }
    if (!notKept_.contains(&program)) // said once, not at every step
        emit failed(done.error(), tr("The session of %1 is not kept").arg(fileName(program.path)));
    notKept_.insert_or_assign(&program, done.error());
}

/// One copy for the whole project: its file is written when the user says so.
void FileKeeper::keepCopy() {
    const auto& project = workspace_.project();
    if (project.isKept() || project.isSaved())
        return;
    const auto done = workspace_.keepCopy();
    if (!done && !copyFailed_) // said once, not at every step
        emit failed(
            done.error(),
            tr("Nothing is kept of %1 until it is saved").arg(fileName(project.file.string())));
    copyFailed_ = !done;
}

void FileKeeper::keepAll() {
    autosave_->stop();
    if (!workspace_.project().file.empty())
        return keepCopy();
    for (const auto& program : workspace_.programs())
        keep(*program);
}

/// What is in no file and in no session.
QStringList FileKeeper::losses(const std::vector<ProgramPtr>& programs) const {
    QStringList lines;
    for (const auto& program : programs) {
        const auto found = notKept_.find(program.get());
        if (program->kept || !program->hasWork() || found == notKept_.end())
            continue;
        const auto unsaved = program->unexported();
        lines << tr("%1: its session could not be written, and %2 not in any file. %3")
                     .arg(fileName(program->path),
                          unsaved == 1 ? tr("1 variant is") : tr("%1 variants are").arg(unsaved),
                          qs(toString(found->second)));
    }
    return lines;
}

QStringList FileKeeper::lossesOfProject() const {
    const auto& project = workspace_.project();
    if (project.file.empty())
        return losses(project.programs);
    if (project.isSaved())
        return {};
    return {tr("%1 has changes that are not saved.").arg(fileName(project.file.string()))};
}

/// A project with a file has no sessions that keep what a program had.
QStringList FileKeeper::lossesOfLeaving(const Program& program) const {
    if (!program.hasWork())
        return {};
    return {tr("%1 leaves %2, with its %3.")
                .arg(fileName(program.path), fileName(workspace_.project().file.string()),
                     variantsOf(program))};
}

/// Jobs whose result is somebody's work, as a line.
QStringList FileKeeper::runningWork() const {
    QStringList titles;
    for (const auto& job : jobs_.running())
        if (job.spec.slot == BenchRunner::kSlot || job.spec.slot.startsWith(Workspace::kEditSlot) ||
            job.spec.slot == Workspace::kExportSlot)
            titles << job.spec.title;
    if (titles.isEmpty())
        return {};
    return {tr("Still running, and lost with it: %1.").arg(titles.join(QStringLiteral(", ")))};
}

/// True: nothing is lost.
bool FileKeeper::ask(const QStringList& lines, bool canSave, const std::function<void()>& leave) {
    if (lines.isEmpty())
        return true;
    if (window_->findChild<LeaveDialog*>())
        return false; // it is being asked
    auto* dialog = new LeaveDialog(lines, canSave, window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &LeaveDialog::discardChosen, this, leave);
    connect(dialog, &LeaveDialog::saveChosen, this, [this, leave] { saveProject(leave); });
    connect(dialog, &QDialog::rejected, this, [this] { pending_.clear(); });
    dialog->open();
    return false;
}

bool FileKeeper::mayLeave(const std::function<void()>& leave) {
    keepAll();
    const auto unsaved = lossesOfProject();
    const auto others = otherLosses_ ? otherLosses_() : QStringList();
    return ask(unsaved + runningWork() + others, !unsaved.isEmpty(), [this, leave] {
        sessions_.dropCopy(workspace_.project().file);
        leave();
    });
}

void FileKeeper::closeProgram() {
    if (!workspace_.isOpen())
        return;
    const auto program = workspace_.program();
    const auto close = [this, program] {
        notKept_.erase(program.get());
        if (workspace_.program() == program)
            workspace_.close();
    };
    keepAll();
    const bool hasFile = !workspace_.project().file.empty();
    if (ask(hasFile ? lossesOfLeaving(*program) : losses({program}), !hasFile, close))
        close();
}

void FileKeeper::closeProject() {
    const auto close = [this] {
        notKept_.clear();
        workspace_.closeProject();
    };
    if (mayLeave(close))
        close();
}

} // namespace mw::app
