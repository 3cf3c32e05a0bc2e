// Opens, exports and saves files (file_keeper_leaving.cpp: closes them).
#include "app/gui/file_keeper.h"

#include "app/gui/bench_runner.h"
#include "app/gui/export_dialog.h"
#include "app/gui/leave_dialog.h"
#include "app/gui/link_dialog.h"
#include "app/gui/project_watch.h"
#include "app/gui/save_dialog.h"
#include "app/workbench/timers/read.h"
#include "core/history/recipe.h"
#include "core/io/file.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace mw::app {

using viewers::counted;
using viewers::qs;

namespace {

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

bool holdsRecipe(const QString& path) {
    return QFileInfo(path).suffix().toLower() == QLatin1String("json") &&
           workbench::readRecipe(toPath(path)).has_value();
}

QString recipeFilter() {
    return FileKeeper::tr("Recipes (*.json);;All files (*)");
}

} // namespace

FileKeeper::FileKeeper(Workspace& workspace, viewers::JobQueue& jobs, SessionStore sessions,
                       QWidget* window)
    : QObject(window), workspace_(workspace), jobs_(jobs), sessions_(std::move(sessions)),
      window_(window), writer_(new SessionWriter(workspace, jobs, sessions_, this)) {
    new ProjectWatch(*this, workspace, jobs);
    connect(writer_, &SessionWriter::failed, this, &FileKeeper::failed);
    connect(&workspace, &Workspace::inputsDiffer, this, &FileKeeper::tellInputs);
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

void FileKeeper::askForFile() {
    auto* dialog =
        new QFileDialog(window_, tr("Open graphs or a project"), openFolder(workspace_),
                        tr("Graphs, projects, times (*.sdfg *.sdfgz *.mapwright *.json *.csv)"
                           ";;All files (*)"));
    dialog->setObjectName(QStringLiteral("open"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &FileKeeper::open);
    dialog->open();
}

void FileKeeper::open(const QStringList& paths) {
    QStringList times, recipes, rest;
    for (const auto& path : paths) {
        auto& kind = holdsTimes(path) ? times : holdsRecipe(path) ? recipes : rest;
        kind << QFileInfo(path).absoluteFilePath();
    }
    if (!rest.isEmpty()) {
        writer_->keepLater();
        emit started();
        before_ = workspace_.program();
        openFailed_ = false;
        pending_ = rest;
        openNext();
    }
    if (!times.isEmpty())
        emit timesChosen(times);
    if (!recipes.isEmpty())
        offerRecipe(recipes.last());
}

/// What is dropped changes nothing unasked.
void FileKeeper::offerRecipe(const QString& path) {
    const auto recipe = workbench::readRecipe(toPath(path));
    if (!recipe)
        return emit failed(recipe.error(), tr("Not replayed"));
    const auto name = QFileInfo(path).fileName();
    const auto steps =
        counted(static_cast<qsizetype>(recipe->steps.size()), tr("step"), tr("steps"));
    if (!workspace_.isOpen()) {
        Diagnostic none;
        none.code = "no-program";
        none.sentence = "A recipe needs a program: open one first.";
        return emit failed(none, tr("%1 was not replayed").arg(name));
    }
    emit offered(tr("%1 is a recipe of %2, made on %3.")
                     .arg(name, steps,
                          recipe->program.empty() ? tr("an unnamed program") : qs(recipe->program)),
                 tr("Replay it on %1").arg(workspace_.programName()),
                 [this, path] { workspace_.replay(path); });
}

void FileKeeper::replayRecipe() {
    auto* dialog =
        new QFileDialog(window_, tr("Replay a recipe"), openFolder(workspace_), recipeFilter());
    dialog->setObjectName(QStringLiteral("recipe-replay"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, &workspace_, &Workspace::replay);
    dialog->open();
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
        jobs_.start(
            {QStringLiteral("copy-of-") + path, tr("Opening %1").arg(QFileInfo(path).fileName())},
            this,
            [sessions = sessions_, path](const viewers::JobContext&) {
                return sessions.takeCopy(toPath(path));
            },
            [this, path](const std::optional<std::filesystem::path>& copy) {
                if (copy)
                    offerCopy(path, *copy);
                workspace_.openProject(path);
            });
    };
    if (mayLeave(open))
        open();
}

/// The window ended before this project was saved: what was done then is still here.
void FileKeeper::offerCopy(const QString& project, const std::filesystem::path& copy) {
    const auto accept = [this, project, copy = toQString(copy)] {
        const auto open = [this, project, copy] { workspace_.openProject(project, copy); };
        if (mayLeave(open))
            open();
    };
    emit told(
        {.sentence = tr("%1 has changes that were never saved.").arg(QFileInfo(project).fileName()),
         .button = tr("Open it with them"),
         .accept = accept,
         .stays = true}); // there is no other way to them
}

/// The project shows its inputs as they were: whoever wants them as they are now opens them.
void FileKeeper::tellInputs(const std::vector<Diagnostic>& inputs) {
    QStringList changed;
    qsizetype missing = 0;
    for (const auto& input : inputs)
        if (input.severity == Severity::error)
            emit workspace_.notOpened(input, tr("A program stays closed"));
        else if (input.code == "input-changed")
            changed << qs(input.location.file);
        else
            ++missing;
    const auto& file = workspace_.project().file;
    const auto project = file.empty() ? tr("the session") : fileName(file.string());
    if (missing == 1)
        emit told(
            {.sentence =
                 tr("1 input of %1 is not on this machine, and is shown as it was.").arg(project)});
    else if (missing > 1)
        emit told(
            {.sentence = tr("%1 inputs of %2 are not on this machine, and are shown as they were.")
                             .arg(missing)
                             .arg(project)});
    if (changed.isEmpty())
        return;
    QStringList names;
    for (const auto& path : changed)
        names << QFileInfo(path).fileName();
    emit told({.sentence = tr("Changed since %1 was written, and shown as it was: %2.")
                               .arg(project, names.join(QStringLiteral(", "))),
               .button = tr("Open what is there now"),
               .accept = [this, changed] { open(changed); }});
}

/// That of the window itself is no session to come back to.
std::optional<SessionStore::FoundProject> FileKeeper::newestProject() const {
    return sessions_.newestProject(workspace_.isOpen() ? workspace_.project()
                                                       : workbench::Project());
}

QString FileKeeper::lastSession() const {
    if (const auto found = newestProject()) {
        const auto& [file, saved, programs, variants] = found->info;
        const auto first = fileName(programs.front());
        const auto name = !file.empty() ? fileName(file.string())
                          : programs.size() < 2
                              ? first
                              : tr("%1 and %2 more").arg(first).arg(programs.size() - 1);
        return tr("the last session: %1, %2")
            .arg(name, counted(variants, tr("variant"), tr("variants")));
    }
    const auto found = sessions_.newest();
    return found ? tr("the last session: %1, %2")
                       .arg(qs(found->info.program),
                            counted(found->info.variants, tr("variant"), tr("variants")))
                 : QString();
}

void FileKeeper::restoreLast() {
    writer_->keepNow();
    if (const auto project = newestProject())
        restoreProject(project->session);
    else
        restoreProgram();
}

void FileKeeper::restoreProject(const std::filesystem::path& session) {
    const auto restore = [this, session] {
        emit started();
        before_.reset();
        openFailed_ = false;
        pending_.clear();
        workspace_.restoreProject(session);
    };
    if (mayLeave(restore))
        restore();
}

/// Older versions kept programs one by one.
void FileKeeper::restoreProgram() {
    const auto session = sessions_.newest();
    if (!session) {
        Diagnostic none;
        none.code = "no-session";
        none.sentence = "There is no saved session.";
        emit failed(none, tr("Not restored"));
        return;
    }
    emit started();
    before_ = workspace_.program();
    openFailed_ = false;
    pending_.clear();
    workspace_.openSession(session->file);
}

void FileKeeper::offerWayBack(const ProgramPtr& program) {
    if (!program || program == workspace_.program() || !(program->hasWork() || program->bench))
        return;
    emit told(
        {.sentence =
             tr("%1 stays open with its %2.").arg(fileName(program->path), variantsOf(*program)),
         .button = tr("Back to it"),
         .accept = [this, kept = std::weak_ptr(program)] {
             if (const auto open = kept.lock())
                 workspace_.show(open);
         }});
}

void FileKeeper::offerOlderSession(const SessionStore::Found& session) {
    before_.reset(); // one line, the more important one
    emit told({.sentence = tr("%1 has changed since its session with %2.")
                               .arg(fileName(session.info.path),
                                    counted(session.info.variants, tr("variant"), tr("variants"))),
               .button = tr("Open that session"),
               .accept = [this, file = session.file] { workspace_.openSession(file); }});
}

// --- Saving ---------------------------------------------------------------------------------

void FileKeeper::exportVariant(const QString& trustFile) {
    if (!workspace_.isOpen())
        return;
    auto* dialog = new ExportDialog(workspace_, trustFile, window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void FileKeeper::linkPrograms() {
    auto* dialog = new LinkDialog(workspace_, jobs_, window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &LinkDialog::linked, this, [this](const QString& file) { open({file}); });
    dialog->open();
}

void FileKeeper::unlinkProgram() {
    if (!workspace_.isOpen())
        return;
    auto* dialog = new QFileDialog(window_, tr("Folder for the programs"),
                                   suggestedFile(workspace_, {}).absolutePath());
    dialog->setObjectName(QStringLiteral("unlink-folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, &FileKeeper::unlinkTo);
    dialog->open();
}

void FileKeeper::unlinkTo(const QString& folder) {
    const auto project = std::make_shared<const workbench::Project>(workspace_.project().copy());
    jobs_.start(
        {QStringLiteral("unlink"), tr("Taking apart"), viewers::JobQueue::Lane::pool, true}, this,
        [project, input = workspace_.program()->path, folder](const viewers::JobContext&) {
            return workbench::unlinkTo(*project, input, toPath(folder));
        },
        [this](const Expected<std::vector<std::string>>& done) {
            if (!done)
                return emit failed(done.error(), tr("Not taken apart"));
            QStringList paths;
            for (const auto& file : *done)
                paths << toQString(std::filesystem::path(file));
            open(paths);
        });
}

void FileKeeper::saveRecipe() {
    if (!workspace_.isOpen())
        return;
    auto* dialog = saveDialog(
        window_, "recipe-save", tr("Save the steps as a recipe"),
        suggestedFile(workspace_, workspace_.fileStem() + QStringLiteral(".recipe.json")),
        recipeFilter());
    connect(dialog, &QFileDialog::fileSelected, this, &FileKeeper::writeRecipe);
    dialog->open();
}

/// By a job: what names a step's elements elsewhere is found out now.
void FileKeeper::writeRecipe(const QString& path) {
    if (const auto free = workspace_.checkNoInput(path); !free)
        return emit failed(free.error(), tr("Not saved"));
    jobs_.start(
        {QStringLiteral("recipe"), tr("Saving the recipe"), viewers::JobQueue::Lane::pool, true},
        this,
        [history = *workspace_.history(), variant = workspace_.current().id,
         path](const viewers::JobContext&) {
            return io::writeFileAtomically(toPath(path), history::recipe(history, variant));
        },
        [this, path](const Expected<void>& done) {
            if (!done)
                emit failed(done.error(), tr("Not saved"));
            else
                emit workspace_.wrote(tr("Saved %1").arg(path), path);
        });
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
    const auto suggestion =
        suggestedFile(workspace_, beside.completeBaseName() + QStringLiteral(".mapwright"));
    auto* dialog = saveDialog(window_, "save-project", tr("Save the project as"), suggestion,
                              tr("Projects (*.mapwright)"));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, saved](const QString& path) { save(path, saved); });
    connect(dialog, &QDialog::rejected, this, [this] { pending_.clear(); });
    dialog->open();
}

void FileKeeper::save(const QString& path, const std::function<void()>& saved) {
    if (workspace_.isSaving())
        return workspace_.whenSaved([this, path, saved] { save(path, saved); });
    workspace_.saveProject(
        path, [this, before = workspace_.project(), saved](const Expected<void>& done) {
            if (!done) {
                pending_.clear();
                emit failed(done.error(), tr("Not saved"));
                return writer_->keepLater();
            }
            writer_->forgetAll();
            writer_->shownChanged();
            writer_->keepLater();
            if (before.file != workspace_.project().file)
                writer_->dropLater(before);
            if (saved)
                saved();
        });
}

} // namespace mw::app
