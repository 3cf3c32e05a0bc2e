// Columns that a second sweep reads and that the first one writes only a part of.

#include "transforms/sweep_fusion/columns.h"

#include "core/analysis/analysis.h"
#include "core/ir/connectors.h"
#include "transforms/toolkit/inwards.h"
#include "transforms/toolkit/relayout.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

namespace {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

constexpr auto kSweepStride = "sweep_stride_";

/// The part without dimensions of one index.
Part columnOf(const Subset& region) {
    Part part{region, {}, {}};
    for (const Range& range : region.dims) {
        part.dropped.push_back(range.isPoint());
        if (!range.isPoint())
            part.shape.push_back(extentOf(range));
    }
    return part;
}
/// The part in all its dimensions.
Part boxOf(const Subset& region) {
    Part part{region, std::vector<bool>(region.rank(), false), {}};
    for (const Range& range : region.dims)
        part.shape.push_back(extentOf(range));
    return part;
}

bool stepsAlong(const Subset& region) {
    return std::ranges::any_of(region.dims, [](const Range& range) {
        return !range.isPoint() && (!range.step.isInteger(1) || !range.tile.isInteger(1));
    });
}

class MixedCheck {
public:
    MixedCheck(const DocumentView& view, const MapPair& maps, const Renaming& renaming)
        : view_(view), maps_(maps) {
        for (const auto& [second, first] : renaming)
            inSecond_.emplace(first, Expr::symbol(second));
        symbolic::Assumptions assumptions = assumptionsOf(maps);
        const ir::Map& map = maps.secondMap();
        for (std::size_t i = 0; i < map.params.size(); ++i)
            assumptions.inRange(map.params[i], map.range.dims[i]);
        prover_ = symbolic::Prover(std::move(assumptions));
    }

    /// The ends of the exchange, where each has one edge with a region.
    bool readEnds(MixedColumn& column);
    bool isMixed(const MixedColumn& column) {
        return !prover_.covers(column.swept, column.read.region).proven();
    }
    /// What belongs to whom; false where that is not known.
    bool divide(MixedColumn& column);

private:
    bool readOthers(MixedColumn& column);
    bool canFollow(const std::vector<const ir::Edge*>& edges, bool reads, const MixedColumn& column,
                   const Part& part, std::vector<LayoutChange>& layout) const;

    const DocumentView& view_;
    const MapPair& maps_;
    symbolic::Substitution inSecond_;
    symbolic::Prover prover_;
};

bool MixedCheck::readEnds(MixedColumn& column) {
    const ir::StateIndex& index = maps_.index();
    for (const ir::Edge* in : index.outEdges(column.access->id))
        if (in->dst == maps_.secondEntry->id)
            column.input = column.input ? nullptr : in;
    if (!column.input || column.input->memlet.empty())
        return false;
    const auto produced = analysis::innerEdges(index, *column.output);
    const auto consumed = analysis::innerEdges(index, *column.input);
    if (produced.size() != 1 || consumed.size() != 1)
        return false;
    column.producer = produced.front();
    column.consumer = consumed.front();
    const auto writes = analysis::destinationSubset(index, *column.producer);
    const auto reads = analysis::sourceSubset(index, *column.consumer);
    if (!writes || !reads || stepsAlong(*writes) || stepsAlong(*reads))
        return false;
    column.swept = writes->substitute(inSecond_);
    column.read = columnOf(*reads);
    return true;
}

/// What looks at the container through these edges can look at the part instead.
bool MixedCheck::canFollow(const std::vector<const ir::Edge*>& edges, bool reads,
                           const MixedColumn& column, const Part& part,
                           std::vector<LayoutChange>& layout) const {
    return std::ranges::none_of(edges, [&](const ir::Edge* edge) {
        return planLayout(maps_.at, *edge, reads, column.data(), part.dims(), layout).has_value();
    });
}

/// What others write: nothing of what the first map does.
bool MixedCheck::readOthers(MixedColumn& column) {
    const ir::StateIndex& index = maps_.index();
    std::optional<Subset> others;
    for (const ir::Edge* in : index.inEdges(column.access->id)) {
        if (in == column.output)
            continue;
        if (in->src == column.output->src)
            return false; // the first map writes both parts
        const auto region = analysis::destinationSubset(index, *in);
        if (!region || stepsAlong(*region) ||
            !prover_.intersects(*region, column.written.region).disproven())
            return false;
        others = others ? symbolic::boundingUnion(*others, *region) : *region;
    }
    if (!others)
        return true;
    column.others = boxOf(*others);
    const auto rest = prover_.difference(column.read.region, column.swept);
    if (!rest)
        return false;
    column.rest = *rest;
    for (const ir::Edge* in : index.inEdges(column.access->id))
        if (in != column.output && !canFollow(analysis::branchesAbove(index, *in), false, column,
                                              column.others, column.othersLayout))
            return false;
    return std::ranges::all_of(
        column.rest, [&](const Subset& piece) { return prover_.covers(*others, piece).proven(); });
}

bool MixedCheck::divide(MixedColumn& column) {
    const ir::StateIndex& index = maps_.index();
    const auto* data = maps_.sdfg().data(column.data());
    const auto said = analysis::destinationSubset(index, *column.output);
    if (!data->transient || !view_.singleUseData(maps_.at.sdfg).contains(column.data()) ||
        index.outEdges(column.access->id).size() != 1 || !said ||
        !prover_.covers(column.read.region, column.swept).proven())
        return false;
    column.written = boxOf(*said);
    return readOthers(column) &&
           canFollow(analysis::branchesAbove(index, *column.output), false, column, column.written,
                     column.sweptLayout) &&
           canFollow(analysis::branchesBelow(index, *column.consumer), true, column, column.read,
                     column.columnLayout);
}

/// Adds a temporary for the part; leads edges to it and what looks at it with strides of its own.
NodeId addPart(ir::Editor& editor, const MapPair& maps, const MixedColumn& column, const Part& part,
               const char* suffix, const std::vector<const ir::Edge*>& edges, bool reads,
               const std::vector<LayoutChange>& layout) {
    const NodeId node =
        addReplacement(editor, maps.at.id, maps.sdfg().id, *maps.sdfg().data(column.data()), part,
                       column.data() + suffix);
    const std::string name = editor.node(maps.at.id, node).as<ir::AccessNode>()->data;
    for (const ir::Edge* edge : edges)
        retarget(editor, maps.at.id, maps.index(), maps.sdfg(), *edge, reads, part.inReplacement(),
                 name);
    const ir::DataPtr data = *editor.sdfg(maps.sdfg().id).arrays.find(name);
    applyLayout(editor, layout, *data, kSweepStride);
    return node;
}

/// A copy of a region of the part that leaves the second entry by `connector`, into the column.
void copyIn(ir::Editor& editor, const MapPair& maps, const MixedColumn& column, const Part& part,
            const std::string& name, const Subset& region, const std::string& connector,
            NodeId target) {
    ir::Memlet memlet = ir::Memlet::of(name, part.inReplacement().of(region));
    memlet.otherSubset = column.read.inReplacement().of(region);
    memlet.isDataSource = true;
    connect(editor, maps.at.id, {maps.secondEntry->id, connector}, target, "", std::move(memlet));
}

} // namespace

