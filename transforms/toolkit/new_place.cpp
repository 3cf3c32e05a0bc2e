// Whether the uses of a container can be led to another one.

#include "transforms/toolkit/new_place.h"

#include "core/analysis/analysis.h"
#include "core/analysis/names.h"
#include "core/analysis/reduce_axes.h"
#include "transforms/toolkit/reduce_node.h"
#include "transforms/toolkit/scope.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

using symbolic::Subset;

std::vector<const ir::Edge*> treeOf(const ir::StateIndex& index, const Access& use) {
    return use.reads ? analysis::branchesBelow(index, *use.edge)
                     : analysis::branchesAbove(index, *use.edge);
}

const ir::Node& farEnd(const ir::StateIndex& index, const ir::Edge& edge, bool reads) {
    return *index.node(reads ? edge.dst : edge.src);
}

bool movesNothing(const NewPlace& place, const ir::StateIndex& index, const Access& use) {
    const auto* access = farEnd(index, *use.edge, use.reads).as<ir::AccessNode>();
    const ir::Memlet& memlet = use.edge->memlet;
    if (!access || access->data != place.to || !memlet.wcr.empty() || memlet.dynamic)
        return false;
    const auto source = analysis::sourceSubset(index, *use.edge);
    const auto target = analysis::destinationSubset(index, *use.edge);
    if (!source || !target)
        return false;
    const Subset& ours = use.reads ? *source : *target;
    return ours.rank() == place.placement.dims.size() &&
           sameRegion(place.placement.ofCopied(ours), use.reads ? *target : *source);
}

namespace {

/// Symbols in what the placement adds to memlets.
analysis::NameSet symbolsOf(const Placement& placement) {
    analysis::NameSet names;
    for (const symbolic::Range& range : placement.place.dims)
        symbolic::collectSymbols(range.begin, names);
    for (std::size_t d = 0; d < placement.dims.size(); ++d)
        if (placement.dims[d])
            symbolic::collectSymbols(placement.region.dims[d].begin, names);
    return names;
}

/// A parameter around the edge has the name of one of the symbols.
bool isHidden(const ir::StateIndex& index, const ir::Edge& edge, const analysis::NameSet& symbols) {
    for (NodeId scope = scopeOf(index, edge); scope; scope = index.scope(scope))
        if (const auto* map = index.node(scope)->as<ir::MapEntry>();
            map && std::ranges::any_of(map->map.params,
                                       [&](const auto& p) { return symbols.contains(p); }))
            return true;
    return false;
}

/// A Reduce node that writes along each dimension that it keeps: in a container of another rank the
/// dimensions of more than one element follow the kept ones in order.
bool findsDimensions(const NewPlace& place, const ir::StateIndex& index, const ir::Node& far,
                     const symbolic::Subset& region) {
    const auto in = index.inEdges(far.id);
    if (!isReduce(far) || in.size() != 1 || !in.front()->memlet.subset)
        return false;
    const auto reduced =
        analysis::reducedDimensions(*far.as<ir::LibraryNode>(), in.front()->memlet.subset->rank());
    const auto isOne = [](const symbolic::Range& range) {
        return symbolic::simplify(range.size()).isInteger(1);
    };
    return reduced && std::ranges::count(*reduced, false) == std::ssize(region.dims) &&
           std::ranges::none_of(region.dims, isOne) && std::ranges::is_sorted(place.placement.dims);
}

MaybeRefusal checkMemlet(int condition, const NewPlace& place, const ir::StateIndex& index,
                         const Access& use, const ir::Edge& edge) {
    const ir::Node& far = farEnd(index, edge, use.reads);
    const auto region =
        use.reads ? analysis::sourceSubset(index, edge) : analysis::destinationSubset(index, edge);
    if (!region || region->rank() != place.placement.dims.size())
        return refuse(
            condition, "unknown-region",
            fmt::format("It is not known which elements of '{}' {} uses.", place.from, quoted(far)),
            {use.node->id, far.id});
    const auto* access = far.as<ir::AccessNode>();
    const bool back = access && access->data == place.to &&
                      !movesNothing(place, index, {&edge, use.node, use.reads});
    // a view that a map reads through is done with when the map is
    const bool inMap = use.reads && index.scope(far.id) != index.scope(use.node->id);
    if (back || (isView(place.sdfg, far) && !inMap))
        return refuse(condition, "view-or-copy-back",
                      fmt::format("'{}' is copied to or from other elements of {}, or the "
                                  "other looks at it.",
                                  place.from, quoted(far)),
                      {use.node->id, far.id});
    if (!index.scope(use.node->id) && isHidden(index, edge, symbolsOf(place.placement)))
        return refuse(condition, "hidden-symbol",
                      fmt::format("A map around a use of '{}' has a parameter with the name of a "
                                  "symbol that says where the elements are in '{}'.",
                                  place.from, place.to),
                      {use.node->id, far.id});
    if (access && !place.placement.keepsSizeOf(*region))
        return refuse(condition, "perhaps-empty",
                      fmt::format("[{}] of '{}' may be empty, and '{}' has no dimension for that.",
                                  symbolic::print(*region), place.from, place.to),
                      {use.node->id, far.id});
    const bool wide = !symbolic::expand(region->volume()).isInteger(1);
    const bool other = place.fromData().rank() != place.toData().rank();
    if (wide && other && (far.as<ir::LibraryNode>() || far.as<ir::Tasklet>()) &&
        (use.reads || !findsDimensions(place, index, far, *region)))
        return refuse(condition, "other-rank",
                      fmt::format("{} would see '{}' with another number of dimensions.",
                                  quoted(far), place.from),
                      {use.node->id, far.id});
    return std::nullopt;
}

bool keepsStrides(const NewPlace& place) {
    const auto &from = place.fromData(), &to = place.toData();
    for (std::size_t d = 0; d < place.placement.dims.size() && d < from.strides.size(); ++d)
        if (const auto in = place.placement.dims[d];
            in && !symbolic::equal(from.strides[d], to.strides[*in]))
            return false;
    return true;
}

} // namespace

MaybeRefusal checkMemlets(int condition, const NewPlace& place, const ir::StateIndex& index,
                          const Access& use) {
    for (const ir::Edge* edge : treeOf(index, use))
        if (auto refusal = checkMemlet(condition, place, index, use, *edge))
            return refusal;
    return std::nullopt;
}

MaybeRefusal checkStrides(int condition, const NewPlace& place, const StateView& at,
                          const Access& use, std::vector<LayoutChange>& changes) {
    if (keepsStrides(place))
        return std::nullopt;
    for (const ir::Edge* edge : treeOf(*at.index, use))
        if (const auto obstacle =
                planLayout(at, *edge, use.reads, place.from, place.placement.dims, changes))
            return refuse(condition, "layout",
                          fmt::format("What looks at '{}' cannot be told how '{}' lies in memory: "
                                      "{}.",
                                      place.from, place.to, obstacle->what),
                          {obstacle->element, use.node->id});
    return std::nullopt;
}

} // namespace mw::transforms
