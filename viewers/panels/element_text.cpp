// What elements are called, and which of them a selection means.
#include "viewers/panels/element_text.h"

#include "core/analysis/kernel_names.h"
#include "core/conventions/conventions.h"
#include "viewers/panels/panel.h"

#include <QStringList>

#include <algorithm>
#include <set>

namespace mw::viewers {

namespace {

QString withoutSpaces(const symbolic::Expr& expr) {
    return qs(symbolic::print(expr)).remove(QLatin1Char(' '));
}

QString blockKind(const ir::Block& block) {
    if (block.as<ir::State>())
        return Panel::tr("state");
    if (block.as<ir::LoopRegion>())
        return Panel::tr("loop");
    if (block.as<ir::ConditionalBlock>())
        return Panel::tr("conditional");
    if (block.as<ir::ControlFlowRegion>())
        return Panel::tr("region");
    if (block.as<ir::JumpBlock>())
        return Panel::tr("jump");
    return Panel::tr("block");
}

QString nodeKind(const ir::Node& node) {
    if (node.as<ir::MapEntry>() || node.as<ir::MapExit>())
        return Panel::tr("map");
    return qs(ir::kindName(node));
}

QString edgeTitle(const ir::Edge& edge) {
    if (edge.memlet.empty())
        return Panel::tr("ordering edge");
    auto text = qs(edge.memlet.data);
    if (edge.memlet.subset)
        text += QLatin1Char('[') + qs(symbolic::print(*edge.memlet.subset)) + QLatin1Char(']');
    return text;
}

} // namespace

QString qs(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString capitalised(QString text) {
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

QString dimensionName(const std::string& param) {
    const auto meaning = conventions::parameterName(param);
    if (meaning && meaning->blocks)
        return Panel::tr("%1 block").arg(qs(meaning->dimension));
    return qs(meaning && !meaning->derived ? meaning->dimension : param);
}

QString rangeText(const symbolic::Range& range) {
    if (range.isPoint())
        return withoutSpaces(range.begin);
    auto text = withoutSpaces(range.begin) + QStringLiteral(" … ") + withoutSpaces(range.end);
    if (!range.step.isInteger(1))
        text += Panel::tr(" by ") + withoutSpaces(range.step);
    return text;
}

QString rangeText(const ir::Map& map) {
    QStringList parts;
    for (std::size_t i = 0; i < map.range.dims.size(); ++i) {
        const auto& range = map.range.dims[i];
        const auto name = i < map.params.size() ? dimensionName(map.params[i]) : QString();
        const auto join = range.isPoint() ? QStringLiteral(" = ") : QStringLiteral(": ");
        parts << name + join + rangeText(range);
    }
    return parts.join(QStringLiteral(", "));
}

QString elementKindName(const ir::DocumentIndex& index, ElementId id) {
    const auto* place = index.find(id);
    if (!place)
        return Panel::tr("nothing");
    switch (place->kind) {
    case ir::ElementKind::sdfg:
        return QStringLiteral("SDFG");
    case ir::ElementKind::block:
        return blockKind(*place->block);
    case ir::ElementKind::node:
        return nodeKind(*place->node);
    case ir::ElementKind::edge:
        return place->edge->memlet.empty() ? Panel::tr("edge") : Panel::tr("memlet");
    case ir::ElementKind::interstateEdge:
        return Panel::tr("state transition");
    case ir::ElementKind::none:
        break;
    }
    return Panel::tr("nothing");
}

QString elementTitle(const ir::DocumentIndex& index, ElementId id) {
    const auto* place = index.find(id);
    if (!place)
        return {};
    const auto kind = elementKindName(index, id) + QLatin1Char(' ');
    switch (place->kind) {
    case ir::ElementKind::sdfg:
        return kind + qs(place->sdfg->name);
    case ir::ElementKind::block:
        return kind + qs(place->block->label);
    case ir::ElementKind::node:
        return kind + qs(analysis::nameOf(index, *place->node));
    case ir::ElementKind::edge:
        return edgeTitle(*place->edge);
    default:
        return kind.trimmed();
    }
}

QString withKernelNames(const ir::DocumentIndex& index, std::string_view text,
                        const std::vector<ElementId>& about) {
    return qs(analysis::withKernelNames(index, text, about));
}

std::vector<ElementId> existing(const ir::DocumentIndex& index, const std::vector<ElementId>& ids) {
    std::vector<ElementId> result;
    std::ranges::copy_if(ids, std::back_inserter(result),
                         [&](ElementId id) { return index.find(id) != nullptr; });
    return result;
}

namespace {

/// Adds `node`, the other end of its scope, and the entries of the scopes around it in its state.
void addNode(const ir::DocumentIndex& index, const ir::DocumentIndex::Place& place, NodeId node,
             std::set<ElementId>& into) {
    const auto* state = place.block ? place.block->as<ir::State>() : nullptr;
    if (!state)
        return;
    const ir::StateIndex stateIndex(*state);
    for (NodeId at = node; at; at = stateIndex.scope(at)) {
        into.insert(at);
        const auto* found = index.find(at);
        if (!found || !found->node)
            return;
        for (const NodeId other : {ir::exitOf(*found->node), ir::entryOf(*found->node)})
            if (other)
                into.insert(other);
    }
}

} // namespace

std::vector<ElementId> touchedBy(const ir::DocumentIndex& index,
                                 const std::vector<ElementId>& selection) {
    std::set<ElementId> touched;
    for (const ElementId id : selection) {
        const auto* place = index.find(id);
        if (!place)
            continue;
        touched.insert(id);
        if (place->node)
            addNode(index, *place, place->node->id, touched);
        if (place->edge) {
            addNode(index, *place, place->edge->src, touched);
            addNode(index, *place, place->edge->dst, touched);
        }
    }
    return {touched.begin(), touched.end()};
}

} // namespace mw::viewers