MixedColumns findMixedColumns(const DocumentView& view, const MapPair& maps,
                              const Renaming& renaming) {
    MixedCheck check(view, maps, renaming);
    MixedColumns found;
    for (const ir::Edge* out : maps.index().outEdges(maps.firstExit->id)) {
        MixedColumn column;
        column.access = maps.index().node(out->dst);
        column.output = out;
        if (!column.access->as<ir::AccessNode>() || !maps.sdfg().data(column.data()) ||
            !check.readEnds(column) || !check.isMixed(column))
            continue;
        if (check.divide(column))
            found.columns.push_back(std::move(column));
        else
            found.unclear = column.access;
    }
    return found;
}

NodeId separate(ir::Editor& editor, const MapPair& maps, const MixedColumn& column) {
    const BlockId state = maps.at.id;
    const ir::StateIndex& index = maps.index();
    const auto nameOf = [&](NodeId node) {
        return editor.node(state, node).as<ir::AccessNode>()->data;
    };
    const auto whole = [&](const std::string& name) {
        return ir::Memlet::of(
            name, analysis::wholeContainer(**editor.sdfg(maps.sdfg().id).arrays.find(name)));
    };
    const NodeId read =
        addPart(editor, maps, column, column.read, "_column",
                analysis::branchesBelow(index, *column.consumer), true, column.columnLayout);
    ir::Edge& consumer = editor.edge(state, column.consumer->id);
    consumer.src = read;
    consumer.srcConnector.clear();

    const NodeId swept =
        addPart(editor, maps, column, column.written, "_swept",
                analysis::branchesAbove(index, *column.output), false, column.sweptLayout);
    editor.edge(state, column.output->id).dst = swept;
    ir::Node& entry = editor.node(state, maps.secondEntry->id);
    const std::string passage = ir::addPassage(entry, nameOf(swept));
    connect(editor, state, {swept, ""}, maps.secondEntry->id, ir::passIn(passage),
            whole(nameOf(swept)));
    copyIn(editor, maps, column, column.written, nameOf(swept), column.swept, ir::passOut(passage),
           read);

    if (column.rest.empty()) {
        entry.in.erase(column.input->dstConnector);
        entry.out.erase(column.consumer->srcConnector);
    } else {
        std::vector<const ir::Edge*> edges;
        for (const ir::Edge* in : index.inEdges(column.access->id))
            if (in != column.output)
                std::ranges::copy(analysis::branchesAbove(index, *in), std::back_inserter(edges));
        const NodeId others = addPart(editor, maps, column, column.others, "_others", edges, false,
                                      column.othersLayout);
        for (const ir::Edge* in : index.inEdges(column.access->id))
            if (in != column.output)
                editor.edge(state, in->id).dst = others;
        connect(editor, state, {others, ""}, maps.secondEntry->id, column.input->dstConnector,
                whole(nameOf(others)));
        for (const Subset& piece : column.rest)
            copyIn(editor, maps, column, column.others, nameOf(others), piece,
                   column.consumer->srcConnector, read);
    }
    editor.removeNode(state, column.access->id);
    editor.replaced(column.access->id, swept);
    editor.sdfg(maps.sdfg().id).arrays.erase(column.data());
    return swept;
}

} // namespace mw::transforms
