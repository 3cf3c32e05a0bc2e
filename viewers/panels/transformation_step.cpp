// The step that is chosen in the panel with advice and transformations.
#include "transforms/framework/assume.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"
#include "viewers/panels/step_detail.h"
#include "viewers/panels/transformation_panel.h"
#include "viewers/panels/transformation_text.h"

#include <QTreeView>

namespace mw::viewers {

namespace {

const QString kPreviewSlot = QStringLiteral("step-preview");
const QString kAssumeSlot = QStringLiteral("assume");

/// Where it applies, or why it does not.
QString verdictOf(const Step& step) {
    QString text = step.place;
    if (step.refusal)
        text += QLatin1Char('\n') + (step.refusal->condition > 0
                                         ? TransformationPanel::tr("Condition %1: %2")
                                               .arg(step.refusal->condition)
                                               .arg(refusalText(*step.refusal))
                                         : refusalText(*step.refusal));
    return text;
}

} // namespace

Step TransformationPanel::stepOf(const QModelIndex& index) const {
    Step step;
    step.document = index_ ? index_->document() : nullptr;
    step.transformation = model_->transformation(index);
    if (!step.transformation)
        return step;
    step.params = params(step.transformation->name);
    const auto* row = model_->matchAt(index);
    if (!row) { // of a transformation: its first place, or why there is none
        step.isFirst = true;
        const auto first = model_->firstApplicable(step.transformation->name);
        row = model_->matchAt(first.isValid() ? first : model_->index(0, 0, index));
        if (!row)
            return step;
    }
    if (!step.isFirst || !row->refusal)
        step.match = row->match;
    step.refusal = row->refusal;
    step.place = row->place;
    if (!step.isFirst) // a place that nobody chose is not selected
        step.elements = row->match.ids();
    return step;
}

Step TransformationPanel::stepAdvised(const QModelIndex& index) const {
    Step step;
    step.document = index_ ? index_->document() : nullptr;
    step.elements = adviceModel_->elementsAt(index);
    if (const auto* advised = adviceModel_->stepAt(index)) {
        step.transformation = advised->transformation;
        step.match = advised->match;
        step.params = advised->params;
        step.refusal = advised->refusal;
        step.place = advised->place;
        step.elements = advised->match.ids();
    } else if (index.isValid()) {
        step.place = index.siblingAtColumn(0).data().toString();
    }
    return step;
}

Step TransformationPanel::stepOfLine() const {
    return list() == adviceList ? stepAdvised(adviceTree_->currentIndex())
                                : stepOf(tree_->currentIndex());
}

QModelIndex TransformationPanel::lineOf(List list, const Step& step) const {
    if (!step.transformation)
        return {};
    if (list == adviceList)
        return step.match ? adviceModel_->lineOf(*step.transformation, *step.match) : QModelIndex();
    const auto line = lineOf(step.transformation->name);
    return step.isFirst || !line.isValid() || !step.match ? line : placeOf(line, *step.match);
}

/// Of a chosen step the list may know more by now: whether it applies with these parameters.
void TransformationPanel::showLine() {
    auto step = stepOfLine();
    if (chosen_ && (!step.transformation || !step.isSame(step_)))
        step = step_;
    else if (chosen_)
        step.params = step_.params;
    display(std::move(step));
    tell();
}

void TransformationPanel::chooseLine() {
    chosen_ = true;
    display(stepOfLine());
    tell();
}

void TransformationPanel::showChosen() {
    for (auto* tree : {adviceTree_, tree_}) {
        const QSignalBlocker quiet(tree->selectionModel());
        const auto line = lineOf(tree == adviceTree_ ? adviceList : matchList, step_);
        tree->setCurrentIndex(line);
        if (line.isValid())
            tree->scrollTo(line);
        tree->viewport()->update();
    }
}

void TransformationPanel::tell() {
    telling_ = true;
    const auto step = step_; // who hears of it may show another one here
    if (chosen_)
        emit stepChosen(step);
    else
        emit stepProposed(step);
    telling_ = false;
}

void TransformationPanel::display(Step step) {
    if (step == step_)
        return updateButtons();
    step_ = std::move(step);
    shown_ = step_.transformation ? step_.transformation->name : std::string();
    auto values = step_.params;
    values.erase(std::string(transforms::kAssume)); // of this place alone
    if (step_.transformation)
        params_[shown_] = values; // what its gain was worked out with
    detail_->setTransformation(step_.transformation, values);
    detail_->setVerdict(verdictOf(step_));
    updateButtons();
    findAssumption();
    previewStep();
}

void TransformationPanel::updateButtons() {
    const auto whyNot = step_.applies()         ? QString()
                        : step_.refusal         ? refusalText(*step_.refusal)
                        : step_.transformation  ? tr("Nothing here has its shape")
                        : step_.place.isEmpty() ? tr("No step is chosen")
                                                : tr("This line is no step");
    detail_->setPossible({whyNot, whyNotEverywhere(), step_.isFirst && step_.applies()});
}

QString TransformationPanel::whyNotEverywhere() const {
    if (!step_.transformation)
        return tr("No transformation is chosen: choose a step of Advice, or a line of All "
                  "transformations (Alt+3)");
    if (model_->firstApplicable(shown_).isValid())
        return {};
    const auto title = titleOf(*step_.transformation);
    const auto line = lineOf(shown_);
    if (!line.isValid() || !index_ || matched_ != index_->document())
        return tr("%1: where it applies is being looked for").arg(title);
    const auto* first = model_->matchAt(model_->index(0, 0, line));
    const auto why =
        first ? tr("%1 applies at none of %2: %3")
                    .arg(title, counted(model_->rowCount(line), tr("place"), tr("places")),
                         refusalText(*first->refusal))
              : tr("%1 applies nowhere: nothing has its shape").arg(title);
    return scope() == Scope::graph || (scope() == Scope::selection && selection_.empty())
               ? why
               : why + tr(" (looked at is what is listed: choose Whole graph for all)");
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
         params = step_.params](const JobContext& context) {
            context.succeeded(qs(transformation->name) + QLatin1Char(' ') + qs(match.label));
            return predictor->change(*transformation, match, params);
        },
        [this](Expected<StepChange> change) {
            if (!change) {
                step_.refusal.emplace().sentence = change.error().sentence;
                updateButtons();
                tell();
                return detail_->setNoChange(qs(change.error().sentence));
            }
            detail_->setChange(*change, predictor_ ? predictor_->device() : QString());
            if (chosen_ && !change->touched.empty())
                emit highlightRequested(change->touched);
        });
}

void TransformationPanel::applyEverywhere() {
    if (!shown_.empty())
        emit applyAllRequested(qs(shown_), params(shown_));
}

void TransformationPanel::applyAssuming() {
    if (!step_.match || assumption_.empty())
        return;
    auto assuming = step_;
    assuming.refusal.reset();
    assuming.params[std::string(transforms::kAssume)] = assumption_;
    emit stepChosen(assuming);
    emit actionRequested(kApplyStep);
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
         match = *step_.match, params = step_.params](const JobContext& context) {
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
