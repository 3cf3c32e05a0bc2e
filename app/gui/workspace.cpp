// What is open: reading and exporting files as jobs.
#include "app/gui/workspace.h"

#include "app/workbench/advise.h"
#include "app/workbench/export.h"
#include "app/workbench/titles.h"
#include "core/analysis/kernel_names.h"
#include "core/codegen/ctext.h"
#include "core/io/bound_arguments.h"
#include "core/ir/shared_index.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <QFileInfo>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace mw::app {

using viewers::counted;
using viewers::JobContext;
using viewers::qs;
using workbench::OpenedInput;
using workbench::OpenedProject;

Workspace::Workspace(viewers::JobQueue& jobs, SessionStore sessions, QObject* parent)
    : QObject(parent), jobs_(jobs), sessions_(std::move(sessions)),
      adviser_(std::make_shared<workbench::Adviser>()), active_(&addPane()) {}

QString Workspace::fileStem() const {
    return qs(codegen::identifier(programName().toStdString()));
}

bool Workspace::isModified() const {
    return project_.file.empty() ? isOpen() && !program()->isCurrentExported()
                                 : !project_.isSaved();
}

std::optional<QString> Workspace::tellingFile(const workbench::Program& program) const {
    const auto name = [](const workbench::Program& one) {
        return one.history->root().document->root->name;
    };
    std::vector<std::filesystem::path> others;
    std::vector<std::vector<io::BoundArgument>> bound;
    bool isOlder = false; // the same file was read once more after it
    for (auto other = programs().rbegin(); other != programs().rend(); ++other) {
        if (other->get() == &program)
            break;
        isOlder = isOlder || (*other)->path == program.path;
    }
    bool isAlone = true;
    for (const auto& other : programs()) {
        if (other.get() == &program || name(*other) != name(program))
            continue;
        isAlone = false;
        others.emplace_back(other->path);
        bound.push_back(io::boundArguments(*other->history->root().document->root));
    }
    if (isAlone)
        return std::nullopt;
    const auto arguments = workbench::tellingArguments(
        io::boundArguments(*program.history->root().document->root), bound);
    if (!arguments.empty())
        return qs(arguments);
    const auto file = qs(workbench::tellingPath(program.path, others));
    return isOlder ? tr("%1, as it was").arg(file) : file;
}

QString Workspace::titleOf(const workbench::Program& program) const {
    const auto name = qs(program.history->root().document->root->name);
    const auto file = tellingFile(program);
    return file ? QStringLiteral("%1 (%2)").arg(name, *file) : name;
}

QString Workspace::shortTitleOf(const workbench::Program& program) const {
    return tellingFile(program).value_or(qs(program.history->root().document->root->name));
}

// --- Opening and closing --------------------------------------------------------------------

namespace {

/// By jobs, so that the window need not wait for it.
void prepare(const workbench::Program& program) {
    const auto& document = program.current().document;
    ir::sharedIndex(document);
    analysis::sharedKernelNames(document);
}
void prepare(const OpenedInput& opened) {
    if (opened.isNew) // else the window has it, and may be changing it
        prepare(*opened.program);
}
void prepare(const OpenedProject& opened) {
    for (const auto& program : opened.project.programs)
        prepare(*program);
}

} // namespace

template <class Opened>
void Workspace::startOpen(const QString& title, const QString& name,
                          std::function<Expected<Opened>(const std::stop_token&)> read) {
    jobs_.start(
        {QStringLiteral("open"), title, viewers::JobQueue::Lane::pool, true}, this,
        [read = std::move(read)](const JobContext& context) {
            auto opened = read(context.stop());
            if (opened)
                prepare(*opened);
            return opened;
        },
        [this, name](Expected<Opened> result) {
            const auto opened = std::make_shared<Expected<Opened>>(std::move(result));
            whenSaved([this, name, opened] {
                const bool done = opened->has_value();
                if (done)
                    take(std::move(**opened));
                else
                    emit notOpened(opened->error(), Workspace::tr("%1 was not opened").arg(name));
                emit openEnded(done);
            });
        });
}

void Workspace::open(const QString& path) {
    const auto name = QFileInfo(path).fileName();
    startOpen<OpenedInput>(
        tr("Opening %1").arg(name), name,
        [path, sessions = sessions_, here = programs()](const std::stop_token& stop) {
            return workbench::openInput(toPath(path), sessions, here, stop);
        });
}

void Workspace::openSession(const std::filesystem::path& file) {
    startOpen<OpenedInput>(
        tr("Restoring the session"), tr("The session"),
        [file, sessions = sessions_, here = programs()](const std::stop_token& stop) {
            return workbench::openSession(file, sessions, here, stop);
        });
}

