// What a nested SDFG inside a map is given: boxes of containers outside, seen inside as outside.

#include "core/analysis/analysis.h"
#include "core/ir/predicates.h"
#include "transforms/inline_nested_sdfg/in_map.h"
#include "transforms/toolkit/new_place.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

namespace {

using symbolic::Subset;

bool isPlainData(const ir::DataDescriptor& data) {
    return (data.kind == ir::DataKind::array || data.isScalar()) &&
           (!data.transient || ir::endsWithCall(data.lifetime));
}

/// Condition 3 for one connector: a box of a container outside.
std::variant<Subset, Refusal> regionOutside(const NestedAt& place, const ir::Edge& edge, bool in) {
    const ir::StateIndex& index = *place.at.index;
    const ir::Node& near = *index.node(in ? edge.src : edge.dst);
    const auto* far = outerEnd(index, edge, in);
    const auto* access = far ? far->as<ir::AccessNode>() : nullptr;
    if (edge.memlet.empty() || !access ||
        (near.as<ir::AccessNode>() && isView(place.outer(), near)))
        return refuse(3, "not-a-container",
                      fmt::format("{} is not connected to access nodes alone.", place.called()),
                      {place.node->id, edge.id});
    auto region =
        in ? analysis::sourceSubset(index, edge) : analysis::destinationSubset(index, edge);
    const bool certain = edge.memlet.wcr.empty() && !edge.memlet.dynamic &&
                         edge.memlet.data == access->data && place.outer().data(access->data);
    const bool box = region && std::ranges::all_of(region->dims, [](const symbolic::Range& range) {
                         return range.step.isInteger(1) && range.tile.isInteger(1);
                     });
    if (!certain || !box)
        return refuse(3, "unknown-region",
                      fmt::format("It is not certain which elements of {} {} uses.", quoted(*far),
                                  place.called()),
                      {place.node->id, edge.id});
    return std::move(*region);
}

/// Condition 4: the box, as the nested SDFG sees it.
std::optional<Placement> seenAs(const NestedAt& place, const std::string& inner,
                                const std::string& outer, const Subset& region) {
    const auto *seen = place.inner().data(inner), *data = place.outer().data(outer);
    const auto isZero = [](const symbolic::Expr& e) { return e.isInteger(0); };
    if (!seen || seen->transient || !isPlainData(*seen) || !isPlainData(*data) ||
        seen->dtype != data->dtype || !std::ranges::all_of(seen->offset, isZero))
        return std::nullopt;
    const symbolic::Substitution& symbols = place.nested().symbolMapping;
    Placement placement{analysis::wholeContainer(*seen).substitute(symbols), region, {}};
    if (seen->isSingleElement()) {
        placement.dims.resize(placement.region.rank());
        return placement;
    }
    auto dims = seenDimensions(*seen, symbols, *data, region, false);
    if (!dims)
        return std::nullopt;
    placement.dims = std::move(*dims);
    return placement;
}

/// Condition 3: read at the top of the state and never written, or written there once and never
/// read, without resolving conflicts.
bool isStraight(const NestedAt& place, const Passed& passed) {
    const ir::StateIndex& outer = *place.at.index;
    const ir::StateIndex& inner = *place.inside;
    const bool single = !passed.in && outer.node(passed.edge->dst)->as<ir::MapExit>();
    std::size_t nodes = 0;
    for (const auto& node : inner.state().nodes) {
        const auto* access = node->as<ir::AccessNode>();
        if (!access || access->data != passed.inner())
            continue;
        const auto in = inner.inEdges(node->id), out = inner.outEdges(node->id);
        const auto isOrder = [](const ir::Edge* edge) { return edge->memlet.empty(); };
        const auto& used = passed.in ? out : in;
        if (inner.scope(node->id) || !(passed.in ? in : out).empty() || used.empty() ||
            std::ranges::any_of(used, isOrder) || (single && used.size() > 1))
            return false;
        ++nodes;
    }
    const auto resolves = [&](const Access& access) {
        return std::ranges::any_of(treeOf(inner, access),
                                   [](const ir::Edge* edge) { return !edge->memlet.wcr.empty(); });
    };
    return (passed.in || nodes == 1) && std::ranges::none_of(passed.accesses, resolves);
}

/// A copy from one connector to another that would lead from the map's entry to its exit.
bool passesThrough(const NestedAt& place, const std::vector<Passed>& all) {
    const ir::StateIndex& outer = *place.at.index;
    const ir::StateIndex& inner = *place.inside;
    const auto leadsTo = [&](const std::string& data, bool in) {
        return std::ranges::any_of(all, [&](const Passed& passed) {
            const ir::Node& near = *outer.node(in ? passed.edge->src : passed.edge->dst);
            return passed.in == in && passed.inner() == data && !near.as<ir::AccessNode>();
        });
    };
    return std::ranges::any_of(inner.state().edges, [&](const ir::EdgePtr& edge) {
        const auto* from = inner.node(edge->src)->as<ir::AccessNode>();
        const auto* to = inner.node(edge->dst)->as<ir::AccessNode>();
        return from && to && leadsTo(from->data, true) && leadsTo(to->data, false);
    });
}

/// Condition 3 for what is done inside with all that is passed.
MaybeRefusal checkStraight(const NestedAt& place, const std::vector<Passed>& passed) {
    const auto isOdd = [&](const Passed& one) {
        const auto same = [&](const Passed& other) { return other.inner() == one.inner(); };
        return std::ranges::count_if(passed, same) > 1 || !isStraight(place, one);
    };
    if (std::ranges::none_of(passed, isOdd) && !passesThrough(place, passed))
        return std::nullopt;
    return refuse(3, "not-straight",
                  fmt::format("What {} gets is not only read, or what it gives is not written "
                              "once and no more.",
                              place.called()),
                  {place.node->id});
}

/// Condition 4 for everything that uses the container inside.
MaybeRefusal checkSeen(const NestedAt& place, const Passed& passed) {
    const ir::StateIndex& inner = *place.inside;
    const bool sameRank = passed.placement.region.rank() == passed.placement.place.rank();
    for (const Access& access : passed.accesses)
        for (const ir::Edge* edge : treeOf(inner, access)) {
            const auto region = passed.in ? analysis::sourceSubset(inner, *edge)
                                          : analysis::destinationSubset(inner, *edge);
            const ir::Node& far = farEnd(inner, *edge, passed.in);
            const bool counts = far.as<ir::Tasklet>() || far.as<ir::LibraryNode>();
            const bool wide = !region || !symbolic::expand(region->volume()).isInteger(1);
            if ((region && region->rank() != passed.placement.region.rank()) ||
                (counts && wide && !sameRank))
                return refuse(4, "other-rank",
                              fmt::format("{} inside {} would see '{}' with another number of "
                                          "dimensions.",
                                          quoted(far), place.called(), passed.inner()),
                              {place.node->id, far.id});
        }
    return std::nullopt;
}

std::vector<Access> accessesOf(const NestedAt& place, const std::string& container, bool in) {
    std::vector<Access> accesses;
    const ir::StateIndex& inner = *place.inside;
    for (const auto& node : inner.state().nodes)
        if (const auto* access = node->as<ir::AccessNode>(); access && access->data == container)
            for (const ir::Edge* edge : in ? inner.outEdges(node->id) : inner.inEdges(node->id))
                accesses.push_back({edge, node.get(), in});
    return accesses;
}

} // namespace

