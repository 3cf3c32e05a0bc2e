// Reads at the beginning of an iteration, into a buffer.

#include "transforms/toolkit/early_read.h"

#include "core/analysis/analysis.h"
#include "transforms/toolkit/local_container.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/state_order.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

MaybeRefusal checkPlainSource(int condition, const EarlyRead& read) {
    const auto* data = read.at.sdfg->arrays.find(read.container());
    if (data && ((*data)->kind == ir::DataKind::array || (*data)->isScalar()))
        return std::nullopt;
    return refuse(condition, "container-kind",
                  fmt::format("{} is no plain array or scalar.", quoted(*read.source)),
                  {read.source->id});
}

bool isReader(const EarlyRead& read, const ir::Edge& edge) {
    const ir::Node& reader = *read.index().node(edge.dst);
    return reader.isCode() || (reader.as<ir::AccessNode>() && !isView(*read.at.sdfg, reader));
}

bool saysWhatItReads(const EarlyRead& read, const ir::Edge& edge) {
    const auto region = analysis::sourceSubset(read.index(), edge);
    return region && !edge.memlet.dynamic && !edge.memlet.allowOutOfBounds &&
           edge.memlet.wcr.empty() &&
           std::ranges::all_of(region->dims, [](const symbolic::Range& range) {
               return range.step.isInteger(1) && range.tile.isInteger(1);
           });
}

bool readsAlways(const EarlyRead& read, const ir::Edge& edge) {
    const ir::Node& reader = *read.index().node(edge.dst);
    return isReader(read, edge) && (reader.as<ir::Tasklet>() || reader.as<ir::AccessNode>());
}

namespace {

bool sharesPlace(const DocumentView& view, const EarlyRead& read, const ir::Node& access) {
    return maySharePlace(view, *read.at.sdfg, rootData(read.index(), *read.at.sdfg, access),
                         read.container());
}

/// An access node inside the map, at any depth, that may stand for the container; null: none.
const ir::Node* sameDataInside(const DocumentView& view, const EarlyRead& read) {
    for (const auto& [data, id] : dataInside(read.index(), read.entry->id))
        if (const ir::Node& node = *read.index().node(id); sharesPlace(view, read, node))
            return &node;
    return nullptr;
}

/// Where the use at this end of an edge begins: that of an inner map at its entry.
NodeId beginOf(const ir::StateIndex& index, NodeId node) {
    const ir::Node& found = *index.node(node);
    return found.isExit() ? ir::entryOf(found) : node;
}

std::ptrdiff_t turnOf(const ir::StateIndex& index, NodeId node) {
    return std::ranges::find(index.topological(), node) - index.topological().begin();
}

/// The edge has been read when the write begins.
bool isReadBefore(const ir::StateIndex& index, const ir::Edge& read, const ir::Edge& write) {
    const ir::Node& reader = *index.node(read.dst);
    const NodeId writer = beginOf(index, write.src);
    if (reader.id == writer)
        return reader.as<ir::Tasklet>() || reader.as<ir::AccessNode>();
    if (index.reaches(reader.isEntry() ? ir::exitOf(reader) : reader.id, writer))
        return true;
    return !index.reaches(writer, reader.id) && turnOf(index, reader.id) < turnOf(index, writer);
}

/// Why the read does not come first.
std::string writtenBefore(const EarlyRead& read, const ir::Edge& edge, const ir::Edge& write) {
    const ir::StateIndex& index = read.index();
    const NodeId begin = beginOf(index, write.src);
    const std::string reader = quoted(*index.node(edge.dst));
    const std::string writer = quoted(*index.node(write.src));
    if (edge.dst == begin || index.reaches(begin, edge.dst))
        return fmt::format("{} may write to {} before {} reads it in the same iteration.", writer,
                           quoted(*read.source), reader);
    return fmt::format("Nothing but the order of the nodes says whether {0} writes to {1} before "
                       "{2} reads it in the same iteration, and {0} comes first there; with an "
                       "edge from {2} to {0} it is read first.",
                       writer, quoted(*read.source), reader);
}

} // namespace

std::vector<const ir::Edge*> writesInside(const DocumentView& view, const EarlyRead& read) {
    const ir::StateIndex& index = read.index();
    std::vector<const ir::Edge*> writes;
    for (const ir::Edge* outer : index.outEdges(ir::exitOf(*read.entry))) {
        const ir::Node& end = *index.node(analysis::memletPath(index, *outer).back()->dst);
        if (outer->memlet.empty() || (end.as<ir::AccessNode>() && !sharesPlace(view, read, end)))
            continue;
        const auto inner = analysis::innerEdges(index, *outer);
        writes.insert(writes.end(), inner.begin(), inner.end());
    }
    return writes;
}

bool isReadFirstByDataflow(const EarlyRead& read, const ir::Edge& write) {
    return std::ranges::any_of(read.edges, [&](const ir::Edge* edge) {
        return read.index().reaches(edge->dst, beginOf(read.index(), write.src));
    });
}

MaybeRefusal checkReadBeforeWritten(int condition, const DocumentView& view,
                                    const EarlyRead& read) {
    if (const ir::Node* inside = sameDataInside(view, read))
        return refuseUncertain(condition, "used-inside",
                               fmt::format("{} may be used inside {} by a node of its own.",
                                           quoted(*read.source), quoted(read.map())),
                               {inside->id, read.source->id});
    for (const ir::Edge* write : writesInside(view, read))
        for (const ir::Edge* edge : read.edges)
            if (!isReadBefore(read.index(), *edge, *write))
                return refuseUncertain(condition, "written-before",
                                       writtenBefore(read, *edge, *write), {write->src, edge->dst});
    return std::nullopt;
}

MaybeRefusal checkReadLayout(int condition, EarlyRead& read) {
    for (const ir::Edge* edge : read.edges)
        for (const ir::Edge* leaf : analysis::branchesBelow(read.index(), *edge))
            if (const auto obstacle = planLayout(read.at, *leaf, true, read.container(),
                                                 read.part.dims(), read.layout))
                return refuse(condition, "layout",
                              fmt::format("{} looks at {} in a way that depends on how it lies in "
                                          "memory.",
                                          obstacle->what, quoted(*read.source)),
                              {obstacle->element, read.source->id});
    return std::nullopt;
}

NodeId readEarly(ir::Editor& editor, const EarlyRead& read,
                 const std::vector<const ir::Edge*>& writes) {
    const LocalContainer local =
        addLocal(editor, read.at, read.entry->id, read.container(), read.part);
    ir::Edge fill;
    fill.src = read.entry->id;
    fill.srcConnector = read.edges.front()->srcConnector;
    fill.dst = local.node;
    fill.memlet = ir::Memlet::of(read.container(), read.part.region);
    fill.memlet.otherSubset = read.part.inReplacement().of(read.part.region);
    fill.memlet.isDataSource = true;
    editor.addEdge(read.at.id, std::move(fill));
    for (const ir::Edge* edge : read.edges)
        readFromLocal(editor, read.at, *edge, read.part, local);
    std::vector<NodeId> ordered;
    for (const ir::Edge* write : writes) {
        const NodeId writer = beginOf(read.index(), write->src);
        if (isReadFirstByDataflow(read, *write) || std::ranges::count(ordered, writer) > 0)
            continue;
        ir::Edge order;
        order.src = local.node;
        order.dst = writer;
        editor.addEdge(read.at.id, std::move(order));
        ordered.push_back(writer);
    }
    applyLayout(editor, read.layout, **editor.sdfg(read.at.sdfg->id).arrays.find(local.name),
                "local_strides_");
    return local.node;
}

} // namespace mw::transforms
