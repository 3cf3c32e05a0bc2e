// Joining two maps: edges, connectors and ends of the second go to the first, and the reverse.

#include "transforms/toolkit/join_maps.h"

#include "core/analysis/analysis.h"
#include "core/ir/connectors.h"
#include "transforms/toolkit/scope.h"

#include <algorithm>

namespace mw::transforms {

void MapJoin::renameSecond(const Renaming& renaming) {
    renameInScope(editor_, state(), maps_.secondEntry->id, renaming);
}

std::string MapJoin::addOutput(const std::string& wish) {
    return ir::addPassage(editor_.node(state(), maps_.secondExit->id), wish);
}

void MapJoin::moveOutput(const ir::Edge& output) {
    const std::string old(ir::passedOut(output.srcConnector));
    ir::Edge& outer = editor_.edge(state(), output.id);
    outer.src = maps_.secondExit->id;
    if (old.empty())
        return; // an ordering edge
    const std::string name = addOutput(old);
    outer.srcConnector = ir::passOut(name);
    moveInnerOutputs(editor_, state(), maps_.index(), *maps_.firstExit, ir::passIn(old),
                     maps_.secondExit->id, ir::passIn(name));
}

void MapJoin::moveInput(const ir::Edge& input) {
    sources_.push_back(input.src);
    const NodeId entry = maps_.firstEntry->id;
    if (!ir::isPassIn(input.dstConnector)) {
        editor_.edge(state(), input.id).dst = entry;
        if (!input.dstConnector.empty())
            editor_.node(state(), entry).in[input.dstConnector] =
                maps_.secondEntry->in.at(input.dstConnector);
        return;
    }
    if (shareConnector(input))
        return;
    const std::string old(ir::passedIn(input.dstConnector));
    const std::string name = ir::addPassage(editor_.node(state(), entry), old);
    ir::Edge& moved = editor_.edge(state(), input.id);
    moved.dst = entry;
    moved.dstConnector = ir::passIn(name);
    moveInnerInputs(editor_, state(), maps_.index(), *maps_.secondEntry, ir::passOut(old), entry,
                    ir::passOut(name));
}

/// Whether the second map's input can come through a connector that brings the same container into
/// the first map: from the same node, or both from nodes that nothing in the state writes.
bool MapJoin::mayShare(const ir::Edge& existing, const ir::Edge& input) const {
    const ir::StateIndex& index = maps_.index();
    const auto& data = index.node(input.src)->as<ir::AccessNode>()->data;
    const auto* other = index.node(existing.src)->as<ir::AccessNode>();
    if (!other || other->data != data || existing.memlet.data != data || !existing.memlet.subset ||
        !ir::isPassIn(existing.dstConnector))
        return false;
    if (existing.src != input.src &&
        !(index.inEdges(existing.src).empty() && index.inEdges(input.src).empty()))
        return false;
    const auto &a = *existing.memlet.subset, &b = *input.memlet.subset;
    if (sharing_ != InputSharing::coveredOnly || sameRegion(a, b))
        return true;
    symbolic::Prover prover;
    return prover.covers(a, b).proven() || prover.covers(b, a).proven();
}

/// At top level only.
bool MapJoin::shareConnector(const ir::Edge& input) {
    const ir::StateIndex& index = maps_.index();
    const auto* source = index.node(input.src)->as<ir::AccessNode>();
    const bool topLevel = !index.scope(maps_.firstEntry->id);
    if (sharing_ == InputSharing::never || !topLevel || !source || input.memlet.empty() ||
        input.memlet.data != source->data || !input.memlet.subset)
        return false;
    for (const ir::Edge* existing : index.inEdges(maps_.firstEntry->id)) {
        if (!mayShare(*existing, input))
            continue;
        moveInnerInputs(editor_, state(), index, *maps_.secondEntry,
                        *ir::partner(input.dstConnector, true), maps_.firstEntry->id,
                        *ir::partner(existing->dstConnector, true));
        editor_.removeEdge(state(), input.id);
        return true;
    }
    return false;
}

/// Moves the ordering edges, which alone are left at the first exit and the second entry.
void MapJoin::finish() {
    const ir::StateIndex& index = maps_.index();
    const NodeId entry = maps_.firstEntry->id, exit = maps_.secondExit->id;
    for (const ir::Edge* edge : index.inEdges(maps_.firstExit->id))
        if (edge->memlet.empty())
            editor_.edge(state(), edge->id).dst = exit;
    for (const ir::Edge* edge : index.outEdges(maps_.secondEntry->id))
        if (!ir::isPassOut(edge->srcConnector))
            editor_.edge(state(), edge->id).src = entry;
    editor_.removeNode(state(), maps_.firstExit->id);
    editor_.removeNode(state(), maps_.secondEntry->id);
    editor_.replaced(maps_.firstExit->id, exit);
    editor_.replaced(maps_.secondEntry->id, entry);
    auto* joined = editor_.node(state(), entry).as<ir::MapEntry>();
    joined->exit = exit;
    joined->map.label = std::min(maps_.firstMap().label, maps_.secondMap().label);
    editor_.node(state(), exit).as<ir::MapExit>()->entry = entry;
    removeIsolated(editor_, state(), sources_);
    analysis::propagateScope(editor_, state(), entry);
}

} // namespace mw::transforms
