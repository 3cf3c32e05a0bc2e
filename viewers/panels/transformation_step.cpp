// The step that is chosen in the panel with advice and transformations.
#include "transforms/framework/assume.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/step_detail.h"
#include "viewers/panels/transformation_panel.h"

#include <QTreeView>

namespace mw::viewers {

namespace {

const QString kPreviewSlot = QStringLiteral("step-preview");
const QString kAssumeSlot = QStringLiteral("assume");

} // namespace

TransformationPanel::Step TransformationPanel::stepOf(const QModelIndex& index) const {
    Step step;
    step.transformation = model_->transformation(index);
    if (const auto* row = model_->matchAt(index)) {
        step.match = row->match;
        step.refusal = row->refusal;
        step.verdict = model_->data(index.siblingAtColumn(1), Qt::ToolTipRole).toString();
        step.elements = row->refusal && !row->refusal->elements.empty() ? row->refusal->elements
                                                                        : row->match.ids();
    } else if (step.transformation) {
        step.isFirst = true;
        if (const auto* first = model_->matchAt(model_->firstApplicable(step.transformation->name)))
            step.match = first->match;
        else if (model_->rowCount(index) > 0) // why, of the first place
            step.verdict = model_->data(model_->index(0, 1, index), Qt::ToolTipRole).toString();
    }
    return step;
}

TransformationPanel::Step TransformationPanel::stepAdvised(const QModelIndex& index) const {
    Step step;
    step.elements = adviceModel_->elementsAt(index);
    step.verdict = adviceModel_->data(index.siblingAtColumn(0), Qt::ToolTipRole).toString();
    if (const auto* advised = adviceModel_->stepAt(index)) {
        step.transformation = advised->transformation;
        step.match = advised->match;
        step.params = advised->params;
        step.refusal = advised->refusal;
        step.verdict = advised->place;
        if (advised->refusal) {
            step.verdict += QLatin1Char('\n') + qs(advised->refusal->sentence);
            if (!advised->refusal->elements.empty())
                step.elements = advised->refusal->elements;
        }
    }
    return step;
}

void TransformationPanel::showLine() {
    showStep(list() == adviceList ? stepAdvised(adviceTree_->currentIndex())
                                  : stepOf(tree_->currentIndex()));
}

void TransformationPanel::chooseLine() {
    chosen_ = true;
    showLine();
    emit highlightRequested(step_.elements);
}

void TransformationPanel::showStep(Step step) {
    const bool isOther = step.transformation != step_.transformation || step.match != step_.match;
    step_ = std::move(step);
    shown_ = step_.transformation ? step_.transformation->name : std::string();
    if (isOther && step_.params)
        params_[shown_] = *step_.params; // what its gain was worked out with
    detail_->setTransformation(step_.transformation, params(shown_));
    detail_->setVerdict(step_.verdict);
    updateButtons();
    findAssumption();
    previewStep();
}

void TransformationPanel::updateButtons() {
    detail_->setPossible(step_.applies(), step_.isFirst && step_.applies(),
                         step_.transformation && model_->firstApplicable(shown_).isValid());
}

void TransformationPanel::previewStep() {
    if (!step_.applies() || !predictor_ || !index_ || !isVisible() ||
        predictor_->document() != index_->document()) {
        jobs_.discard(kPreviewSlot);
        return detail_->setNoChange();
    }
    detail_->setNoChange(tr("Looking at what it would change …"));
    jobs_.start(
        {kPreviewSlot, tr("Looking at what a step would change"), JobQueue::Lane::spare}, this,
        [predictor = predictor_, transformation = step_.transformation, match = *step_.match,
         params = params(shown_)](const JobContext& context) {
            context.succeeded(qs(transformation->name) + QLatin1Char(' ') + qs(match.label));
            return predictor->change(*transformation, match, params);
        },
        [this](Expected<StepChange> change) {
            if (!change) {
                detail_->setPossible(false, step_.isFirst, false);
                return detail_->setNoChange(qs(change.error().sentence));
            }
            detail_->setChange(*change, predictor_ ? predictor_->device() : QString());
            if (chosen_ && !change->touched.empty())
                emit highlightRequested(change->touched);
        });
}

void TransformationPanel::applyShown() {
    if (detail_->canApply() && step_.applies())
        emit applyRequested(qs(shown_), transforms::Match(*step_.match), params(shown_));
}

void TransformationPanel::tryShown() {
    if (detail_->canApply() && step_.applies())
        emit tryRequested(qs(shown_), transforms::Match(*step_.match), params(shown_));
}

void TransformationPanel::applyEverywhere() {
    if (!shown_.empty())
        emit applyAllRequested(qs(shown_), params(shown_));
}

void TransformationPanel::applyAssuming() {
    if (!step_.match || assumption_.empty())
        return;
    auto given = params(shown_);
    given[std::string(transforms::kAssume)] = assumption_;
    emit applyRequested(qs(shown_), transforms::Match(*step_.match), given);
}

void TransformationPanel::findAssumption() {
    offer({});
    if (!index_ || !step_.match || !step_.refusal || step_.refusal->missingProof.empty()) {
        jobs_.discard(kAssumeSlot);
        return;
    }
    jobs_.start(
        {kAssumeSlot, tr("Looking for what would have to be assumed"), JobQueue::Lane::spare}, this,
        [lists = lists_, document = index_->document(), transformation = step_.transformation,
         match = *step_.match, params = params(shown_)](const JobContext& context) {
            auto found = lists->assumptionFor(document, *transformation, match, params);
            context.succeeded(found.empty() ? tr("nothing would help") : qs(found));
            return found;
        },
        [this](std::string found) { offer(std::move(found)); });
}

void TransformationPanel::offer(std::string assumption) {
    assumption_ = std::move(assumption);
    detail_->offer(qs(assumption_).replace(QLatin1String("; "), tr(" and ")));
}

} // namespace mw::viewers
