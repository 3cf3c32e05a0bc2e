// Maps whose iterations read what they write themselves.

#include "transforms/toolkit/own_elements.h"

#include "core/analysis/analysis.h"
#include "transforms/toolkit/subset_relation.h"

#include <algorithm>

namespace mw::transforms {

namespace {

/// A tasklet or access node; others may read and write in an order of their own.
bool isSimple(const ir::Node* node) {
    return node && (node->as<ir::Tasklet>() || node->as<ir::AccessNode>());
}

/// The reader is done before the writer writes: it comes first, or is the same tasklet. Where the
/// dataflow leaves open which comes first, that is noted as missing.
bool readsFirst(const ir::StateIndex& index, const ir::Edge& read, const ir::Edge& write,
                OrderedNodes* missing) {
    const ir::Node *reader = index.node(read.dst), *writer = index.node(write.src);
    if (!isSimple(reader) || !isSimple(writer))
        return false;
    if (reader == writer)
        return reader->as<ir::Tasklet>() != nullptr;
    if (index.reaches(reader->id, writer->id))
        return true;
    if (!missing || index.reaches(writer->id, reader->id))
        return false;
    const std::pair pair(reader->id, writer->id);
    if (std::ranges::find(*missing, pair) == missing->end())
        missing->push_back(pair);
    return true;
}

} // namespace

bool readsOwnElements(const ir::StateIndex& index, const ir::Node& entry, const ir::Edge& read,
                      const ir::Edge& written, const Placement& placement, OrderedNodes* missing) {
    const auto reads = analysis::innerEdges(index, read);
    const auto writes = analysis::innerEdges(index, written);
    SubsetRelation relation(entry.as<ir::MapEntry>()->map,
                            analysis::scopeAssumptions(index, index.scope(entry.id)));
    std::optional<symbolic::Subset> own;
    for (const ir::Edge* write : writes) {
        const auto region = analysis::destinationSubset(index, *write);
        if (!region || region->rank() != placement.dims.size())
            return false;
        const auto place = placement.of(*region);
        if (own ? !relation.same(*own, place).holds() : !relation.disjointIterations(place).holds())
            return false;
        own = place;
    }
    return own && !reads.empty() && std::ranges::all_of(reads, [&](const ir::Edge* edge) {
               const auto region = analysis::sourceSubset(index, *edge);
               return region && relation.covers(*own, *region).holds() &&
                      std::ranges::all_of(writes, [&](const ir::Edge* write) {
                          return readsFirst(index, *edge, *write, missing);
                      });
           });
}

} // namespace mw::transforms
