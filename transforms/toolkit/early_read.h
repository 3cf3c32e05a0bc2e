#pragma once

#include "core/ir/edit.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/relayout.h"
#include "transforms/toolkit/replacement.h"

#include <string>
#include <vector>

// What the iterations of a map read of a container at several places, each reads once, at its
// beginning, into a buffer. Each check takes the number that its condition has in the
// transformation that asks.

namespace mw::transforms {

struct EarlyRead {
    StateView at;
    const ir::Node* entry = nullptr;    ///< of the map
    const ir::Node* source = nullptr;   ///< access node that the container is read from
    std::vector<const ir::Edge*> edges; ///< leave the entry; they are led to the buffer
    Part part;                          ///< that the buffer stands for
    std::vector<LayoutChange> layout = {};

    const ir::StateIndex& index() const { return *at.index; }
    const std::string& container() const { return source->as<ir::AccessNode>()->data; }
    const ir::Map& map() const { return entry->as<ir::MapEntry>()->map; }
    std::vector<ElementId> ids() const { return {entry->id, source->id}; }
};

/// The source is a plain array or scalar.
MaybeRefusal checkPlainSource(int condition, const EarlyRead& read);
/// What the edge leads to is code, or a container of its own.
bool isReader(const EarlyRead& read, const ir::Edge& edge);
/// The edge says which elements are read, in one box, whatever happens.
bool saysWhatItReads(const EarlyRead& read, const ir::Edge& edge);
/// What the edge leads to is a tasklet or a copy, which reads in every iteration.
bool readsAlways(const EarlyRead& read, const ir::Edge& edge);
/// In no iteration anything writes to the container, under whatever name, before the edges have
/// been read. What the dataflow leaves open is as the order of the nodes says, and stays so.
MaybeRefusal checkReadBeforeWritten(int condition, const DocumentView& view, const EarlyRead& read);
/// What reads with strides of its own can be told those of the buffer; sets `layout`.
MaybeRefusal checkReadLayout(int condition, EarlyRead& read);

/// Edges inside the map that write to the container, under whatever name.
std::vector<const ir::Edge*> writesInside(const DocumentView& view, const EarlyRead& read);
/// The dataflow says that this write begins after one of the edges was read.
bool isReadFirstByDataflow(const EarlyRead& read, const ir::Edge& write);

/// Adds the buffer as the first thing that an iteration does, before these writes too, and leads
/// the edges to it. Its node.
NodeId readEarly(ir::Editor& editor, const EarlyRead& read,
                 const std::vector<const ir::Edge*>& writes);

} // namespace mw::transforms