const ir::Node* outerEnd(const ir::StateIndex& index, const ir::Edge& edge, bool in) {
    const auto path = analysis::memletPath(index, edge);
    return index.node(in ? path.front()->src : path.back()->dst);
}

MaybeRefusal checkPassed(const NestedAt& place, InlineNames& names, std::vector<Passed>& passed) {
    const ir::StateIndex& index = *place.at.index;
    for (const bool in : {true, false})
        for (const ir::Edge* edge :
             in ? index.inEdges(place.node->id) : index.outEdges(place.node->id)) {
            const std::string& inner = in ? edge->dstConnector : edge->srcConnector;
            if (edge->memlet.empty() && inner.empty())
                continue; // order alone
            const auto region = regionOutside(place, *edge, in);
            if (const auto* refusal = std::get_if<Refusal>(&region))
                return *refusal;
            const auto placement =
                seenAs(place, inner, edge->memlet.data, std::get<Subset>(region));
            if (!placement)
                return refuse(4, "other-layout",
                              fmt::format("'{}' has another shape or other strides inside {} than "
                                          "outside.",
                                          inner, place.called()),
                              {place.node->id});
            names.containers.emplace(inner, edge->memlet.data);
            passed.push_back({edge, in, *placement, accessesOf(place, inner, in)});
        }
    if (auto refusal = checkStraight(place, passed))
        return refusal;
    for (const Passed& one : passed)
        if (auto refusal = checkSeen(place, one))
            return refusal;
    for (const auto& [name, data] : place.inner().arrays)
        if (!isPlainData(*data) || (!data->transient && !names.containers.contains(name)))
            return refuse(4, "other-layout",
                          fmt::format("'{}' inside {} is no plain container that it is given.",
                                      name, place.called()),
                          {place.node->id});
    return std::nullopt;
}

} // namespace mw::transforms
