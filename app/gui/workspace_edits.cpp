// Editing variants: each edit is a job, whose steps appear where it began.
#include "app/gui/workspace.h"
#include "app/workbench/launches.h"
#include "app/workbench/optimise.h"
#include "app/workbench/specialise_values.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

namespace mw::app {

using viewers::counted;
using viewers::JobContext;
using viewers::qs;

QString Workspace::editSlot(const Program& program, const Pane& pane) {
    const auto number = [](const auto& thing) {
        return QString::number(reinterpret_cast<quintptr>(&thing));
    };
    return kEditSlot + number(program) + QLatin1Char('-') + number(pane);
}

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

void Workspace::specialise() {
    startEdit(tr("Specialise"), [inputs = project_.inputs, grid = this->grid()](
                                    const ir::DocumentPtr& document, const std::stop_token&) {
        return workbench::specialise(document, inputs, grid());
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
        [found, inputs = project_.inputs, grid = this->grid()](
            const ir::DocumentPtr& document, const std::stop_token& stop) -> Expected<Edited> {
            MW_TRY(auto done, workbench::optimiseFor(document, *found, inputs, grid(), stop));
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

void Workspace::choose(const codegen::Choices& choices) {
    startEdit(tr("Choose"), [choices](const ir::DocumentPtr& document, const std::stop_token&) {
        auto step = workbench::launchStep(document, choices);
        QString said = qs(history::text(step.record));
        return Edited{{std::move(step)}, std::move(said)};
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

} // namespace mw::app
