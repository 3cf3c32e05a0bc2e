// Keeps the colours of a pane true to what it shows.
#include "app/gui/pane_overlays.h"

#include "app/gui/measured_times.h"
#include "app/gui/pane.h"
#include "app/gui/program_pane.h"
#include "app/gui/workspace.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"

#include <algorithm>

namespace mw::app {

using viewers::Colouring;
using viewers::GraphCanvas;

PaneOverlays::PaneOverlays(Pane& pane, Workspace& workspace, viewers::JobQueue& jobs,
                           GraphCanvas& canvas)
    : QObject(&canvas), pane_(pane), workspace_(workspace), jobs_(jobs), canvas_(canvas) {
    const auto all = overlays();
    side(OverlayOn::nodes).overlay = *std::ranges::find(all, &timeOverlay, &Overlay::make);
    side(OverlayOn::edges).overlay = *std::ranges::find(all, OverlayOn::edges, &Overlay::on);
    connect(&pane, &Pane::variantChanged, this, &PaneOverlays::refresh);
    for (const auto changed :
         {&Workspace::projectChanged, &Workspace::sizesChanged, &Workspace::benchChanged})
        connect(&workspace, changed, this, &PaneOverlays::refresh);
    connect(&workspace, &Workspace::paneClosed, this, &PaneOverlays::refreshDifference);
    connect(&canvas, &GraphCanvas::volumesToggled, this, &PaneOverlays::makeNumbers);
}

QString PaneOverlays::slot(OverlayOn on) const {
    return QStringLiteral("overlay-%1-%2")
        .arg(reinterpret_cast<quintptr>(this))
        .arg(static_cast<int>(on));
}

void PaneOverlays::choose(const QString& id) {
    const auto all = overlays();
    const auto found = std::ranges::find(all, id, &Overlay::id);
    if (found == all.end() || found->id == side(found->on).overlay.id)
        return;
    side(found->on).overlay = *found;
    make(found->on);
    if (found->on == OverlayOn::edges)
        makeNumbers();
    emit chosenChanged();
}

void PaneOverlays::refresh() {
    make(OverlayOn::nodes);
    make(OverlayOn::edges);
    makeNumbers();
}

void PaneOverlays::refreshDifference() {
    if (chosen(OverlayOn::nodes).make == &differenceOverlay)
        make(OverlayOn::nodes);
}

/// The first other one that shows another variant.
Pane* PaneOverlays::otherPane() const {
    const auto& panes = workspace_.panes();
    const auto found = std::ranges::find_if(panes, [this](const Pane* pane) {
        return pane != &pane_ && pane->isOpen() &&
               pane->variant().document != pane_.variant().document;
    });
    return found == panes.end() ? nullptr : *found;
}

OverlayInput PaneOverlays::input() const {
    OverlayInput input;
    input.index = pane_.index();
    input.times = measuredTimes(pane_);
    if (const auto program = pane_.program(); !input.times.empty()) {
        input.measuredSizes = program->bench->scenario.symbols;
        input.measuredOn = viewers::qs(inputs::toString(program->bench->scenario.grid));
    }
    return input;
}

template <class Done>
void PaneOverlays::start(const QString& slot, const QString& title,
                         Colouring (*work)(const OverlayInput&), Done done) {
    std::optional<ComparedPanes> panes;
    if (const auto* other = work == &differenceOverlay ? otherPane() : nullptr)
        panes = comparedPanes(workspace_, pane_, *other);
    jobs_.start(
        {slot, title}, this,
        [input = input(), work, panes = std::move(panes),
         inputs = workspace_.inputsOf(pane_.program()),
         grid = workspace_.grid(pane_.program())](const viewers::JobContext& context) mutable {
            if (panes) {
                panes->takeSizes(); // of what they are is said below the panes
                input.own = std::move(panes->first);
                input.other = std::move(panes->second);
            } else {
                input.values =
                    valuesFor(*input.index->document()->root, inputs, grid(), input.note);
            }
            input.stop = context.stop();
            return work(input);
        },
        std::move(done));
}

void PaneOverlays::make(OverlayOn on) {
    jobs_.discard(slot(on));
    side(on).isMade = false;
    const auto work = side(on).overlay.make;
    if (!work || !pane_.isOpen())
        return take(on, {});
    if (work == &timeOverlay) { // needs values only to say that it was measured with others
        take(on, timeOverlay(input()));
        if (colouring(on).values.empty())
            return;
    }
    start(slot(on), tr("Colours: %1").arg(side(on).overlay.title), work,
          [this, on](Colouring made) { take(on, std::move(made)); });
}

bool PaneOverlays::hasNumbers() const {
    const auto work = side(OverlayOn::edges).overlay.make;
    return work && work != &findingsOverlay;
}

/// Those of the overlay, or else bytes.
void PaneOverlays::makeNumbers() {
    const auto numbers = slot(OverlayOn::edges) + QStringLiteral("-numbers");
    jobs_.discard(numbers);
    if (!canvas_.areVolumesVisible() || !pane_.isOpen())
        return canvas_.setNumbers({});
    if (hasNumbers()) {
        if (side(OverlayOn::edges).isMade)
            canvas_.setNumbers(colouring(OverlayOn::edges).texts);
        return;
    }
    start(numbers, tr("Counting bytes at the edges"), &edgeBytesOverlay,
          [this](Colouring made) { canvas_.setNumbers(std::move(made.texts)); });
}

void PaneOverlays::take(OverlayOn on, Colouring made) {
    side(on).colouring = std::move(made);
    side(on).isMade = true;
    if (on == OverlayOn::edges && hasNumbers())
        makeNumbers();
    canvas_.setColouring(colouring(OverlayOn::nodes), colouring(OverlayOn::edges));
    emit coloursChanged();
}

} // namespace mw::app
