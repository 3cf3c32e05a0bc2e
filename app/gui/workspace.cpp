// What is open: reading files, exporting and editing variants as jobs, and the panes.
#include "app/gui/workspace.h"

#include "core/codegen/ctext.h"
#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <QFileInfo>

#include <algorithm>

namespace mw::app {

using viewers::counted;
using viewers::JobContext;
using viewers::qs;

/// What open() found: a program that is open already, or one that was read.
struct Workspace::Opened {
    ProgramPtr program;
    std::vector<Diagnostic> lost; ///< steps of its session that no longer fit
    std::optional<SessionStore::Found> session, olderSession;
};

namespace {

/// One edit at a time of each program in each pane; the others go on.
QString editSlot(const Program& program, const Pane& pane) {
    const auto number = [](const auto& thing) {
        return QString::number(reinterpret_cast<quintptr>(&thing));
    };
    return Workspace::kEditSlot + number(program) + QLatin1Char('-') + number(pane);
}

const std::optional<bench::BenchResult> kNoResult;

Expected<void> checkNotAmong(const std::vector<std::string>& inputs, const QString& path) {
    for (const auto& input : inputs)
        if (workbench::isSameFile(input, toPath(path)))
            return fail("input-file",
                        "This file is the input of a program here, and inputs are never written: "
                        "choose another name.",
                        {path.toStdString(), "", {}});
    return {};
}

} // namespace

Workspace::Workspace(viewers::JobQueue& jobs, SessionStore sessions, QObject* parent)
    : QObject(parent), jobs_(jobs), sessions_(std::move(sessions)), active_(&addPane()) {}

QString Workspace::fileStem() const {
    return qs(codegen::identifier(programName().toStdString()));
}

bool Workspace::isModified() const {
    return isOpen() && current().id != history()->root().id &&
           !program()->exported.contains(current().id);
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
    if (isOpen()) {
        if (history()->current().id != pane.variantId()) {
            program()->history->goTo(pane.variantId());
            program()->kept = false; // a session comes back where the user was
        }
        std::rotate(std::ranges::find(programs_, program()),
                    std::next(std::ranges::find(programs_, program())), programs_.end());
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

// --- Opening and closing --------------------------------------------------------------------

void Workspace::startOpen(const QString& title, const QString& name,
                          std::function<Expected<Opened>(const std::stop_token&)> read) {
    jobs_.start(
        {QStringLiteral("open"), title}, this,
        [read = std::move(read)](const JobContext& context) { return read(context.stop()); },
        [this, name](Expected<Opened> opened) {
            const bool done = opened.has_value();
            if (done)
                take(std::move(*opened));
            else
                emit failed(opened.error(), tr("%1 was not opened").arg(name));
            emit openEnded(done);
        });
}

void Workspace::open(const QString& path) {
    const auto name = QFileInfo(path).fileName();
    const auto read = [path, sessions = sessions_,
                       here = programs_](const std::stop_token& stop) -> Expected<Opened> {
        const auto file = toPath(path);
        auto content = io::readFile(file);
        if (!content)
            return fail(std::move(content).error());
        Opened result;
        for (const auto& program : here)
            if (program->content == *content && workbench::isSameFile(program->path, file)) {
                result.program = program;
                return result;
            }
        result.olderSession = sessions.ofOlderContent(file, *content);
        result.session = sessions.find(file, *content);
        if (result.session) {
            auto restored = workbench::restoreSession(result.session->file, stop);
            if (restored) {
                result.program = std::move(restored->program);
                result.lost = std::move(restored->lost);
                return result;
            }
            if (restored.error().code == "cancelled")
                return fail(std::move(restored).error());
            result.lost.push_back(std::move(restored).error());
        }
        MW_TRY(result.program, workbench::programOf(file.string(), std::move(*content)));
        return result;
    };
    startOpen(tr("Opening %1").arg(name), name, read);
}

void Workspace::openSession(const std::filesystem::path& file) {
    const auto read = [file, sessions = sessions_,
                       here = programs_](const std::stop_token& stop) -> Expected<Opened> {
        Opened result;
        MW_TRY(const auto info, workbench::readSessionInfo(file));
        for (const auto& program : here)
            if (sessions.fileOf(program->path, program->content) == file) {
                result.program = program;
                return result;
            }
        MW_TRY(auto restored, workbench::restoreSession(file, stop));
        result.session = SessionStore::Found{file, info};
        result.program = std::move(restored.program);
        result.lost = std::move(restored.lost);
        return result;
    };
    startOpen(tr("Restoring the session"), tr("The session"), read);
}

void Workspace::take(Opened opened) {
    if (!opened.lost.empty() && opened.session)
        sessions_.setAside(opened.session->file);
    show(opened.program);
    const bool back = opened.session && history()->variants().size() > 1;
    if (back)
        emit said(tr("The session of %1 is back: %2")
                      .arg(QFileInfo(path()).fileName(),
                           counted(static_cast<int>(history()->variants().size()), tr("variant"))));
    for (const auto& lost : opened.lost)
        emit failed(lost, tr("A step of the session no longer fits"));
    if (opened.olderSession)
        emit olderSessionFound(*opened.olderSession);
}

void Workspace::show(ProgramPtr program) {
    std::erase(programs_, program);
    programs_.push_back(program);
    setProgram(std::move(program));
    emit said(tr("Opened %1").arg(path()));
}

void Workspace::close() {
    if (!isOpen())
        return;
    const auto closed = program();
    std::erase(programs_, closed);
    const auto next = programs_.empty() ? nullptr : programs_.back();
    for (auto* pane : std::vector(panes_)) {
        jobs_.discard(editSlot(*closed, *pane));
        if (pane == active_ || pane->program() != closed)
            continue;
        if (next)
            pane->open(next);
        else
            closePane(*pane);
    }
    setProgram(next);
}

void Workspace::setProgram(const ProgramPtr& program) {
    active_->open(program);
    emit historyChanged();
    emit benchChanged();
}

// --- Exporting ------------------------------------------------------------------------------

Expected<void> Workspace::checkNoInput(const QString& path) const {
    auto inputs = sessions_.inputs();
    for (const auto& program : programs_)
        inputs.push_back(program->path);
    return checkNotAmong(inputs, path);
}

void Workspace::startExport(const QString& path) {
    if (!isOpen())
        return;
    if (const auto free = checkNoInput(path); !free) {
        emit failed(free.error(), tr("Not exported"));
        return;
    }
    jobs_.start(
        {kExportSlot, tr("Exporting")}, this,
        [document = current().document, path](const JobContext&) {
            return io::writeSdfgFile(*document, std::filesystem::path(path.toStdString()));
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
}

// --- Editing --------------------------------------------------------------------------------

/// Where an edit began, and where its steps are to appear.
struct Workspace::Origin {
    ProgramPtr program;
    history::VariantId variant;
    QPointer<Pane> pane;
};

/// Something happened in this program that its session does not hold yet.
void Workspace::workDone(const ProgramPtr& program) {
    program->kept = false;
    emit historyChanged();
}

void Workspace::startEdit(const QString& title, Edit edit) {
    if (!isOpen())
        return;
    jobs_.start(
        {editSlot(*program(), *active_), title}, this,
        [document = current().document, edit = std::move(edit)](const JobContext& context) {
            return edit(document, context.stop());
        },
        [this, origin = Origin{program(), current().id, active_},
         title](Expected<std::vector<workbench::Step>> steps) {
            finishEdit(origin, title, std::move(steps));
        });
}

void Workspace::finishEdit(const Origin& origin, const QString& title,
                           Expected<std::vector<workbench::Step>> steps) {
    auto& history = *origin.program->history;
    Pane* pane = origin.pane;
    if (pane && pane->program() != origin.program)
        pane = nullptr; // it went on to another program: the steps are for whoever comes back
    if ((pane ? pane->variantId() : history.current().id) != origin.variant)
        return; // the user went elsewhere meanwhile
    if (!steps) {
        emit failed(steps.error(), tr("%1: not applied").arg(title));
        if (pane)
            pane->selection().setHighlights(steps.error().location.elements);
        return;
    }
    history.goTo(origin.variant);
    const auto times = steps->size();
    workbench::add(history, std::move(*steps));
    emit said(tr("%1: applied %2×").arg(title).arg(times));
    if (pane)
        pane->goToCurrent();
    if (pane != active_ && program() == origin.program)
        history.goTo(active_->variantId());
    workDone(origin.program);
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

void Workspace::repair(const std::vector<Diagnostic>& findings) {
    startEdit(tr("Repair"), [=](const ir::DocumentPtr& document, const std::stop_token& stop) {
        return workbench::repairAll(document, findings, stop);
    });
}

void Workspace::moveTo(history::VariantId id) {
    if (current().id == id)
        return;
    program()->history->goTo(id);
    active_->goToCurrent();
    workDone(program());
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
    active_->goToCurrent();
    workDone(program());
}

void Workspace::rename(history::VariantId id, const QString& name) {
    program()->history->rename(id, name.toStdString());
    workDone(program());
}

void Workspace::setPinned(history::VariantId id, bool pinned) {
    program()->history->setPinned(id, pinned);
    workDone(program());
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
