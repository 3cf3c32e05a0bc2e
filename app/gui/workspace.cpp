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

/// One edit at a time in each program; those of other programs go on.
QString editSlot(const Program& program) {
    return Workspace::kEditSlot + QString::number(reinterpret_cast<quintptr>(&program));
}

const std::optional<exec::BenchResult> kNoResult;

Expected<void> checkNotAmong(const QStringList& inputs, const QString& path) {
    for (const auto& input : inputs)
        if (isSameFile(input, path))
            return fail("input-file",
                        "This file is the input of a program here, and inputs are never written: "
                        "choose another name.",
                        {path.toStdString(), "", {}});
    return {};
}

} // namespace

Workspace::Workspace(viewers::JobQueue& jobs, SessionStore sessions, QObject* parent)
    : QObject(parent), jobs_(jobs), sessions_(std::move(sessions)) {}

QString Workspace::programName() const {
    return isOpen() ? qs(history()->root().document->root->name) : QString();
}

QString Workspace::fileStem() const {
    return qs(codegen::identifier(programName().toStdString()));
}

bool Workspace::isModified() const {
    return isOpen() && current().id != history()->root().id &&
           !program_->exported.contains(current().id);
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
        const std::filesystem::path file(path.toStdString());
        auto content = io::readFile(file);
        if (!content)
            return fail(std::move(content).error());
        Opened result;
        for (const auto& program : here)
            if (program->content == *content && isSameFile(program->path, path)) {
                result.program = program;
                return result;
            }
        result.olderSession = sessions.ofOlderContent(path, *content);
        result.session = sessions.find(path, *content);
        if (result.session) {
            auto restored = restoreSession(result.session->file, stop);
            if (restored) {
                result.program = std::move(restored->program);
                result.lost = std::move(restored->lost);
                return result;
            }
            if (restored.error().code == "cancelled")
                return fail(std::move(restored).error());
            result.lost.push_back(std::move(restored).error());
        }
        auto document = io::readSdfg(*content);
        if (!document) {
            document.error().location.file = path.toStdString();
            return fail(std::move(document).error());
        }
        result.program = std::make_shared<Program>();
        result.program->history = std::make_unique<history::History>(std::move(*document));
        result.program->path = path;
        result.program->content = std::move(*content);
        return result;
    };
    startOpen(tr("Opening %1").arg(name), name, read);
}

