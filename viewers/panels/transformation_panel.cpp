// What the panel with advice and transformations lists: what is best, where each applies, why not
// elsewhere.
#include "viewers/panels/transformation_panel.h"

#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/elided_label.h"
#include "viewers/panels/number_text.h"

#include <QComboBox>
#include <QScrollBar>
#include <QTabBar>
#include <QTreeView>

#include <utility>

namespace mw::viewers {

namespace {

const QString kMatchSlot = QStringLiteral("match");
const QString kGainSlot = QStringLiteral("step-gains");

/// What a place in sight is worth.
struct FoundGain {
    std::string transformation;
    transforms::Match match;
    StepGain gain;
};

} // namespace

// --- What the window tells -------------------------------------------------------------------

void TransformationPanel::showVariant(const PanelContext& context) {
    index_ = context.index;
    selection_ = context.selection;
    sight_ = context.sight;
    if (chosen_ && list() == matchList)
        kept_ = shown_;
    chosen_ = context.step != nullptr;
    if (chosen_)
        display(*context.step);
    advisedBy_.reset();
    predictor_ = context.predictor;
    jobs_.discard(adviceSlot());
    adviceModel_->setAdvice({});
    refresh();
    filterAdvice();
    lookForAdvice();
}

void TransformationPanel::showSelection(const PanelContext& context) {
    // What a listed step is about is no other question.
    if (telling_ || context.selection == selection_ ||
        (context.step && lineOf(list(), *context.step).isValid()))
        return;
    selection_ = context.selection;
    chosen_ = context.step != nullptr; // else another place is meant
    kept_.clear();
    if (scope() != Scope::selection)
        return;
    refresh();
    filterAdvice();
}

void TransformationPanel::showStep(const PanelContext& context) {
    if (!index_)
        return;
    if (context.step) {
        if (chosen_ && *context.step == step_)
            return;
        chosen_ = true;
        display(*context.step);
        return showChosen();
    }
    if (!std::exchange(chosen_, false))
        return showLine(); // another pane may not know it
    filterAdvice();
    if (list() == matchList)
        showMatches();
}

void TransformationPanel::showSight(const PanelContext& context) {
    if (context.sight == sight_)
        return;
    sight_ = context.sight;
    if (scope() != Scope::sight)
        return;
    refresh();
    filterAdvice();
}

void TransformationPanel::showNumbers(const PanelContext& context) {
    if (context.predictor == predictor_)
        return;
    predictor_ = context.predictor;
    model_->forgetGains();
    lookForAdvice();
    previewStep();
    pause_.start();
}

void TransformationPanel::setTheme(ThemeKind kind) {
    tree_->setProperty("mwTheme", static_cast<int>(kind));
    tree_->viewport()->update();
}

void TransformationPanel::showEvent(QShowEvent* event) {
    Panel::showEvent(event);
    lookForAdvice();
    previewStep();
    pause_.start();
}

void TransformationPanel::turnTo(List list) {
    tabs_->setCurrentIndex(list);
}

void TransformationPanel::setScope(Scope scope) {
    scope_->setCurrentIndex(static_cast<int>(scope));
}

TransformationPanel::List TransformationPanel::list() const {
    return tabs_->currentIndex() == adviceList ? adviceList : matchList;
}

TransformationPanel::Scope TransformationPanel::scope() const {
    return static_cast<Scope>(scope_->currentIndex());
}

/// What places have to touch; empty: nothing.
std::vector<ElementId> TransformationPanel::scopeElements() const {
    switch (scope()) {
    case Scope::selection:
        return selection_;
    case Scope::sight:
        return sight_;
    case Scope::graph:
        break;
    }
    return {};
}

transforms::Params TransformationPanel::params(const std::string& transformation) const {
    const auto found = params_.find(transformation);
    return found == params_.end() ? transforms::Params{} : found->second;
}

// --- All transformations ---------------------------------------------------------------------

void TransformationPanel::refresh() {
    if (!index_) {
        jobs_.discard(kMatchSlot);
        matched_ = nullptr;
        take({});
        return;
    }
    jobs_.start(
        {kMatchSlot, tr("Matching transformations")}, this,
        [lists = lists_, document = index_->document(), elements = scopeElements(),
         params = params_](const JobContext& context) {
            auto found = lists->of(document, elements, params, context.stop());
            int places = 0;
            for (const auto& one : found)
                places += one.applicable;
            context.succeeded(counted(places, tr("place"), tr("places")));
            return found;
        },
        [this, document = index_->document()](std::vector<TransformationMatches> matches) {
            matched_ = document;
            take(std::move(matches));
        });
}

void TransformationPanel::take(std::vector<TransformationMatches> matches) {
    const auto* before = chosen_ ? model_->transformation(tree_->currentIndex()) : nullptr;
    const int place = tree_->verticalScrollBar()->value();
    model_->setMatches(std::move(matches));
    showMatches();
    // Of the same line the user sees what was seen before, as far as the line can be seen there.
    if (const auto current = tree_->currentIndex();
        before && model_->transformation(current) == before) {
        tree_->verticalScrollBar()->setValue(place);
        tree_->scrollTo(current, QAbstractItemView::EnsureVisible);
    }
}

/// Of the category that is asked for. Keeps the form and its focus: a change of a parameter led
/// here.
void TransformationPanel::showMatches() {
    const QSignalBlocker quiet(tree_->selectionModel());
    const auto place = step_.isFirst ? std::nullopt : step_.match;
    const bool isAsked = lineOf(wanted_).isValid();
    const auto wanted = category_->currentData();
    for (int row = 0; row < model_->rowCount(); ++row)
        tree_->setRowHidden(row, {},
                            wanted.isValid() &&
                                static_cast<int>(model_->matches()[static_cast<std::size_t>(row)]
                                                     .transformation->category) != wanted.toInt());
    tree_->expandToDepth(0); // all of it, but Qt need not note that of each of thousands of places
    auto current = lineToShow();
    if (const auto same = place && current.isValid() ? placeOf(current, *place) : QModelIndex();
        !isAsked && (same.isValid() || (place && chosen_)))
        current = same;
    tree_->setCurrentIndex(current);
    if (current.isValid())
        tree_->scrollTo(current, QAbstractItemView::PositionAtCenter);
    else
        tree_->scrollToTop();
    tree_->viewport()->update();
    if (isAsked)
        chooseLine();
    else if (list() == matchList)
        showLine();
    else
        updateButtons();
    showSummary();
    pause_.start();
}

QModelIndex TransformationPanel::lineOf(const std::string& transformation) const {
    for (int i = 0; i < model_->rowCount(); ++i)
        if (const auto row = model_->index(i, 0);
            model_->transformation(row)->name == transformation)
            return row;
    return {};
}

/// The same place in a list that was made anew.
QModelIndex TransformationPanel::placeOf(const QModelIndex& line,
                                         const transforms::Match& match) const {
    for (int i = 0; i < model_->rowCount(line); ++i)
        if (const auto row = model_->index(i, 0, line); model_->matchAt(row)->match == match)
            return row;
    return {};
}

/// What is asked for; what the user chose, while it has places here; else the best, where there is
/// one that is predicted to save time.
QModelIndex TransformationPanel::lineToShow() {
    if (const auto line = lineOf(wanted_); line.isValid()) {
        wanted_.clear();
        chosen_ = true;
        return line;
    }
    if (const auto line = lineOf(chosen_ ? shown_ : kept_);
        line.isValid() && model_->rowCount(line) > 0)
        return line;
    return bestPlace();
}

/// Of the step that is advised first, where it saves time.
QModelIndex TransformationPanel::bestPlace() const {
    const auto* step = adviceModel_->stepAt(adviceModel_->best());
    const auto line = step ? lineOf(step->transformation->name) : QModelIndex();
    return line.isValid() ? placeOf(line, step->match) : QModelIndex();
}

void TransformationPanel::choose(const std::string& transformation) {
    turnTo(matchList);
    wanted_ = transformation;
    const auto line = lineOf(transformation);
    if (!line.isValid())
        return;
    wanted_.clear();
    tree_->setCurrentIndex(line);
    chooseLine(); // also where it was the current one before
    tree_->scrollTo(line, QAbstractItemView::PositionAtTop);
}

bool TransformationPanel::showFirstRefusal() {
    turnTo(matchList);
    const auto row = model_->firstRefusal();
    if (!row.isValid())
        return false;
    tree_->setCurrentIndex(row);
    chooseLine();
    tree_->scrollTo(row, QAbstractItemView::PositionAtCenter);
    return true;
}

/// The places that can be seen and apply, one after the other.
void TransformationPanel::predictInSight() {
    jobs_.discard(kGainSlot); // asked with other parameters, or of another variant
    if (!predictor_ || predictor_->document() != matched_ || !tree_->isVisible())
        return;
    struct Asked {
        const transforms::Transformation* transformation;
        transforms::Match match;
        transforms::Params params;
    };
    std::vector<Asked> asked;
    const auto bottom = tree_->viewport()->rect().bottom();
    for (auto at = tree_->indexAt({0, 0}); at.isValid() && tree_->visualRect(at).top() <= bottom;
         at = tree_->indexBelow(at))
        if (const auto* row = model_->matchAt(at); row && !row->refusal && !row->gain) {
            const auto* transformation = model_->transformation(at);
            asked.push_back({transformation, row->match, params(transformation->name)});
        }
    if (asked.empty())
        return;
    jobs_.start(
        {kGainSlot, tr("Predicting what the places in sight save"), JobQueue::Lane::spare}, this,
        [this, asked = std::move(asked), predictor = predictor_](const JobContext& context) {
            int done = 0;
            for (const auto& one : asked) {
                if (context.stopRequested())
                    break;
                context.progress(qs(one.match.label), done++, static_cast<int>(asked.size()));
                const auto gain = predictor->gain(*one.transformation, one.match, one.params);
                context.deliver([this, predictor, name = one.transformation->name,
                                 match = one.match, gain = gain.value_or(StepGain{})] {
                    if (predictor == predictor_)
                        model_->setGain(name, match, gain);
                });
            }
            context.succeeded(counted(done, tr("place"), tr("places")));
        },
        [] {});
}

// --- Advice ----------------------------------------------------------------------------------

/// Once for a variant and the inputs of its runs; not while nobody sees it.
void TransformationPanel::lookForAdvice() {
    if (!predictor_ || !index_ || predictor_->document() != index_->document() ||
        advisedBy_ == predictor_ || !isVisible())
        return;
    advisedBy_ = predictor_;
    showSummary();
    jobs_.start(
        {adviceSlot(), tr("Looking for what could be done"), JobQueue::Lane::spare}, this,
        [this, predictor = predictor_](const JobContext& context) {
            auto advice = predictor->advise(context, [&](Advice early) {
                context.deliver([this, early = std::make_shared<Advice>(std::move(early))] {
                    takeAdvice(std::move(*early));
                });
            });
            context.succeeded(
                counted(std::ssize(advice.steps), tr("step that saves"), tr("steps that save")));
            return advice;
        },
        [this](Advice advice) { takeAdvice(std::move(advice)); });
}

void TransformationPanel::takeAdvice(Advice advice) {
    adviceModel_->setAdvice(std::move(advice));
    model_->setBest(adviceModel_->bestByTransformation());
    model_->sortByBest();
    filterAdvice();
    showMatches();
}

/// The headings are open, and the best step is shown, or the one that the user chose.
void TransformationPanel::filterAdvice() {
    const auto elements = scopeElements();
    const auto wanted = category_->currentData();
    AdviceModel::Filter filter;
    if (index_ && !elements.empty())
        filter.touched = touchedBy(*index_, elements);
    if (wanted.isValid())
        filter.category = static_cast<transforms::Category>(wanted.toInt());
    const QSignalBlocker quiet(adviceTree_->selectionModel());
    adviceModel_->setFilter(std::move(filter));
    model_->setBest(adviceModel_->bestByTransformation());
    for (int row = 0; row < adviceModel_->rowCount(); ++row)
        if (const auto heading = adviceModel_->index(row, 0); adviceModel_->isOpen(heading)) {
            adviceTree_->expand(heading);
            adviceTree_->setFirstColumnSpanned(row, {}, true);
        }
    const auto current = chosen_ ? lineOf(adviceList, step_) : adviceModel_->best();
    adviceTree_->setCurrentIndex(current);
    if (current.isValid())
        adviceTree_->scrollTo(current);
    adviceTree_->viewport()->update();
    if (list() == adviceList)
        showLine();
    showSummary();
}

void TransformationPanel::showSummary() {
    if (!index_)
        return summary_->setText({});
    if (list() == adviceList) {
        const auto& note = adviceModel_->advice().note;
        return summary_->setText(note.isEmpty()            ? tr("Looking …")
                                 : adviceModel_->isEmpty() ? tr("Nothing stands out there")
                                                           : note);
    }
    int applicable = 0;
    for (const auto& found : model_->matches())
        applicable += found.applicable;
    const auto places = counted(applicable, tr("place"), tr("places"));
    if (scope() == Scope::sight)
        return summary_->setText(tr("applies at %1 in sight").arg(places));
    summary_->setText(scope() == Scope::selection && !selection_.empty()
                          ? tr("applies at %1 of the selection").arg(places)
                          : tr("applies at %1 of the graph").arg(places));
}

PanelInfo transformationPanel() {
    return {QStringLiteral("transformations"), Panel::tr("Advice and &transformations"),
            QKeySequence(Panel::tr("Alt+3")), Qt::BottomDockWidgetArea,
            [](JobQueue& jobs) { return new TransformationPanel(jobs); }};
}

} // namespace mw::viewers
