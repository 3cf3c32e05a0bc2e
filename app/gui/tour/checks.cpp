// Holds the tasks about the graph against what is shown: selecting, fusing, blocking.
#include "app/gui/tour/checks.h"

#include "app/gui/tour/elements.h"
#include "app/gui/tr.h"
#include "core/analysis/figures.h"
#include "transforms/framework/transformation.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <algorithm>
#include <set>

namespace mw::app::tour {

using viewers::qs;

namespace {

constexpr std::string_view kBlocking = "loop-blocking";

QString nameOf(const ir::DocumentIndex& index, ElementId id) {
    const auto* place = index.find(id);
    return place && place->node ? qs(ir::displayName(*place->node)) : QString();
}

/// The map entries among the elements, by entry or exit, each once.
std::set<NodeId> mapsAmong(const ir::DocumentIndex& index, const std::vector<ElementId>& ids) {
    std::set<NodeId> maps;
    for (const auto id : ids) {
        const auto* place = index.find(id);
        if (!place || !place->node)
            continue;
        if (place->node->as<ir::MapEntry>())
            maps.insert(place->node->id);
        else if (const auto* exit = place->node->as<ir::MapExit>())
            maps.insert(exit->entry);
    }
    return maps;
}

/// Whether two maps that are selected in the graph can be one.
TourVerdict mapsChosen(const TourScene& scene) {
    const auto chosen = mapsAmong(*scene.index, scene.selection);
    if (chosen.size() < 2)
        return {};
    const auto& fusion = *transforms::findTransformation("map-fusion-vertical");
    const auto params = *transforms::completeParams(fusion, {});
    const transforms::DocumentView view(scene.variant().document);
    QString refused = tr("No temporary leads from one of these maps to the other.");
    for (const auto& match : fusion.find(view, {})) {
        const auto ends = mapsAmong(*scene.index, match.ids());
        if (!std::ranges::includes(chosen, ends))
            continue;
        const auto answer = fusion.check(view, match, params);
        const auto* refusal = transforms::refusalOf(answer);
        if (!refusal)
            return {true,
                    tr("%1: these two can be one.")
                        .arg(viewers::withKernelNames(*scene.index, match.label, match.ids()))};
        refused = qs(refusal->sentence);
    }
    return {false, refused};
}

/// Names of temporaries of `before` that are not in `after`.
QStringList vanished(const ir::DocumentPtr& before, const ir::DocumentIndex& after) {
    std::set<QString> left;
    for (const auto id : temporariesBetweenKernels(after))
        left.insert(nameOf(after, id));
    const ir::DocumentIndex from(before);
    QStringList gone;
    for (const auto id : temporariesBetweenKernels(from))
        if (const auto name = nameOf(from, id); !left.contains(name) && !gone.contains(name))
            gone << name;
    return gone;
}

QString bytesOf(const analysis::ProgramFigures& figures) {
    return figures.bytes ? viewers::bytesText(static_cast<double>(*figures.bytes)) : tr("unknown");
}

} // namespace

bool isBlocked(const history::History& history, history::VariantId id) {
    return std::ranges::any_of(history.path(id), [&](history::VariantId one) {
        const auto& record = history.find(one)->record;
        const auto* step = record ? std::get_if<history::TransformationRecord>(&*record) : nullptr;
        return step && step->name == kBlocking;
    });
}

TourVerdict temporarySelected(const TourScene& scene, const TourMark& /*since*/) {
    const auto temporaries = temporariesBetweenKernels(*scene.index);
    if (temporaries.empty())
        return {false, tr("This variant has no temporaries: go to the original.")};
    for (const auto id : scene.selection)
        if (std::ranges::find(temporaries, id, [](NodeId node) { return ElementId(node); }) !=
            temporaries.end())
            return {true, tr("%1 is a temporary: one map writes it, the next ones read it, and "
                             "nobody else needs it.")
                              .arg(nameOf(*scene.index, id))};
    if (scene.selection.empty())
        return {};
    const auto title = viewers::elementTitle(*scene.index, scene.selection.front());
    const auto* place = scene.index->find(scene.selection.front());
    const auto* access = place && place->node ? place->node->as<ir::AccessNode>() : nullptr;
    return {false, access ? tr("%1 is an argument: it belongs to the caller.").arg(title)
                          : tr("%1 is no access node.").arg(title)};
}

TourVerdict kernelsShown(const TourScene& scene, const TourMark& /*since*/) {
    if (!scene.kernelsShown)
        return {};
    const auto now = analysis::figures(*scene.variant().document, scene.values);
    const auto least = now.argumentBytes
                           ? viewers::bytesText(static_cast<double>(*now.argumentBytes))
                           : tr("unknown");
    return {true, tr("%1 and %2 between them. They move %3; the arguments alone would be %4.")
                      .arg(viewers::counted(static_cast<qsizetype>(now.kernels), tr("kernel"),
                                            tr("kernels")),
                           viewers::counted(static_cast<qsizetype>(now.temporaries),
                                            tr("temporary array"), tr("temporary arrays")),
                           bytesOf(now), least)};
}

TourVerdict fusionChosen(const TourScene& scene, const TourMark& /*since*/) {
    if (!scene.bracket)
        return mapsChosen(scene);
    const auto& bracket = *scene.bracket;
    if (!bracket.refusal.isEmpty())
        return {false, tr("This one is refused: %1").arg(bracket.refusal)};
    const auto places = bracket.what.section(QStringLiteral(": "), 1); // without its transformation
    return {true, tr("%1: as one map they save %2.").arg(places, bracket.saves)};
}

TourVerdict fused(const TourScene& scene, const TourMark& /*since*/) {
    const auto& root = scene.history().root();
    const auto before = analysis::figures(*root.document, scene.values);
    const auto now = analysis::figures(*scene.variant().document, scene.values);
    if (now.kernels >= before.kernels || now.temporaries >= before.temporaries)
        return {false, scene.variant().id == root.id
                           ? QString()
                           : tr("No temporary is gone in this variant yet.")};
    const auto gone = vanished(root.document, *scene.index);
    const auto what = gone.size() == 1 ? tr("%1 is gone.").arg(gone.front())
                                       : tr("%1 temporaries are gone.").arg(gone.size());
    return {true, what + QLatin1Char(' ') +
                      tr("%1 became %2, and %3 to move became %4.")
                          .arg(viewers::counted(static_cast<qsizetype>(before.kernels),
                                                tr("kernel"), tr("kernels")))
                          .arg(now.kernels)
                          .arg(bytesOf(before), bytesOf(now))};
}

TourVerdict allFused(const TourScene& scene, const TourMark& since) {
    const auto left = temporariesBetweenKernels(*scene.index).size();
    if (left > 0)
        return {false, tr("%1 left between kernels.")
                           .arg(viewers::counted(static_cast<qsizetype>(left),
                                                 tr("temporary array"), tr("temporary arrays")))};
    return fused(scene, since);
}

namespace {

/// By its name in the variant that is shown.
QString blockedKernel(const TourScene& scene, const history::TransformationRecord& step) {
    std::vector<ElementId> about;
    for (const auto& anchor : step.site.elements())
        about.push_back(anchor.id);
    return viewers::withKernelNames(*scene.index, step.site.label, about);
}

} // namespace

TourVerdict blocked(const TourScene& scene, const TourMark& /*since*/) {
    for (const auto id : scene.history().path(scene.variant().id)) {
        const auto& record = scene.history().find(id)->record;
        const auto* step = record ? std::get_if<history::TransformationRecord>(&*record) : nullptr;
        if (!step || step->name != kBlocking)
            continue;
        const auto size = step->params.find("block-size");
        const auto* levels =
            size == step->params.end() ? nullptr : std::get_if<std::int64_t>(&size->second);
        return {true, tr("%1 now does %2 levels, one after another, in each block.")
                          .arg(blockedKernel(scene, *step))
                          .arg(levels ? *levels : 0)};
    }
    return {};
}

} // namespace mw::app::tour