void Workspace::openProject(const QString& path, const QString& copy) {
    const auto name = QFileInfo(path).fileName();
    startOpen<OpenedProject>(tr("Opening %1").arg(name), name,
                             [path, copy](const std::stop_token& stop) {
                                 if (copy.isEmpty())
                                     return workbench::readProject(toPath(path), stop);
                                 auto opened = workbench::readProjectSession(toPath(copy), stop);
                                 if (opened) {
                                     opened->project.file = toPath(path);
                                     opened->project.changed();
                                 }
                                 return opened;
                             });
}

void Workspace::restoreProject(const std::filesystem::path& session) {
    startOpen<OpenedProject>(tr("Restoring the session"), tr("The session"),
                             [session](const std::stop_token& stop) {
                                 return workbench::readProjectSession(session, stop);
                             });
}

void Workspace::take(OpenedInput opened) {
    if (!opened.lost.empty() && opened.session)
        sessions_.setAside(opened.session->file);
    project_.add(opened.program);
    show(opened.program);
    const auto variants = static_cast<int>(history()->variants().size());
    if (opened.session && variants > 1)
        emit said(tr("The session of %1 is back: %2")
                      .arg(QFileInfo(path()).fileName(),
                           counted(variants, tr("variant"), tr("variants"))));
    for (const auto& lost : opened.lost)
        emit notOpened(lost, tr("A step of the session no longer fits"));
    if (opened.olderSession)
        emit olderSessionFound(*opened.olderSession);
    packInputs();
    emit projectChanged();
}

void Workspace::take(OpenedProject opened) {
    emit projectLeaves();
    for (const auto& program : project_.programs)
        letGo(*program);
    freeLater(std::exchange(project_, std::move(opened.project)).programs);
    restoreShown();
    emit projectOpened();
    emit projectChanged();
    if (!project_.file.empty())
        emit said(tr("Opened %1").arg(toQString(project_.file)));
    for (const auto& lost : opened.lost)
        emit notOpened(lost, tr("A step of the project no longer fits"));
    if (!opened.inputs.empty())
        emit inputsDiffer(opened.inputs);
    packInputs();
}

void Workspace::show(const ProgramPtr& program) {
    if (const auto tab = active_->tabOf(program))
        program->history->goTo(active_->tabs()[*tab].variant);
    setProgram(program);
    emit said(tr("Opened %1").arg(path()));
}

void Workspace::readFor(const std::optional<ir::DaceVersion>& dace) {
    if (!isOpen() || program()->dace == dace)
        return;
    const auto before = program();
    const auto name = QFileInfo(toQString(before->path)).fileName();
    const auto notRead = [&](const Diagnostic& why) {
        emit notOpened(why, tr("%1 was not read for another DaCe").arg(name));
    };
    if (before->hasWork())
        return notRead({Severity::error,
                        "other-dace",
                        tr("Its steps were checked for the version that it is for now. Take a copy "
                           "of the file for another one.")
                            .toStdString(),
                        {},
                        {}});
    auto after = workbench::programOf(before->path, *before->content, dace);
    if (!after)
        return notRead(after.error());
    project_.add(*after);
    show(*after);
    close(before);
    emit said(tr("%1 is read for DaCe %2")
                  .arg(name, QString::fromStdString(current().document->format.daceVersion)));
}

/// Edits of a program that leaves have nowhere to end.
void Workspace::letGo(const Program& program) {
    jobs_.discard(optimiseSlot(program));
    for (const auto* pane : panes_)
        jobs_.discard(editSlot(program, *pane));
}

/// Freeing hundreds of variants takes longer than the window waits.
void Workspace::freeLater(std::vector<ProgramPtr> programs) {
    // When nobody here has them any more.
    QTimer::singleShot(0, this, [this, programs = std::move(programs)]() mutable {
        jobs_.start(
            {QStringLiteral("free"), tr("Closing"), viewers::JobQueue::Lane::spare}, this,
            [programs = std::move(programs)](const JobContext&) mutable { programs.clear(); },
            [] {});
    });
}

void Workspace::close(const ProgramPtr& closed) {
    const auto next = project_.close(closed);
    letGo(*closed);
    freeLater({closed});
    if (!next && project_.file.empty())
        project_.session.clear(); // what comes next is another project
    for (auto* pane : std::vector(panes_)) {
        if (next && pane->tabs().size() == 1 && pane->tabOf(closed))
            pane->open(next);
        pane->close(closed);
        if (!pane->isOpen() && pane != active_)
            closePane(*pane);
    }
    lookAtActive();
    emit historyChanged();
    emit benchChanged();
    emit projectChanged();
}

void Workspace::closeProject() {
    take(OpenedProject{});
}

namespace {

const QString kSaveSlot = QStringLiteral("save-project");

}

