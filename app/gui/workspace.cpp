// What is open: reading and exporting files as jobs, the panes, what is known of variants.
#include "app/gui/workspace.h"

#include "app/workbench/export.h"
#include "core/codegen/ctext.h"
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

const std::optional<bench::BenchResult> kNoResult;

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

// --- Variants and runs ----------------------------------------------------------------------

Workspace::Grid Workspace::grid(const ProgramPtr& program) const {
    if (!program || !project_.inputs.isDefault())
        return [] { return std::string(); };
    std::erase_if(grids_, [](const auto& one) { return one.first.expired(); });
    auto& grids = grids_[program];
    if (!grids)
        grids = std::make_shared<workbench::MeasuringGrids>(program->history->root().document);
    return [grids, target = deviceShown()] { return grids->of(target); };
}

codegen::Target Workspace::deviceShown() const {
    return deviceShown_.value_or(
        codegen::targetFromName(project_.settings.target).value_or(codegen::Target::cpu));
}

void Workspace::setDeviceShown(codegen::Target target) {
    if (std::exchange(deviceShown_, target) != target)
        emit sizesChanged();
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
