// Binds a program view to what its pane shows.
#include "app/gui/program_pane.h"

#include "app/gui/bookmarks.h"
#include "app/gui/heat.h"
#include "app/gui/pane.h"
#include "app/gui/workspace.h"
#include "app/workbench/cost.h"
#include "core/support/deadline.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"

#include <QCoreApplication>

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
    connect(&view, &ProgramView::bracketActivated, this, &ProgramPane::carryOut);
    connect(&view, &ProgramView::bracketTried, this, &ProgramPane::tryOut);
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
    if (document && document == shown_)
        return lookForBrackets();
    shown_ = document;
    content_ = {};
    suggestions_.clear();
    brackets_ = Brackets::none;
    jobs_.discard(slot("advise-"));
    jobs_.discard(slot("model-"));
    if (!document) {
        jobs_.discard(slot("rows-"));
        view_.setSheet(nullptr);
        emit rowsChanged();
        return;
    }
    jobs_.start(
        {slot("rows-"), tr("Listing the kernels")}, this,
        [document, inputs = workspace_.project().inputs,
         grid = workspace_.grid(pane_.program())](const JobContext&) {
            Content made;
            made.values = valuesFor(*document->root, inputs, grid(), made.note);
            made.sheet =
                std::make_shared<const ProgramSheet>(viewers::sheetOf(*document, made.values));
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
    showSelection();
    emit rowsChanged();
    modelBytes();
    lookForBrackets();
}

/// Of a program that cannot be lowered, or without values, nothing is said.
void ProgramPane::modelBytes() {
    jobs_.start(
        {slot("model-"), tr("Modelling the traffic of the kernels")}, this,
        [document = shown_, values = content_.values, memo = memo_](const JobContext&) {
            std::map<ElementId, double> bytes;
            if (values.empty())
                return bytes;
            if (const auto predicted = workbench::predict(*document, values, {}, memo))
                for (const auto& kernel : predicted->kernels)
                    if (kernel.cacheBytes > 0)
                        bytes[ElementId(kernel.map)] = kernel.cacheBytes;
            return bytes;
        },
        [this](std::map<ElementId, double> bytes) { view_.setModelledBytes(std::move(bytes)); });
}

/// Everything is tried, which takes a second for the largest programs that people have.
constexpr std::chrono::seconds kLongestLook{10};

/// Once for what is shown; not while nobody sees it.
void ProgramPane::lookForBrackets() {
    if (!visible_ || !content_.sheet || brackets_ != Brackets::none)
        return;
    brackets_ = Brackets::askedFor;
    view_.setBusy(tr("Looking for what could be fused …"));
    jobs_.start(
        {slot("advise-"), tr("Looking for what could be fused")}, this,
        [document = shown_, sheet = content_.sheet,
         values = content_.values](const JobContext& context) {
            const Deadline deadline(context.stop(), kLongestLook);
            const auto advice = workbench::advise(document, values, deadline.token());
            auto found = bracketsOf(advice, *sheet, ir::DocumentIndex(document));
            found.isPart = deadline.isPast();
            return found;
        },
        [this](ProgramAdvice found) {
            brackets_ = Brackets::there;
            view_.setBusy(!found.isPart ? content_.note
                                        : tr("The program is large: brackets show a part of what "
                                             "could be fused"));
            suggestions_ = std::move(found.suggestions);
            view_.setBrackets(std::move(found.brackets));
        });
}

bool ProgramPane::isCurrent() const {
    return content_.sheet && pane_.isOpen() && shown_ == pane_.variant().document;
}

void ProgramPane::showTimes() {
    auto times = measuredTimes(pane_);
    const double bandwidth = times.empty() ? 0 : pane_.program()->bench->copyBandwidth;
    view_.setTimes(std::move(times), bandwidth);
}

/// Of an access node: the lane of its array; nullopt: there is none.
std::optional<std::size_t> ProgramPane::laneOf(ElementId element) const {
    const auto* place = pane_.index()->find(element);
    const auto* access = place && place->node ? place->node->as<ir::AccessNode>() : nullptr;
    const auto* data = access ? place->sdfg->data(access->data) : nullptr;
    const auto& lanes = content_.sheet->lanes;
    for (std::size_t lane = 0; data && lane < lanes.size(); ++lane)
        if (lanes[lane].lane.data.get() == data)
            return lane;
    return std::nullopt;
}

/// A bookmark of an array is at its lane, any other one at the row that has the element.
void ProgramPane::showBookmarks() {
    if (!isCurrent())
        return;
    std::map<std::size_t, QString> rows;
    std::map<std::size_t, QString> lanes;
    viewers::RowFinder finder(*content_.sheet, *pane_.index());
    for (const auto& [element, text] : bookmarkTexts(pane_))
        if (const auto lane = laneOf(element))
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
            lane = laneOf(id);
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
    for (const BlockId state : pane_.index()->states())
        for (const auto& node : pane_.index()->find(state)->block->as<ir::State>()->nodes)
            if (laneOf(node->id) == lane) {
                choosing_ = true;
                pane_.selection().set({node->id});
                choosing_ = false;
                return;
            }
}

void ProgramPane::chooseBracket(std::size_t bracket) {
    const auto& chosen = view_.brackets()[bracket];
    pane_.selection().setHighlights(chosen.blocking);
}

void ProgramPane::carryOut(std::size_t bracket) {
    if (bracket >= suggestions_.size() || shown_ != pane_.variant().document)
        return;
    const auto one = suggestions_[bracket];
    workspace_.activate(pane_);
    workspace_.apply(qs(one.transformation->name), one.match, one.params);
}

void ProgramPane::tryOut(std::size_t bracket) {
    if (bracket >= suggestions_.size() || shown_ != pane_.variant().document)
        return;
    const auto one = suggestions_[bracket];
    workspace_.activate(pane_);
    emit tryRequested(qs(one.transformation->name), one.match, one.params);
}

} // namespace mw::app