void Workspace::saveProject(const QString& path, std::function<void(const Expected<void>&)> done) {
    if (const auto free = checkNoInput(path); !free)
        return done(free);
    project_.shown = shown();
    const auto copy = std::make_shared<workbench::Project>(project_.copy());
    jobs_.start(
        {kSaveSlot, tr("Saving the project"), viewers::JobQueue::Lane::pool, true}, this,
        [copy, path](const JobContext&) { return workbench::saveProject(*copy, toPath(path)); },
        [this, copy, programs = programs(), path,
         done = std::move(done)](const Expected<void>& saved) {
            if (saved) {
                project_.takeSaved(*copy, programs);
                emit said(tr("Saved %1").arg(path));
                emit projectChanged();
            }
            done(saved);
            for (const auto& act : std::exchange(afterSaving_, {}))
                whenSaved(act);
        });
}

bool Workspace::isSaving() const {
    return jobs_.isRunning(kSaveSlot);
}

void Workspace::whenSaved(std::function<void()> act) {
    if (isSaving())
        afterSaving_.push_back(std::move(act));
    else
        act();
}

workbench::Project Workspace::projectToKeep() {
    project_.shown = shown();
    SessionStore::giveName(project_);
    return project_.copy();
}

void Workspace::markKept(bool kept) {
    project_.kept = kept;
    for (const auto& program : programs())
        program->kept = kept;
}

void Workspace::packInputs() {
    using Texts = std::vector<std::pair<ProgramPtr, std::shared_ptr<const std::string>>>;
    Texts inputs;
    for (const auto& program : programs())
        if (!program->packed)
            inputs.emplace_back(program, program->content);
    if (inputs.empty())
        return;
    jobs_.start(
        {QStringLiteral("pack"), tr("Compressing the inputs"), viewers::JobQueue::Lane::spare},
        this,
        [inputs = std::move(inputs)](const JobContext& context) {
            Texts made;
            for (const auto& [program, bytes] : inputs)
                if (auto text = workbench::packed(*bytes); text && !context.stopRequested())
                    made.emplace_back(program,
                                      std::make_shared<const std::string>(std::move(*text)));
            return made;
        },
        [](const Texts& made) {
            for (const auto& [program, text] : made)
                program->packed = text;
        });
}

void Workspace::setRun(workbench::InputChoice inputs, workbench::RunSettings settings) {
    if (isOpen() ? project_.setRun(*program(), std::move(inputs), std::move(settings))
                 : project_.setRun(std::move(inputs), std::move(settings)))
        emit projectChanged();
}

void Workspace::setProgram(const ProgramPtr& program) {
    active_->open(program);
    emit historyChanged();
    emit benchChanged();
}

// --- Exporting ------------------------------------------------------------------------------

Expected<void> Workspace::checkNoInput(const QString& path) const {
    MW_CHECK(workbench::checkNoInput(toPath(path), project_.inputPaths()));
    return workbench::checkNoInput(toPath(path), sessions_.inputsAt(toPath(path)));
}

void Workspace::startExport(workbench::ExportRequest request) {
    if (!isOpen())
        return;
    // A library is compiled, which is not to disturb what is being measured.
    const auto kind = workbench::exportKind(request.file);
    const auto file = toQString(request.file);
    const auto lane = kind && *kind == workbench::ExportKind::library
                          ? viewers::JobQueue::Lane::device
                          : viewers::JobQueue::Lane::pool;
    jobs_.start(
        {kExportSlot, tr("Exporting"), lane, true}, this,
        [copy = workbench::copyForExport(*program()), variant = current().id,
         request = std::move(request), inputs = project_.inputPaths(),
         sessions = sessions_](const JobContext&) mutable {
            copy->history->goTo(variant);
            for (auto& path : sessions.inputs())
                inputs.push_back(std::move(path));
            return workbench::exportProgram(*copy, request, inputs);
        },
        [this, program = program(), variant = current().id,
         file](const Expected<workbench::Exported>& done) {
            if (done) {
                exported(program, *done, variant, file);
                emit exportMade(*done);
                return;
            }
            if (done.error().code != "untrusted-code")
                emit failed(done.error(), tr("Not exported"));
            emit exportRefused(done.error());
        });
}

void Workspace::exported(const ProgramPtr& program, const workbench::Exported& export_,
                         history::VariantId variant, const QString& file) {
    if (export_.record.kind == "graph") {
        program->exported.insert(variant);
        workDone(program);
    }
    QStringList sentences{viewers::capitalised(qs(export_.sentence))};
    for (const auto& note : export_.record.notes)
        sentences << qs(note);
    emit wrote(sentences.join(QStringLiteral("; ")), file);
    if (program == this->program())
        emit exportDone();
}

} // namespace mw::app
