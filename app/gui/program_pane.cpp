// Binds a program view to what its pane shows.
#include "app/gui/program_pane.h"

#include "app/gui/bookmarks.h"
#include "app/gui/measured_times.h"
#include "app/gui/pane.h"
#include "app/gui/program_preview.h"
#include "app/gui/workspace.h"
#include "app/workbench/common_scenario.h"
#include "app/workbench/cost.h"
#include "app/workbench/run_values.h"
#include "core/bench/chosen_launches.h"
#include "core/bench/ranking.h"
#include "core/history/provenance.h"
#include "core/ir/shared_index.h"
#include "core/support/deadline.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <chrono>

namespace mw::app {

using viewers::JobContext;
using viewers::ProgramSheet;
using viewers::ProgramView;
using viewers::qs;

symbolic::Bindings valuesFor(const ir::Sdfg& program, const workbench::InputChoice& inputs,
                             const std::string& grid, QString& note) {
    const auto scenario = workbench::scenarioFor(program, inputs, grid);
    if (scenario)
        return scenario->symbols;
    note = withoutNumbers(scenario.error());
    return {};
}

namespace {

workbench::ComparedProgram comparedProgram(const Pane& pane, bool related) {
    workbench::ComparedProgram compared{pane.variant().document, {}};
    if (related)
        compared.origins = history::provenance(*pane.program()->history, pane.variantId());
    return compared;
}

/// Of sizes that the inputs of the project, or else a captured call or a grid say.
QString sourceOf(const workbench::CommonScenario& common, const workbench::InputChoice& chosen) {
    if (!chosen.isDefault())
        return ProgramPane::tr("%1, which are chosen as inputs").arg(qs(common.inputs));
    if (common.inputs.ends_with(".json"))
        return ProgramPane::tr("the captured call in %1")
            .arg(QFileInfo(qs(common.inputs)).fileName());
    return ProgramPane::tr("%1, since no inputs are chosen").arg(qs(common.inputs));
}

} // namespace

QString ComparedPanes::takeSizes() {
    const std::array programs{first.document, second.document};
    std::string grid;
    for (const auto& ofPane : grids) // a captured call of either comes before any grid
        if (const auto found = ofPane();
            grid.empty() || (found.ends_with(".json") && !grid.ends_with(".json")))
            grid = found;
    const auto common = workbench::commonSizes(programs, inputs, grid);
    if (!common)
        return ProgramPane::tr("Bytes are left open: %1").arg(qs(common.error().sentence));
    first.sizes = common->sizes;
    first.values = common->each.front().symbols;
    second.values = common->each.back().symbols;
    const QString text =
        common->specialised.empty()
            ? ProgramPane::tr("Sizes on both sides: %1.")
            : ProgramPane::tr("Sizes on both sides: %1, with the values that one of the programs "
                              "is specialised to.");
    return text.arg(sourceOf(*common, inputs));
}

/// Of the first pane's program, else of the second one's: both are counted for the same sizes.
ComparedPanes comparedPanes(const Workspace& workspace, const Pane& first, const Pane& second) {
    auto inputs = workspace.inputsOf(first.program());
    if (inputs.isDefault() && inputs.set.empty())
        inputs = workspace.inputsOf(second.program());
    const bool related = first.program() == second.program();
    return {comparedProgram(first, related),
            comparedProgram(second, related),
            related,
            inputs,
            {workspace.grid(first.program()), workspace.grid(second.program())}};
}

QString withoutNumbers(const Diagnostic& why) {
    return QCoreApplication::translate("mw::app::ProgramPane", "Without numbers: %1")
        .arg(qs(why.sentence));
}

ProgramPane::ProgramPane(Pane& pane, Workspace& workspace, viewers::JobQueue& jobs,
                         ProgramView& view)
    : QObject(&view), pane_(pane), workspace_(workspace), jobs_(jobs), view_(view) {
    connect(&pane, &Pane::variantChanged, this, &ProgramPane::refresh);
    for (const auto changed : {&Workspace::projectChanged, &Workspace::sizesChanged})
        connect(&workspace, changed, this, [this] {
            shown_.reset(); // other sizes, perhaps
            refresh();
        });
    connect(&workspace, &Workspace::predictionChanged, this, &ProgramPane::modelKernels);
    connect(&pane.selection(), &Selection::changed, this, &ProgramPane::showSelection);
    connect(&view, &ProgramView::rowChosen, this, [this](ElementId element) {
        choosing_ = true;
        pane_.selection().set({element});
        choosing_ = false;
        view_.setCurrentLane(std::nullopt);
    });
    connect(&view, &ProgramView::laneChosen, this, &ProgramPane::chooseLane);
    connect(&view, &ProgramView::rowOpened, this, &ProgramPane::openRequested);
    connect(&view, &ProgramView::bracketChosen, this, &ProgramPane::chooseBracket);
    connect(&view, &ProgramView::bracketHovered, this, &ProgramPane::showBlocking);
    connect(&view, &ProgramView::bracketPreviewed, this, &ProgramPane::preview);
    connect(&view, &ProgramView::stepActivated, this,
            [this] { emit actionRequested(viewers::kApplyStep); });
    connect(&view, &ProgramView::stepTried, this,
            [this] { emit actionRequested(viewers::kTryStep); });
    connect(&pane.step(), &CurrentStep::changed, this, &ProgramPane::showStep);
}

QString ProgramPane::slot(const char* what) const {
    return QLatin1String(what) + QString::number(reinterpret_cast<quintptr>(this));
}

void ProgramPane::setShown(bool shown) {
    visible_ = shown;
    if (!shown && brackets_ == Brackets::askedFor) {
        jobs_.discard(slot("advise-"));
        brackets_ = Brackets::none;
    }
    refresh();
}

void ProgramPane::refresh() {
    if (!visible_)
        return;
    const auto document = pane_.isOpen() ? pane_.variant().document : nullptr;
    if (document && document == shown_) {
        if (modelled_ != pane_.variantId())
            modelKernels(); // launches may be chosen for a variant whose graph is the same
        return lookForBrackets();
    }
    before_.reset();
    if (shown_ && document && !advice_.brackets.empty())
        before_ = Before{std::move(content_), std::move(advice_), shown_};
    shown_ = document;
    content_ = {};
    advice_ = {};
    brackets_ = Brackets::none;
    jobs_.discard(slot("advise-"));
    jobs_.discard(slot("model-"));
    jobs_.discard(slot("preview-"));
    if (!document) {
        jobs_.discard(slot("rows-"));
        view_.setSheet(nullptr);
        emit rowsChanged();
        return;
    }
    jobs_.start(
        {slot("rows-"), tr("Listing the kernels")}, this,
        [document, inputs = workspace_.inputsOf(pane_.program()),
         grid = workspace_.grid(pane_.program())](const JobContext& context) {
            Content made;
            made.values = valuesFor(*document->root, inputs, grid(), made.note);
            made.sheet =
                std::make_shared<const ProgramSheet>(viewers::sheetOf(*document, made.values));
            context.succeeded(
                viewers::kernelsText(made.sheet->figures.kernels, made.sheet->figures.copies));
            return made;
        },
        [this](Content made) { take(std::move(made)); });
}

void ProgramPane::take(Content content) {
    content_ = std::move(content);
    view_.setSheet(content_.sheet);
    view_.setBusy(content_.note);
    showTimes();
    showBookmarks();
    paintColours();
    showSelection();
    emit rowsChanged();
    modelKernels();
    keepBrackets();
    lookForBrackets();
}

/// What is as it was before the step can be chosen at once.
void ProgramPane::keepBrackets() {
    const auto before = std::exchange(before_, std::nullopt);
    changed_.clear();
    if (!before || !workbench::areSame(before->content.values, content_.values))
        return;
    const auto was = ir::sharedIndex(before->document);
    showBrackets(keptBrackets(before->advice, *was, *before->content.sheet, *content_.sheet,
                              *pane_.index()));
    changed_ = changedRows(*was, *content_.sheet, *pane_.index());
    if (changed_.size() > content_.sheet->rows.size() / 2) // no place more than others
        changed_.clear();
}

void ProgramPane::showBrackets(ProgramAdvice found) {
    advice_ = std::move(found);
    view_.setBrackets(advice_.brackets);
    showStep();
}

namespace {

struct Modelled {
    std::map<ElementId, double> bytes;
    std::map<ElementId, viewers::ProgramLaunch> launches;
};

/// "1125×40": without what is 1 at the end.
QString extents(const std::array<unsigned, 3>& size) {
    QString text = QString::number(size[0]);
    if (size[1] > 1 || size[2] > 1)
        text += QStringLiteral("×%1").arg(size[1]);
    if (size[2] > 1)
        text += QStringLiteral("×%1").arg(size[2]);
    return text;
}

viewers::ProgramLaunch launchOf(const codegen::LaunchShape& shape, bool chosen) {
    const QString grid = extents(shape.grid), block = extents(shape.block);
    const QString details = chosen ? ProgramPane::tr("on a GPU a grid of %1 blocks of %2 threads, "
                                                     "as it was chosen for this variant")
                                   : ProgramPane::tr("on a GPU a grid of %1 blocks of %2 threads, "
                                                     "by the rules");
    return {grid + QStringLiteral(" / ") + block, details.arg(grid, block)};
}

} // namespace

/// Of a program that cannot be lowered, or without values, nothing is said.
void ProgramPane::modelKernels() {
    if (!isCurrent())
        return;
    modelled_ = pane_.variantId();
    jobs_.start(
        {slot("model-"), tr("Modelling the kernels"), viewers::JobQueue::Lane::spare}, this,
        [document = shown_, values = content_.values, memo = memo_,
         device = workspace_.predictionDevice(pane_.program()),
         choices = bench::chosenLaunches(*pane_.program()->history, pane_.variantId())](
            const JobContext&) {
            Modelled modelled;
            if (values.empty())
                return modelled;
            if (const auto predicted = workbench::predict(
                    *document, values, device.ratesFor(*document), memo, choices))
                for (const auto& kernel : predicted->kernels) {
                    if (kernel.cacheBytes > 0)
                        modelled.bytes[ElementId(kernel.map)] = kernel.cacheBytes;
                    if (kernel.shape)
                        modelled.launches[ElementId(kernel.map)] =
                            launchOf(*kernel.shape, kernel.chosen);
                }
            return modelled;
        },
        [this](Modelled modelled) {
            view_.setModelledBytes(std::move(modelled.bytes));
            view_.setLaunches(std::move(modelled.launches));
        });
}

/// Everything is tried, which takes a second for the largest programs that people have.
constexpr std::chrono::seconds kLongestSearch{10};

/// Once for what is shown; not while nobody sees it.
void ProgramPane::lookForBrackets() {
    if (!visible_ || !content_.sheet || brackets_ != Brackets::none)
        return;
    brackets_ = Brackets::askedFor;
    view_.setBusy(tr("Looking for what could be fused …"));
    jobs_.start(
        {slot("advise-"), tr("Looking for what could be fused"), viewers::JobQueue::Lane::details},
        this,
        [this, document = shown_, sheet = content_.sheet, values = content_.values,
         adviser = workspace_.adviser(), changed = changed_,
         kept = advice_](const JobContext& context) {
            const Deadline deadline(context.stop(), kLongestSearch);
            if (!changed.empty()) // near the edit first
                context.deliver(
                    [this,
                     found = together(
                         kept,
                         bracketsOf(adviser->fusionsAt(document, values, changed, deadline.token()),
                                    *sheet, *ir::sharedIndex(document)))] { showBrackets(found); });
            const auto advice = adviser->advise(document, values, deadline.token());
            auto found = bracketsOf(advice, *sheet, *ir::sharedIndex(document));
            found.isPart = deadline.isPast();
            context.succeeded(
                viewers::counted(std::ssize(found.brackets), tr("bracket"), tr("brackets")));
            return found;
        },
        [this](ProgramAdvice found) {
            brackets_ = Brackets::there;
            view_.setBusy(!found.isPart ? content_.note
                                        : tr("After %1 s not everything was looked at: brackets "
                                             "show a part of what could be fused")
                                              .arg(kLongestSearch.count()));
            showBrackets(std::move(found));
        });
}

bool ProgramPane::isCurrent() const {
    return content_.sheet && pane_.isOpen() && shown_ == pane_.variant().document;
}

void ProgramPane::showTimes() {
    viewers::ProgramTimes times;
    times.kernels = measuredTimes(pane_);
    if (!times.kernels.empty()) {
        const bench::BenchResult& result = *pane_.program()->bench;
        const auto& variant =
            *std::ranges::find(result.variants, pane_.variant().name, &bench::VariantResult::name);
        times.program = variant.device.median;
        times.copies = variant.copies.median;
        times.bytes = variant.bytes;
        times.copyBandwidth = result.copyBandwidth;
        times.cached = bench::fitsCache(result, variant);
        times.note = times.cached ? qs(bench::cacheNote(result)) : QString();
        if (!workbench::haveSameSizes(result.scenario.symbols, content_.values)) {
            times.otherSizes = true;
            times.note = tr("measured on %1, not for the sizes shown")
                             .arg(qs(inputs::toString(result.scenario.grid)));
        }
    }
    view_.setTimes(std::move(times));
}

/// Arrays have their colour at the lane.
void ProgramPane::showColours(const viewers::Colouring& colouring) {
    colouring_ = colouring;
    paintColours();
}

void ProgramPane::paintColours() {
    if (!isCurrent())
        return;
    const auto& theme = viewers::Theme::of(view_.theme());
    std::map<std::size_t, QColor> lanes;
    std::vector<analysis::ArrayLane> arrays;
    for (const auto& lane : content_.sheet->lanes)
        arrays.push_back(lane.lane);
    for (const auto& [id, lane] : lanesOfNodes(*pane_.index(), arrays))
        if (const auto colour = colouring_.colourOf(id, theme))
            lanes.insert_or_assign(lane, *colour);
    std::map<ElementId, QColor> rows;
    for (const auto& row : content_.sheet->rows)
        if (const auto colour = colouring_.colourOf(row.row.element, theme))
            rows.insert_or_assign(row.row.element, *colour);
    view_.setColours(std::move(rows), std::move(lanes));
}

/// A bookmark of an array is at its lane, any other one at the row that has the element.
void ProgramPane::showBookmarks() {
    if (!isCurrent())
        return;
    std::map<std::size_t, QString> rows;
    std::map<std::size_t, QString> lanes;
    viewers::RowFinder finder(*content_.sheet, *pane_.index());
    for (const auto& [element, text] : bookmarkTexts(pane_))
        if (const auto lane = finder.laneOf(element))
            lanes[*lane] = text;
        else if (const auto row = finder.rowOf(element))
            rows[*row] = text;
    view_.setStars(std::move(rows), std::move(lanes));
}

void ProgramPane::showSelection() {
    if (choosing_ || !isCurrent())
        return;
    viewers::RowFinder finder(*view_.sheet(), *pane_.index());
    std::optional<std::size_t> lane;
    for (const ElementId id : pane_.selection().ids())
        if (!lane)
            lane = finder.laneOf(id);
    view_.setCurrentLane(lane);
    for (const ElementId id : pane_.selection().ids())
        if (const auto row = finder.rowOf(id))
            return view_.setCurrentRow(row);
}

/// Selects the array where the program touches it first: what is done to the selection (a bookmark,
/// an edit) is done to that.
void ProgramPane::chooseLane(std::size_t lane) {
    if (!isCurrent())
        return;
    const viewers::RowFinder finder(*content_.sheet, *pane_.index());
    for (const BlockId state : pane_.index()->states())
        for (const auto& node : pane_.index()->find(state)->block->as<ir::State>()->nodes)
            if (finder.laneOf(node->id) == lane) {
                choosing_ = true;
                pane_.selection().set({node->id});
                choosing_ = false;
                return;
            }
}

/// Of the bracket that is looked at: under the pointer, else the chosen one.
void ProgramPane::showBlocking(std::optional<std::size_t> bracket) {
    if (!bracket)
        bracket = view_.currentBracket();
    pane_.selection().setHighlights(bracket ? view_.brackets()[*bracket].blocking
                                            : std::vector<ElementId>());
}

void ProgramPane::chooseBracket(std::optional<std::size_t> bracket) {
    if (!isCurrent())
        return;
    workspace_.activate(pane_);
    if (!bracket || *bracket >= advice_.steps.size())
        return pane_.step().forget();
    pane_.chooseStep(advice_.steps[*bracket]);
}

void ProgramPane::showStep() {
    const auto& step = pane_.step();
    const auto& all = advice_.steps;
    const auto found = std::ranges::find_if(
        all, [&](const viewers::Step& one) { return one.isSame(step.step()); });
    const auto bracket = step.isChosen() && found != all.end()
                             ? std::optional(static_cast<std::size_t>(found - all.begin()))
                             : std::nullopt;
    if (bracket != view_.currentBracket())
        view_.setCurrentBracket(bracket);
}

/// Of the current step: that of the bracket, with the parameters that it has by now.
void ProgramPane::preview() {
    const auto& step = pane_.step().step();
    if (!isCurrent() || !step.applies())
        return;
    jobs_.start(
        {slot("preview-"), tr("Looking at what it would change")}, this,
        [step, document = shown_, sheet = content_.sheet, values = content_.values, memo = memo_](
            const JobContext&) { return previewOf(step, document, *sheet, values, memo); },
        [this, step](Expected<viewers::ProgramPreview> preview) {
            if (preview && view_.isPreviewing() && step == pane_.step().step())
                view_.setPreview(std::move(*preview));
        });
}

} // namespace mw::app
