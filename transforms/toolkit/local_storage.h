#pragma once

#include "transforms/toolkit/map_nest.h"
#include "transforms/toolkit/options.h"
#include "transforms/toolkit/replacement.h"

#include <string>
#include <variant>
#include <vector>

// What the inner one of two nested maps reads or writes of a container, all of it, as a part that
// a buffer in the outer map can stand for. Each check takes the number that its condition has in
// the transformation that asks.

namespace mw::transforms {

/// The edges from the outer entry to the inner one, or from the inner exit to the outer one, that
/// move data of this container; of any when it is empty.
std::vector<const ir::Edge*> edgesBetween(const MapNest& nest, bool reads,
                                          const std::string& container);
/// The access node at the far end of such an edge; null: none.
const ir::Node* outsideOf(const MapNest& nest, const ir::Edge& edge, bool reads);
/// The edges of its memlet tree inside, itself included.
std::vector<const ir::Edge*> treeOf(const MapNest& nest, const ir::Edge& edge, bool reads);

/// The part, as the inner map's memlets say it. Refused when one of them does not say it for
/// certain or says it in names that mean something else outside, when it is more than the container
/// has, when no number up to `most` bounds the elements, when the inner map may not run, and when
/// it runs where it cannot see a buffer.
std::variant<Part, Refusal> bufferedPart(int condition, const MapNest& nest, const ir::Edge& edge,
                                         bool reads, std::int64_t most);

/// The nest of a match (condition 1), and the edges between its maps from which the options let
/// choose.
struct StorageChoice {
    MapNest nest;
    std::vector<const ir::Edge*> edges;
};
std::variant<StorageChoice, Refusal> storageChoice(int condition, const DocumentView& view,
                                                   const Match& match, const Params& params,
                                                   bool reads);

/// The first plan that `planFor(view, nest, edge, most elements)` makes of these edges; else the
/// first of its refusals.
template <class PlanFor>
CheckResult checkStorage(int condition, const DocumentView& view, const Match& match,
                         const Params& params, bool reads, const PlanFor& planFor) {
    const auto found = storageChoice(condition, view, match, params, reads);
    if (const auto* refusal = std::get_if<Refusal>(&found))
        return *refusal;
    const auto& [nest, edges] = std::get<StorageChoice>(found);
    MaybeRefusal first;
    for (const ir::Edge* edge : edges) {
        auto plan = planFor(view, nest, *edge, numberOf(params, "most-elements"));
        if (const auto* refusal = std::get_if<Refusal>(&plan))
            first = first ? first : *refusal;
        else
            return Plan::of(std::get<0>(std::move(plan)));
    }
    return *first;
}

/// The options "container" and "most-elements" of those who buffer parts.
std::vector<ParamSpec> localStorageParams();

} // namespace mw::transforms
