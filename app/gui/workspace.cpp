// What is open: reading files, exporting and editing variants as jobs, and the panes.
#include "app/gui/workspace.h"

#include "app/workbench/export.h"
#include "app/workbench/optimise.h"
#include "app/workbench/specialise_values.h"
#include "core/codegen/ctext.h"
#include "core/exec/run_defaults.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <QFileInfo>

namespace mw::app {

using viewers::counted;
using viewers::JobContext;
using viewers::qs;
using workbench::OpenedInput;
using workbench::OpenedProject;

namespace {

/// One edit at a time of each program in each pane; the others go on.
QString editSlot(const Program& program, const Pane& pane) {
    const auto number = [](const auto& thing) {
        return QString::number(reinterpret_cast<quintptr>(&thing));
    };
    return Workspace::kEditSlot + number(program) + QLatin1Char('-') + number(pane);
}

const std::optional<bench::BenchResult> kNoResult;

/// What programs are run on where the user chose nothing.
std::string gridOf(const workbench::RunSettings& settings) {
    return exec::defaultGrid(
        codegen::targetFromName(settings.target).value_or(codegen::Target::cpu));
}

} // namespace

Workspace::Workspace(viewers::JobQueue& jobs, SessionStore sessions, QObject* parent)
    : QObject(parent), jobs_(jobs), sessions_(std::move(sessions)), active_(&addPane()) {}

QString Workspace::fileStem() const {
    return qs(codegen::identifier(programName().toStdString()));
}

bool Workspace::isModified() const {
    return project_.file.empty() ? isOpen() && !program()->isCurrentExported()
                                 : !project_.isSaved();
}

// --- Panes ----------------------------------------------------------------------------------

Pane& Workspace::addPane() {
    auto* pane = new Pane(this);
    panes_.push_back(pane);
    const auto relay = [this, pane](void (Workspace::*changed)()) {
        return [this, pane, changed] {
            if (pane == active_)
                emit(this->*changed)();
        };
    };
    connect(pane, &Pane::opened, this, relay(&Workspace::opened));
    connect(pane, &Pane::variantChanged, this, relay(&Workspace::variantChanged));
    connect(&pane->selection(), &Selection::changed, this, relay(&Workspace::selectionChanged));
    return *pane;
}

void Workspace::split() {
    auto& pane = addPane();
    emit paneAdded(pane);
    pane.open(program());
    activate(pane);
}

void Workspace::activate(Pane& pane) {
    if (&pane == active_)
        return;
    active_ = &pane;
    if (isOpen() && history()->current().id != pane.variantId()) {
        program()->history->goTo(pane.variantId());
        program()->kept = false; // a session comes back where the user was
    }
    emit activated();
    emit historyChanged();
    emit benchChanged();
}

void Workspace::closePane(Pane& pane) {
    if (panes_.size() == 1)
        return;
    std::erase(panes_, &pane);
    activate(active_ == &pane ? *panes_.back() : *active_);
    emit paneClosed(pane);
    pane.deleteLater();
}

QString Workspace::titleOf(const workbench::Program& program) const {
    const auto name = [](const workbench::Program& one) {
        return one.history->root().document->root->name;
    };
    const auto same = std::ranges::count_if(
        programs(), [&](const ProgramPtr& other) { return name(*other) == name(program); });
    return same < 2 ? qs(name(program))
                    : QStringLiteral("%1 (%2)").arg(qs(name(program)),
                                                    QFileInfo(toQString(program.path)).fileName());
}

// --- Opening and closing --------------------------------------------------------------------

template <class Opened>
void Workspace::startOpen(const QString& title, const QString& name,
                          std::function<Expected<Opened>(const std::stop_token&)> read) {
    jobs_.start(
        {QStringLiteral("open"), title, viewers::JobQueue::Lane::pool, true}, this,
        [read = std::move(read)](const JobContext& context) { return read(context.stop()); },
        [this, name](Expected<Opened> opened) {
            const bool done = opened.has_value();
            if (done)
                take(std::move(*opened));
            else
                emit failed(opened.error(), Workspace::tr("%1 was not opened").arg(name));
            emit openEnded(done);
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
    startOpen<OpenedProject>(
        tr("Opening %1").arg(name), name, [path, copy](const std::stop_token& stop) {
            auto opened = workbench::readProject(toPath(copy.isEmpty() ? path : copy), stop);
            if (opened && !copy.isEmpty()) {
                opened->project.file = toPath(path);
                opened->project.changed();
            }
            return opened;
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
        emit failed(lost, tr("A step of the session no longer fits"));
    if (opened.olderSession)
        emit olderSessionFound(*opened.olderSession);
    emit projectChanged();
}

void Workspace::take(OpenedProject opened) {
    for (const auto& program : project_.programs)
        letGo(*program);
    for (auto* pane : std::vector(panes_))
        if (pane != active_)
            closePane(*pane);
    project_ = std::move(opened.project);
    setProgram(project_.programs.empty() ? nullptr : project_.programs.front());
    emit projectOpened();
    emit projectChanged();
    if (!project_.file.empty())
        emit said(tr("Opened %1").arg(toQString(project_.file)));
    for (const auto& lost : opened.lost)
        emit failed(lost, tr("A step of the project no longer fits"));
}

void Workspace::show(ProgramPtr program) {
    setProgram(program);
    emit said(tr("Opened %1").arg(path()));
}

/// Edits of a program that leaves have nowhere to end.
void Workspace::letGo(const Program& program) {
    for (const auto* pane : panes_)
        jobs_.discard(editSlot(program, *pane));
}

void Workspace::close() {
    if (!isOpen())
        return;
    const auto closed = program();
    const auto next = project_.close(closed);
    letGo(*closed);
    for (auto* pane : std::vector(panes_)) {
        if (pane == active_ || pane->program() != closed)
            continue;
        if (next)
            pane->open(next);
        else
            closePane(*pane);
    }
    setProgram(next);
    emit projectChanged();
}

void Workspace::closeProject() {
    take(OpenedProject{});
}

Expected<void> Workspace::saveProject(const QString& path) {
    MW_CHECK(checkNoInput(path));
    MW_CHECK(workbench::saveProject(project_, toPath(path)));
    emit said(tr("Saved %1").arg(path));
    emit projectChanged();
    return {};
}

void Workspace::setRun(workbench::InputChoice inputs, workbench::RunSettings settings) {
    if (project_.setRun(std::move(inputs), std::move(settings)))
        emit projectChanged();
}

void Workspace::setProgram(const ProgramPtr& program) {
    active_->open(program);
    emit historyChanged();
    emit benchChanged();
}

// --- Exporting ------------------------------------------------------------------------------

/// What is never written: inputs of this project and of all sessions.
std::vector<std::string> Workspace::inputs() const {
    auto inputs = sessions_.inputs();
    for (auto& path : project_.inputPaths())
        inputs.push_back(std::move(path));
    return inputs;
}

Expected<void> Workspace::checkNoInput(const QString& path) const {
    return workbench::checkNoInput(toPath(path), inputs());
}

void Workspace::startExport(const QString& path) {
    if (!isOpen())
        return;
    jobs_.start(
        {kExportSlot, tr("Exporting"), viewers::JobQueue::Lane::pool, true}, this,
        // The history is copied: snapshots are shared.
        [history = *this->history(), variant = current().id, path,
         inputs = inputs()](const JobContext&) {
            return workbench::exportVariant(history, variant, toPath(path), inputs);
        },
        [this, path, program = program(), variant = current().id](const Expected<void>& done) {
            if (!done)
                emit failed(done.error(), tr("Not exported"));
            else
                exported(program, path, variant);
        });
}

void Workspace::exported(const ProgramPtr& program, const QString& path,
                         history::VariantId variant) {
    program->exported.insert(variant);
    workDone(program);
    emit said(tr("Exported %1").arg(path));
    if (program == this->program())
        emit exportDone();
}

// --- Editing --------------------------------------------------------------------------------

/// Where an edit began, and where its steps are to appear.
struct Workspace::Origin {
    ProgramPtr program;
    history::VariantId variant;
    QPointer<Pane> pane;
};

void Workspace::workDone(const ProgramPtr& program) {
    program->changed();
    emit historyChanged();
}

/// Another variant is looked at: nothing was done, but a session comes back there.
void Workspace::wentOn() {
    active_->goToCurrent();
    program()->kept = false;
    emit historyChanged();
}

void Workspace::startEdit(const QString& title, Edit edit) {
    if (!isOpen())
        return;
    jobs_.start(
        {editSlot(*program(), *active_), title, viewers::JobQueue::Lane::pool, true}, this,
        [document = current().document, edit = std::move(edit)](const JobContext& context) {
            return edit(document, context.stop());
        },
        [this, origin = Origin{program(), current().id, active_}, title](Expected<Edited> edited) {
            finishEdit(origin, title, std::move(edited));
        });
}

void Workspace::finishEdit(const Origin& origin, const QString& title, Expected<Edited> edited) {
    auto& history = *origin.program->history;
    Pane* pane = origin.pane;
    if (pane && pane->program() != origin.program)
        pane = nullptr; // it went on to another program: the steps are for whoever comes back
    if ((pane ? pane->variantId() : history.current().id) != origin.variant)
        return; // the user went elsewhere meanwhile
    if (!edited) {
        emit failed(edited.error(), tr("%1: not applied").arg(title));
        if (pane)
            pane->selection().setHighlights(edited.error().location.elements);
        return;
    }
    history.goTo(origin.variant);
    const auto times = edited->steps.size();
    workbench::add(history, std::move(edited->steps));
    emit said(edited->said.isEmpty() ? tr("%1: applied %2×").arg(title).arg(times) : edited->said);
    if (pane)
        pane->goToCurrent();
    if (pane != active_ && program() == origin.program)
        history.goTo(active_->variantId());
    workDone(origin.program);
}

history::VariantId Workspace::addSteps(const ProgramPtr& program, history::VariantId below,
                                       std::vector<workbench::Step> steps) {
    auto& history = *program->history;
    const auto before = history.current().id;
    history.goTo(below);
    workbench::add(history, std::move(steps));
    const auto last = history.current().id;
    const bool looksOn = before == below;
    if (!looksOn)
        history.goTo(before);
    else if (active_ && active_->program() == program)
        active_->goToCurrent();
    workDone(program);
    return last;
}

void Workspace::apply(const QString& transformation, const transforms::Match& match,
                      const transforms::Params& params) {
    if (const auto* found = transforms::findTransformation(transformation.toStdString()))
        startEdit(qs(found->title), [=](const ir::DocumentPtr& document, const std::stop_token&) {
            return workbench::applyAt(*found, document, match, params);
        });
}

void Workspace::applyFirst(const QString& transformation, const transforms::Params& params) {
    if (const auto* found = transforms::findTransformation(transformation.toStdString()))
        startEdit(qs(found->title), [=](const ir::DocumentPtr& document, const std::stop_token&) {
            return workbench::applyFirst(*found, document, params);
        });
}

void Workspace::applyAll(const QString& transformation, const transforms::Params& params) {
    if (const auto* found = transforms::findTransformation(transformation.toStdString()))
        startEdit(qs(found->title),
                  [=](const ir::DocumentPtr& document, const std::stop_token& stop) {
                      return workbench::applyEverywhere(*found, document, params, stop);
                  });
}

QString Workspace::runInputs() const {
    const auto& inputs = project_.inputs;
    return qs(inputs.isDefault() ? gridOf(project_.settings) : workbench::toString(inputs));
}

std::string Workspace::grid() const {
    return gridOf(project_.settings);
}

void Workspace::specialise() {
    startEdit(tr("Specialise"), [inputs = project_.inputs, grid = gridOf(project_.settings)](
                                    const ir::DocumentPtr& document, const std::stop_token&) {
        return workbench::specialise(document, inputs, grid);
    });
}

namespace {

/// What became of a program, in one sentence.
QString optimisedText(const workbench::Optimisation& done) {
    const auto kernels = [](const workbench::Prediction& p) {
        return counted(static_cast<qsizetype>(p.kernels.size()), Workspace::tr("kernel"),
                       Workspace::tr("kernels"));
    };
    return Workspace::tr("Optimised in %1: %2 became %3, %4 to move became %5, %6 predicted for an "
                         "H200 in place of %7")
        .arg(counted(static_cast<qsizetype>(done.steps.size()), Workspace::tr("step"),
                     Workspace::tr("steps")),
             kernels(done.before), kernels(done.after), viewers::bytesText(done.before.bytes),
             viewers::bytesText(done.after.bytes), viewers::microseconds(done.after.microseconds),
             viewers::microseconds(done.before.microseconds));
}

} // namespace

void Workspace::optimise(const QString& pipeline) {
    const auto* found = transforms::findPipeline(pipeline.toStdString());
    if (!found)
        return;
    startEdit(
        tr("Optimise"),
        [found, inputs = project_.inputs, grid = gridOf(project_.settings)](
            const ir::DocumentPtr& document, const std::stop_token& stop) -> Expected<Edited> {
            MW_TRY(auto done, workbench::optimiseFor(document, *found, inputs, grid, stop));
            if (done.steps.empty())
                return fail("no-match", "No step of the pipeline applies to this graph, or none is "
                                        "predicted to save anything.");
            QString said = optimisedText(done);
            return Edited{std::move(done.steps), std::move(said)};
        });
}

void Workspace::repair(const std::vector<Diagnostic>& findings) {
    startEdit(tr("Repair"), [=](const ir::DocumentPtr& document, const std::stop_token& stop) {
        return workbench::repairAll(document, findings, stop);
    });
}

void Workspace::edit(const transforms::Edit& edit) {
    startEdit(tr("Edit"),
              [edit](const ir::DocumentPtr& document, const std::stop_token&) -> Expected<Edited> {
                  MW_TRY(auto steps, workbench::edit(document, edit));
                  QString said = tr("Edited: %1").arg(qs(siteOf(steps.front().record).label));
                  return Edited{std::move(steps), std::move(said)};
              });
}

void Workspace::moveTo(history::VariantId id) {
    if (current().id == id)
        return;
    program()->history->goTo(id);
    wentOn();
}

void Workspace::goTo(history::VariantId id) {
    if (isOpen() && history()->find(id))
        moveTo(id);
}

void Workspace::undo() {
    if (isOpen() && history()->canUndo())
        moveTo(current().parent);
}

void Workspace::redo() {
    if (!isOpen() || !history()->canRedo())
        return;
    program()->history->redo();
    wentOn();
}

void Workspace::rename(history::VariantId id, const QString& name) {
    program()->history->rename(id, name.toStdString());
    workDone(program());
}

void Workspace::setPinned(history::VariantId id, bool pinned) {
    program()->history->setPinned(id, pinned);
    workDone(program());
}

void Workspace::setAgreement(const ProgramPtr& program, history::VariantId id,
                             history::Agreement agreement) {
    program->history->setAgreement(id, std::move(agreement));
    emit historyChanged();
}

std::vector<history::VariantId> Workspace::variantsToRun() const {
    return isOpen() ? workbench::variantsToRun(*program()) : std::vector<history::VariantId>{};
}

void Workspace::setBenchResult(const ProgramPtr& program, bench::BenchResult result,
                               const std::vector<history::VariantId>& variants) {
    workbench::keepMeasurement(*program, std::move(result), variants);
    workDone(program);
    emit benchChanged();
}

const std::optional<bench::BenchResult>& Workspace::benchResult() const {
    return isOpen() ? program()->bench : kNoResult;
}

} // namespace mw::app
