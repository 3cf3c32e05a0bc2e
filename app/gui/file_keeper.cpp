// Opens, keeps, exports and closes files, and asks before anything is lost.
#include "app/gui/file_keeper.h"

#include "app/gui/bench_runner.h"
#include "app/gui/leave_dialog.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QTimer>

namespace mw::app {

using viewers::counted;
using viewers::qs;

namespace {

constexpr int kAutosaveDelay = 500; // ms after the last change of the history

QString fileName(const std::string& path) {
    return QFileInfo(qs(path)).fileName();
}

QString variantsOf(const Program& program) {
    return counted(static_cast<qsizetype>(program.history->variants().size()),
                   FileKeeper::tr("variant"));
}

/// `nabla4-map-fusion-vertical.sdfgz` beside the input: letters, digits and dashes only.
QString suggestedName(const Program& program) {
    constexpr int kLength = 48;
    const QFileInfo input(qs(program.path));
    QString variant;
    for (const QChar c : qs(program.history->current().name))
        if (c.isLetterOrNumber())
            variant += c;
        else if (!variant.endsWith(QLatin1Char('-')))
            variant += QLatin1Char('-');
    variant = variant.left(kLength);
    const auto suffix = input.suffix().isEmpty() ? QStringLiteral("sdfg") : input.suffix();
    return input.dir().filePath(
        QStringLiteral("%1-%2.%3").arg(input.completeBaseName(), variant, suffix));
}

} // namespace

FileKeeper::FileKeeper(Workspace& workspace, viewers::JobQueue& jobs, SessionStore sessions,
                       QWidget* window)
    : QObject(window), workspace_(workspace), jobs_(jobs), sessions_(std::move(sessions)),
      window_(window), autosave_(new QTimer(this)) {
    autosave_->setSingleShot(true);
    autosave_->setInterval(kAutosaveDelay);
    connect(autosave_, &QTimer::timeout, this, &FileKeeper::keepAll);
    connect(&workspace, &Workspace::historyChanged, this, [this] { autosave_->start(); });
    connect(&workspace, &Workspace::olderSessionFound, this, &FileKeeper::offerOlderSession);
    connect(&workspace, &Workspace::openEnded, this, [this](bool done) {
        openFailed_ = openFailed_ || !done;
        if (!pending_.isEmpty())
            openNext();
        else if (!openFailed_)
            offerWayBack(std::exchange(before_, nullptr));
    });
}

QString FileKeeper::graphFilter() {
    return tr("SDFG (*.sdfg *.sdfgz);;All files (*)");
}

// --- Opening --------------------------------------------------------------------------------

void FileKeeper::askForFile() {
    auto* dialog = new QFileDialog(window_, tr("Open graphs"), {}, graphFilter());
    dialog->setObjectName(QStringLiteral("open"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &FileKeeper::open);
    dialog->open();
}

void FileKeeper::open(const QStringList& paths) {
    if (paths.isEmpty())
        return;
    keepAll();
    emit started();
    before_ = workspace_.program();
    openFailed_ = false;
    pending_.clear();
    for (const auto& path : paths)
        pending_ << QFileInfo(path).absoluteFilePath();
    openNext();
}

void FileKeeper::openNext() {
    workspace_.open(pending_.takeFirst());
}

QString FileKeeper::lastSession() const {
    const auto found = sessions_.newest();
    return found ? tr("the last session: %1, %2")
                       .arg(qs(found->info.program), counted(found->info.variants, tr("variant")))
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
    if (hasOthers())
        workspace_.show(workspace_.programs().front());
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
    emit offered(
        tr("%1 has changed since its session with %2.")
            .arg(fileName(session.info.path), counted(session.info.variants, tr("variant"))),
        tr("Open that session"), [this, file = session.file] { workspace_.openSession(file); });
}

// --- Exporting ------------------------------------------------------------------------------

void FileKeeper::exportVariant() {
    if (!workspace_.isOpen())
        return;
    const auto suggestion = suggestedName(*workspace_.program());
    auto* dialog = new QFileDialog(window_, tr("Save the variant as"),
                                   QFileInfo(suggestion).absolutePath(), graphFilter());
    dialog->setObjectName(QStringLiteral("export"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QFileInfo(suggestion).suffix());
    dialog->selectFile(QFileInfo(suggestion).fileName());
    connect(dialog, &QFileDialog::fileSelected, &workspace_, &Workspace::startExport);
    dialog->open();
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

void FileKeeper::keepAll() {
    autosave_->stop();
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
        const auto unsaved = static_cast<qsizetype>(program->history->variants().size()) - 1 -
                             static_cast<qsizetype>(program->exported.size());
        lines << tr("%1: its session could not be written, and %2 not in any file. %3")
                     .arg(fileName(program->path),
                          unsaved == 1 ? tr("1 variant is")
                                       : tr("%1 variants are").arg(std::max<qsizetype>(unsaved, 0)),
                          qs(toString(found->second)));
    }
    return lines;
}

/// Jobs whose result is somebody's work, by their titles.
QStringList FileKeeper::runningWork() const {
    QStringList titles;
    for (const auto& job : jobs_.running())
        if (job.spec.slot == BenchRunner::kSlot || job.spec.slot.startsWith(Workspace::kEditSlot) ||
            job.spec.slot == Workspace::kExportSlot)
            titles << job.spec.title;
    return titles;
}

bool FileKeeper::mayLeave(const std::vector<ProgramPtr>& programs, const QStringList& running,
                          const std::function<void()>& leave) {
    keepAll();
    auto lines = losses(programs);
    const bool canSave = !lines.isEmpty();
    if (!running.isEmpty())
        lines << tr("Still running, and lost with it: %1.").arg(running.join(QStringLiteral(", ")));
    if (lines.isEmpty())
        return true;
    if (window_->findChild<LeaveDialog*>())
        return false; // it is being asked
    auto* dialog = new LeaveDialog(lines, canSave, window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &LeaveDialog::discardChosen, this, leave);
    connect(dialog, &LeaveDialog::saveChosen, this, [this, programs] {
        for (const auto& program : programs)
            if (notKept_.contains(program.get()) && program != workspace_.program())
                return workspace_.show(program), exportVariant();
        exportVariant();
    });
    dialog->open();
    return false;
}

bool FileKeeper::mayLeave(const std::function<void()>& leave) {
    return mayLeave(workspace_.programs(), runningWork(), leave);
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
    if (mayLeave({program}, {}, close))
        close();
}

} // namespace mw::app
