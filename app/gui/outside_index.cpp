// Works out the true index of an edge.
#include "app/gui/outside_index.h"

#include "app/gui/pane.h"
#include "app/gui/program_pane.h"
#include "app/gui/workspace.h"
#include "core/inputs/local_access.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"

#include <algorithm>
#include <mutex>

namespace mw::app {

using viewers::qs;

namespace {

constexpr qsizetype kMostAccesses = 6; ///< accesses of an edge that are told
constexpr int kPause = 120;            // ms

struct MapTexts {
    explicit MapTexts(analysis::MapAccesses found, const symbolic::Bindings& values)
        : accesses(std::move(found)), spelling(accesses, values) {}

    analysis::MapAccesses accesses;
    inputs::IndexSpelling spelling;
};

QString textOf(const MapTexts& map, ElementId edge) {
    QStringList texts;
    for (const auto& access : map.accesses.accesses) {
        if (std::ranges::find(access.elements, edge) == access.elements.end())
            continue;
        QStringList indices;
        for (const auto& index : inputs::indexTexts(map.spelling, access))
            indices << qs(index);
        const QString text =
            qs(access.container) + QStringLiteral("[%1]").arg(indices.join(QStringLiteral(", ")));
        if (!texts.contains(text))
            texts << text;
    }
    if (texts.size() > kMostAccesses) {
        const auto more = texts.size() - kMostAccesses;
        texts = texts.mid(0, kMostAccesses) << OutsideIndex::tr("and %1 more").arg(more);
    }
    return texts.join(QLatin1Char('\n'));
}

} // namespace

/// One job at a time writes it.
struct OutsideIndex::Known {
    std::mutex mutex;
    std::optional<symbolic::Bindings> values;
    std::map<NodeId, std::unique_ptr<MapTexts>> maps;
};

OutsideIndex::OutsideIndex(Pane& pane, Workspace& workspace, viewers::JobQueue& jobs,
                           viewers::GraphCanvas& canvas)
    : QObject(&canvas), pane_(pane), workspace_(workspace), jobs_(jobs), canvas_(canvas),
      known_(std::make_shared<Known>()) {
    pause_.setSingleShot(true);
    pause_.setInterval(kPause);
    connect(&canvas, &viewers::GraphCanvas::hoverChanged, &pause_, [this] { pause_.start(); });
    connect(&pause_, &QTimer::timeout, this, &OutsideIndex::look);
    connect(&pane, &Pane::variantChanged, this, &OutsideIndex::forget);
    for (const auto changed : {&Workspace::projectChanged, &Workspace::sizesChanged})
        connect(&workspace, changed, this, &OutsideIndex::forget);
}

void OutsideIndex::forget() {
    known_ = std::make_shared<Known>();
}

void OutsideIndex::look() {
    const ElementId element = canvas_.hovered();
    const auto slot = QStringLiteral("outside-index-%1").arg(reinterpret_cast<quintptr>(this));
    jobs_.discard(slot);
    const auto* place = pane_.isOpen() ? pane_.index()->find(element) : nullptr;
    if (!place || !place->edge || place->edge->memlet.empty())
        return;
    jobs_.start(
        {slot, tr("Following an index")}, this,
        [element, known = known_, index = pane_.index(),
         inputs = workspace_.inputsOf(pane_.program()),
         grid = workspace_.grid(pane_.program())](const viewers::JobContext&) -> QString {
            const NodeId map = analysis::outermostMap(*index, element);
            if (!map)
                return {};
            const std::lock_guard lock(known->mutex);
            const auto& root = *index->document()->root;
            QString note;
            if (!known->values)
                known->values = valuesFor(root, inputs, grid(), note);
            auto& texts = known->maps[map];
            if (!texts)
                texts =
                    std::make_unique<MapTexts>(analysis::mapAccesses(root, map), *known->values);
            return textOf(*texts, element);
        },
        [this, element](const QString& text) {
            canvas_.setHint(element, text);
            if (!text.isEmpty() && canvas_.hovered() == element)
                emit found(text.section(QLatin1Char('\n'), 0, 0));
        });
}

} // namespace mw::app
