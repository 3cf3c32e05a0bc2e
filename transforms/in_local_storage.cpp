// Local storage for inputs: what a map inside another reads of a container is copied into a buffer
// before it, once for all of its iterations.
//
//     [tile = 0:N:8] { [i = tile:tile + 8] { b[i] = a[i] } }
//  => [tile = 0:N:8] { local_a[0:8] = a[tile:tile + 8]
//                      [i = tile:tile + 8] { b[i] = local_a[i - tile] } }
//
// Conditions, in this order:
//  1. The match names two map entries of one state.
//  2. The inner map gets data from the entry of the outer one: of the container that the options
//     ask for, if they name one.
//  3. What it reads of it is known for certain, no more than the container has, of a size that a
//     number bounds; the inner map certainly runs, and in the same thread.
//  4. All of that can be read: tasklets and copies in the inner map certainly read its first and
//     last elements, or it is known to lie in the container.
//  5. The container is a plain one.
//  6. In each iteration of the outer map it is read before anything writes to the container: so
//     says the dataflow, or, where that leaves it open, the order of the nodes.
//  7. Nothing that reads depends on how the container lies in memory.
//
// Effect: a temporary `local_<container>` in the outer map, filled before anything else happens and
// read by the inner map. Of several inputs the first one for which that is possible is stored.

#include "core/analysis/analysis.h"
#include "core/analysis/interval.h"
#include "transforms/toolkit/early_read.h"
#include "transforms/toolkit/facts.h"
#include "transforms/toolkit/local_storage.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms::in_local_storage {

namespace {

bool liesInContainer(const EarlyRead& read) {
    const auto* data = read.at.sdfg->data(read.container());
    symbolic::Prover prover(factsInside(read.at, read.entry->id));
    return data && prover.covers(analysis::wholeContainer(*data), read.part.region).proven();
}

/// What the edge reads in all iterations of the inner map ends where its first and last elements
/// are: the bounds of what is copied are no wider, as they may be of an index `i % 2`.
bool reachesEnds(const MapNest& nest, const ir::Edge& edge) {
    const ir::Map& map = nest.inner.map();
    auto region = *analysis::sourceSubset(nest.index(), edge); // bufferedPart() found it
    for (symbolic::Range& dim : region.dims)
        for (std::size_t p = map.params.size(); p-- > 0;) { // as propagateSubset()
            const auto all = analysis::image(dim, map.params[p], map.range.dims[p]);
            if (!all || !analysis::reachesEnds(dim, map.params[p], map.range.dims[p]))
                return false;
            dim = *all;
        }
    return true;
}

/// Condition 4.
MaybeRefusal checkReadable(const MapNest& nest, const EarlyRead& read) {
    const ir::Edge& edge = *read.edges.front();
    if (std::ranges::all_of(analysis::branchesBelow(nest.index(), edge),
                            [&](const ir::Edge* one) {
                                return one == &edge ||
                                       (readsAlways(read, *one) && reachesEnds(nest, *one));
                            }) ||
        liesInContainer(read))
        return std::nullopt;
    return refuseUncertain(4, "may-not-read",
                           fmt::format("{} may read less of {} than its memlets say, and the rest "
                                       "may lie outside.",
                                       quoted(nest.inner.map()), quoted(*read.source)),
                           nest.entries());
}

struct StoragePlan {
    MapNest nest;
    EarlyRead read;
    std::vector<const ir::Edge*> writes;
};

/// Conditions 3 to 7 for one input.
std::variant<StoragePlan, Refusal> planFor(const DocumentView& view, const MapNest& nest,
                                           const ir::Edge& edge, std::int64_t most) {
    auto part = bufferedPart(3, nest, edge, true, most);
    if (auto* refusal = std::get_if<Refusal>(&part))
        return std::move(*refusal);
    EarlyRead read{nest.outer.at,
                   nest.outer.entry,
                   outsideOf(nest, edge, true),
                   {&edge},
                   std::get<Part>(std::move(part))};
    if (auto refusal = checkReadable(nest, read))
        return std::move(*refusal);
    if (auto refusal = checkPlainSource(5, read))
        return std::move(*refusal);
    if (auto refusal = checkReadBeforeWritten(6, view, read))
        return std::move(*refusal);
    if (auto refusal = checkReadLayout(7, read))
        return std::move(*refusal);
    auto writes = writesInside(view, read);
    return StoragePlan{nest, std::move(read), std::move(writes)};
}

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    return checkStorage(2, view, match, params, true, planFor);
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& [nest, read, writes] = plan.as<StoragePlan>();
    ir::Editor editor(view.document());
    readEarly(editor, read, writes);
    analysis::propagateScope(editor, nest.state(), nest.inner.entry->id);
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "in-local-storage",
        "Buffer an input of an inner map",
        "Copies what an inner map reads of a container into a buffer before it.",
        "Where the iterations of the inner map read the same elements again, or far apart in "
        "memory, they read them from the buffer, which is small and lies together. Tile a map "
        "first: then each tile has its buffer.\n\n"
        "Each application buffers one input; what depends on the size of the program has no "
        "buffer.",
        Category::data,
        localStorageParams(),
        nestRoles(),
        findNests,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::in_local_storage
