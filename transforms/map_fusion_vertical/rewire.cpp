// The effect of the vertical fusion: intermediates become temporaries inside one joined map.

#include "core/analysis/analysis.h"
#include "core/ir/connectors.h"
#include "transforms/map_fusion_vertical/plan.h"
#include "transforms/toolkit/join_maps.h"

#include <algorithm>

namespace mw::transforms {

namespace {

constexpr auto kTemporaryPrefix = "__map_fusion_";
constexpr auto kFusionStride = "map_fusion_nsdfg_strides_mapping_";

InputSharing sharingOf(const FusionOptions& options) {
    return options.neverConsolidateEdges                ? InputSharing::never
           : options.consolidateEdgesOnlyIfNotExtending ? InputSharing::coveredOnly
                                                        : InputSharing::always;
}

class Rewiring {
public:
    Rewiring(const ir::DocumentPtr& document, const FusionPlan& plan)
        : editor_(document), plan_(plan), maps_(plan.maps), state_(plan.maps.at.id),
          join_(editor_, plan.maps, sharingOf(plan.options)) {}

    ir::EditResult run() {
        join_.renameSecond(plan_.renaming);
        for (const Intermediate& intermediate : plan_.intermediates)
            makeTemporary(intermediate);
        for (const ir::Edge* output : plan_.pureOutputs)
            join_.moveOutput(*output);
        moveInputs();
        join_.finish();
        return editor_.commit();
    }

private:
    void makeTemporary(const Intermediate& intermediate);
    void leadTo(const Intermediate& intermediate, NodeId node);
    void remove(const Intermediate& intermediate, NodeId node);
    void keepShared(const Intermediate& intermediate, NodeId node);
    void moveInputs();

    ir::Editor editor_;
    const FusionPlan& plan_;
    const MapPair& maps_;
    BlockId state_;
    MapJoin join_;
};

void Rewiring::makeTemporary(const Intermediate& intermediate) {
    const ir::DataDescriptor& container = *maps_.sdfg().data(intermediate.data());
    const NodeId node = addReplacement(editor_, state_, maps_.sdfg().id, container,
                                       intermediate.part, kTemporaryPrefix + intermediate.data());
    leadTo(intermediate, node);
    for (const ir::Edge* edge : intermediate.entryEdges)
        editor_.removeEdge(state_, edge->id);
    if (intermediate.shared)
        keepShared(intermediate, node);
    else
        remove(intermediate, node);
}

/// The producer writes the temporary, the consumers read it.
void Rewiring::leadTo(const Intermediate& intermediate, NodeId node) {
    const ir::StateIndex& index = maps_.index();
    const std::string name = editor_.node(state_, node).as<ir::AccessNode>()->data;
    const Placement placement = intermediate.part.inReplacement();
    const auto lead = [&](const ir::Edge& edge, bool atSource) {
        retarget(editor_, state_, index, maps_.sdfg(), edge, atSource, placement, name);
    };
    for (const ir::Edge* edge : analysis::branchesAbove(index, *intermediate.producer))
        lead(*edge, false);
    for (const ir::Edge* consumer : intermediate.consumers) {
        for (const ir::Edge* edge : analysis::branchesBelow(index, *consumer))
            lead(*edge, true);
        ir::Edge& moved = editor_.edge(state_, consumer->id);
        moved.src = node;
        moved.srcConnector.clear();
    }
    const ir::DataPtr data = *editor_.sdfg(maps_.sdfg().id).arrays.find(name);
    applyLayout(editor_, intermediate.layout, *data, kFusionStride);
    ir::Edge& produced = editor_.edge(state_, intermediate.producer->id);
    produced.dst = node;
    produced.dstConnector.clear();
}

void Rewiring::remove(const Intermediate& intermediate, NodeId node) {
    editor_.removeNode(state_, intermediate.access->id);
    editor_.replaced(intermediate.access->id, node);
    editor_.sdfg(maps_.sdfg().id).arrays.erase(intermediate.data());
}

/// The container stays as one more output of the fused map, filled from the temporary.
void Rewiring::keepShared(const Intermediate& intermediate, NodeId node) {
    const std::string& data = intermediate.data();
    const symbolic::Subset& written = intermediate.part.region;
    const std::string connector = join_.addOutput(data);
    ir::Edge out;
    out.src = node;
    out.dst = maps_.secondExit->id;
    out.dstConnector = ir::passIn(connector);
    out.memlet = ir::Memlet::of(data, written);
    out.memlet.otherSubset = intermediate.part.inReplacement().place;
    out.memlet.isDataSource = false;
    editor_.addEdge(state_, std::move(out));
    ir::Edge& outer = editor_.edge(state_, intermediate.outEdge->id);
    outer.src = maps_.secondExit->id;
    outer.srcConnector = ir::passOut(connector);
    // The old memlet may name the other end of a copy; the data comes from the temporary now.
    outer.memlet = ir::Memlet::of(
        data, analysis::propagateSubset(written, maps_.firstMap(), *maps_.sdfg().data(data)));
    outer.memlet.isDataSource = false;
}

/// All inputs of the second map but the intermediates.
void Rewiring::moveInputs() {
    for (const ir::Edge* input : maps_.index().inEdges(maps_.secondEntry->id)) {
        const bool gone = std::ranges::any_of(plan_.intermediates, [&](const Intermediate& i) {
            return std::ranges::find(i.entryEdges, input) != i.entryEdges.end();
        });
        if (!gone)
            join_.moveInput(*input);
    }
}

} // namespace

ir::EditResult fuse(const ir::DocumentPtr& document, const FusionPlan& plan) {
    return Rewiring(document, plan).run();
}

} // namespace mw::transforms