void Workspace::openSession(const QString& file) {
    const auto read = [file, sessions = sessions_,
                       here = programs_](const std::stop_token& stop) -> Expected<Opened> {
        Opened result;
        MW_TRY(const auto info, readSessionInfo(file));
        for (const auto& program : here)
            if (sessions.fileOf(program->path, program->content) == file) {
                result.program = program;
                return result;
            }
        MW_TRY(auto restored, restoreSession(file, stop));
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
    jobs_.discard(editSlot(*program_));
    programs_.pop_back();
    setProgram(programs_.empty() ? nullptr : programs_.back());
}

void Workspace::setProgram(ProgramPtr program) {
    program_ = std::move(program);
    index_.reset();
    if (program_)
        refreshIndex();
    selection_.setHighlights({});
    selection_.set({});
    emit opened();
    emit variantChanged();
    emit historyChanged();
    emit benchChanged();
}

// --- Exporting ------------------------------------------------------------------------------

Expected<void> Workspace::checkNoInput(const QString& path) const {
    auto inputs = sessions_.inputs();
    for (const auto& program : programs_)
        inputs << program->path;
    return checkNotAmong(inputs, path);
}

Expected<void> Workspace::exportTo(const QString& path) {
    MW_CHECK(checkNoInput(path));
    MW_CHECK(io::writeSdfgFile(*current().document, std::filesystem::path(path.toStdString())));
    exported(program_, path, current().id);
    return {};
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
        [this, path, program = program_, variant = current().id](const Expected<void>& done) {
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

/// Something happened in this program that its session does not hold yet.
void Workspace::workDone(const ProgramPtr& program) {
    program->kept = false;
    emit historyChanged();
}

void Workspace::startEdit(const QString& title, Edit edit) {
    if (!isOpen())
        return;
    const auto from = current().id;
    jobs_.start(
        {editSlot(*program_), title}, this,
        [document = current().document, edit = std::move(edit)](const JobContext& context) {
            return edit(document, context.stop());
        },
        [this, program = program_, from, title](Expected<std::vector<Step>> steps) {
            finishEdit(program, from, title, std::move(steps));
        });
}

void Workspace::finishEdit(const ProgramPtr& program, history::VariantId from, const QString& title,
                           Expected<std::vector<Step>> steps) {
    if (program->history->current().id != from)
        return; // the user went elsewhere meanwhile
    const bool shown = program == program_;
    if (!steps) {
        emit failed(steps.error(), tr("%1: not applied").arg(title));
        if (shown)
            selection_.setHighlights(steps.error().location.elements);
        return;
    }
    for (auto& step : *steps)
        program->history->add(std::move(step.record), std::move(step.result));
    emit said(tr("%1: applied %2×").arg(title).arg(steps->size()));
    if (shown)
        moveTo(from);
    else
        workDone(program);
}

namespace {

Expected<std::vector<Step>> one(Expected<Step> step) {
    if (!step)
        return fail(std::move(step).error());
    std::vector<Step> steps;
    steps.push_back(std::move(*step));
    return steps;
}

} // namespace

void Workspace::apply(const QString& transformation, const transforms::Match& match,
                      const transforms::Params& params) {
    if (const auto* found = transforms::findTransformation(transformation.toStdString()))
        startEdit(qs(found->title), [=](const ir::DocumentPtr& document, const std::stop_token&) {
            return one(transforms::applyRecorded(*found, document, match, params));
        });
}

void Workspace::applyFirst(const QString& transformation, const transforms::Params& params) {
    if (const auto* found = transforms::findTransformation(transformation.toStdString()))
        startEdit(qs(found->title), [=](const ir::DocumentPtr& document, const std::stop_token&) {
            return one(applyAtFirst(*found, document, params));
        });
}

void Workspace::applyAll(const QString& transformation, const transforms::Params& params) {
    if (const auto* found = transforms::findTransformation(transformation.toStdString()))
        startEdit(qs(found->title),
                  [=](const ir::DocumentPtr& document, const std::stop_token& stop) {
                      return applyEverywhere(*found, document, params, stop);
                  });
}

void Workspace::repair(const std::vector<Diagnostic>& findings) {
    startEdit(tr("Repair"), [=](const ir::DocumentPtr& document, const std::stop_token& stop) {
        return repairAll(document, findings, stop);
    });
}

void Workspace::moveTo(history::VariantId from) {
    std::vector<ElementId> kept;
    for (const ElementId id : selection_.ids()) {
        const auto now = history()->forward(id, from);
        if (now && std::ranges::find(kept, now) == kept.end())
            kept.push_back(now);
    }
    refreshIndex();
    selection_.setHighlights({});
    emit variantChanged();
    selection_.set(std::move(kept));
    workDone(program_);
}

void Workspace::refreshIndex() {
    index_ = std::make_shared<const ir::DocumentIndex>(current().document);
}

void Workspace::goTo(history::VariantId id) {
    if (!isOpen() || !history()->find(id) || current().id == id)
        return;
    const auto from = current().id;
    program_->history->goTo(id);
    moveTo(from);
}

void Workspace::undo() {
    if (!isOpen() || !history()->canUndo())
        return;
    const auto from = current().id;
    program_->history->undo();
    moveTo(from);
}

void Workspace::redo() {
    if (!isOpen() || !history()->canRedo())
        return;
    const auto from = current().id;
    program_->history->redo();
    moveTo(from);
}

void Workspace::rename(history::VariantId id, const QString& name) {
    program_->history->rename(id, name.toStdString());
    workDone(program_);
}

void Workspace::setPinned(history::VariantId id, bool pinned) {
    program_->history->setPinned(id, pinned);
    workDone(program_);
}

std::vector<history::VariantId> Workspace::variantsToRun() const {
    if (!isOpen())
        return {};
    auto pinned = history()->pinned();
    if (pinned.empty())
        pinned.push_back(current().id);
    return pinned;
}

void Workspace::setBenchResult(const ProgramPtr& program, exec::BenchResult result,
                               const std::vector<history::VariantId>& variants) {
    auto& history = *program->history;
    for (std::size_t i = 0; i < variants.size() && i < result.variants.size(); ++i)
        if (history.find(variants[i]))
            history.setMeasured(variants[i], "device-us", result.variants[i].device.median);
    program->bench = std::move(result);
    workDone(program);
    if (program == program_)
        emit benchChanged();
}

const std::optional<exec::BenchResult>& Workspace::benchResult() const {
    return isOpen() ? program_->bench : kNoResult;
}

} // namespace mw::app
