#include "app/gui/workspace.h"

#include "core/io/sdfg_io.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"

#include <QFileInfo>

#include <algorithm>

namespace mw::app {

using viewers::JobContext;
using viewers::qs;

Workspace::Workspace(viewers::JobQueue& jobs, QObject* parent) : QObject(parent), jobs_(jobs) {}

QString Workspace::programName() const {
    return isOpen() ? qs(history_->root().document->root->name) : QString();
}

bool Workspace::isModified() const {
    return isOpen() && current().id != saved_;
}

void Workspace::open(const QString& path) {
    const auto name = QFileInfo(path).fileName();
    jobs_.start(
        {QStringLiteral("open"), tr("Opening %1").arg(name)}, this,
        [path](const JobContext&) {
            return io::readSdfgFile(std::filesystem::path(path.toStdString()));
        },
        [this, path, name](Expected<ir::DocumentPtr> document) {
            if (!document) {
                emit failed(document.error(), tr("%1 was not opened").arg(name));
                return;
            }
            adopt(std::make_unique<history::History>(std::move(*document)), path);
        });
}

void Workspace::adopt(std::unique_ptr<history::History> history, const QString& path) {
    jobs_.discard(QStringLiteral("edit"));
    history_ = std::move(history);
    path_ = path;
    saved_ = history_->root().id;
    bench_.reset();
    selection_.setHighlights({});
    selection_.set({});
    refreshIndex();
    emit opened();
    emit variantChanged();
    emit historyChanged();
    emit benchChanged();
    emit said(tr("Opened %1").arg(path));
}

void Workspace::close() {
    jobs_.discard(QStringLiteral("edit"));
    history_.reset();
    index_.reset();
    path_.clear();
    bench_.reset();
    selection_.setHighlights({});
    selection_.set({});
    emit opened();
    emit variantChanged();
    emit historyChanged();
    emit benchChanged();
}

Expected<void> Workspace::save(const QString& path) {
    MW_CHECK(io::writeSdfgFile(*current().document, std::filesystem::path(path.toStdString())));
    saved(path, current().id);
    return {};
}

void Workspace::startSave(const QString& path) {
    if (!isOpen())
        return;
    jobs_.start(
        {QStringLiteral("save"), tr("Saving")}, this,
        [document = current().document, path](const JobContext&) {
            return io::writeSdfgFile(*document, std::filesystem::path(path.toStdString()));
        },
        [this, path, program = history_.get(), variant = current().id](const Expected<void>& done) {
            if (!done)
                emit failed(done.error(), tr("Not saved"));
            else if (history_.get() == program) // else another one was opened meanwhile
                saved(path, variant);
        });
}

void Workspace::saved(const QString& path, history::VariantId variant) {
    path_ = path;
    saved_ = variant;
    emit historyChanged();
    emit said(tr("Saved %1").arg(path));
}

void Workspace::startEdit(const QString& title, Edit edit) {
    if (!isOpen())
        return;
    const auto from = current().id;
    jobs_.start(
        {QStringLiteral("edit"), title}, this,
        [document = current().document, edit = std::move(edit)](const JobContext& context) {
            return edit(document, context.stop());
        },
        [this, from, title](Expected<std::vector<Step>> steps) {
            if (!isOpen() || current().id != from)
                return; // the user went elsewhere meanwhile
            if (!steps) {
                emit failed(steps.error(), tr("%1: not applied").arg(title));
                selection_.setHighlights(steps.error().location.elements);
                return;
            }
            for (auto& step : *steps)
                history_->add(std::move(step.record), std::move(step.result));
            emit said(tr("%1: applied %2×").arg(title).arg(steps->size()));
            moveTo(from);
        });
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
            return one(applyAt(*found, document, match, params));
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
        const auto now = history_->forward(id, from);
        if (now && std::ranges::find(kept, now) == kept.end())
            kept.push_back(now);
    }
    refreshIndex();
    selection_.setHighlights({});
    emit variantChanged();
    selection_.set(std::move(kept));
    emit historyChanged();
}

void Workspace::refreshIndex() {
    index_ = std::make_shared<const ir::DocumentIndex>(current().document);
}

void Workspace::goTo(history::VariantId id) {
    if (!isOpen() || !history_->find(id) || current().id == id)
        return;
    const auto from = current().id;
    history_->goTo(id);
    moveTo(from);
}

void Workspace::undo() {
    if (!isOpen() || !history_->canUndo())
        return;
    const auto from = current().id;
    history_->undo();
    moveTo(from);
}

void Workspace::redo() {
    if (!isOpen() || !history_->canRedo())
        return;
    const auto from = current().id;
    history_->redo();
    moveTo(from);
}

void Workspace::rename(history::VariantId id, const QString& name) {
    history_->rename(id, name.toStdString());
    emit historyChanged();
}

void Workspace::setPinned(history::VariantId id, bool pinned) {
    history_->setPinned(id, pinned);
    emit historyChanged();
}

std::vector<history::VariantId> Workspace::variantsToRun() const {
    if (!isOpen())
        return {};
    auto pinned = history_->pinned();
    if (pinned.empty())
        pinned.push_back(current().id);
    return pinned;
}

void Workspace::setBenchResult(exec::BenchResult result,
                               const std::vector<history::VariantId>& variants) {
    for (std::size_t i = 0; i < variants.size() && i < result.variants.size(); ++i)
        if (history_->find(variants[i]))
            history_->setMeasured(variants[i], "device-us", result.variants[i].device.median);
    bench_ = std::move(result);
    emit historyChanged();
    emit benchChanged();
}

} // namespace mw::app
