// Whether the state of a nested SDFG can stand in the map that the nested SDFG stands in.

#include "transforms/inline_nested_sdfg/in_map.h"

#include "core/analysis/analysis.h"
#include "core/analysis/read_by_name.h"
#include "core/ir/connectors.h"
#include "core/ir/predicates.h"
#include "transforms/toolkit/mentions.h"
#include "transforms/toolkit/new_place.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/state_order.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

namespace {

using analysis::NameSet;
using symbolic::Subset;

const ir::State& stateOf(const NestedAt& place) {
    return *place.inner().body.blocks.front()->as<ir::State>();
}

bool isPlainData(const ir::DataDescriptor& data) {
    return (data.kind == ir::DataKind::array || data.isScalar()) &&
           (!data.transient || ir::endsWithCall(data.lifetime));
}

/// The access node at the other end of a connector's path.
const ir::Node* outside(const ir::StateIndex& index, const ir::Edge& edge, bool in) {
    const auto path = analysis::memletPath(index, edge);
    return index.node(in ? path.front()->src : path.back()->dst);
}

/// Condition 3 for one connector: a box of a container outside.
std::variant<Subset, Refusal> regionOutside(const NestedAt& place, const ir::Edge& edge, bool in) {
    const ir::StateIndex& index = *place.at.index;
    const ir::Node& near = *index.node(in ? edge.src : edge.dst);
    const auto* far = outside(index, edge, in);
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
    const ir::StateIndex inner(stateOf(place));
    const bool single = !passed.in && outer.node(passed.edge->dst)->as<ir::MapExit>();
    std::size_t nodes = 0;
    for (const auto& node : stateOf(place).nodes) {
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
    const ir::StateIndex inner(stateOf(place));
    const auto leadsTo = [&](const std::string& data, bool in) {
        return std::ranges::any_of(all, [&](const Passed& passed) {
            const ir::Node& near = *outer.node(in ? passed.edge->src : passed.edge->dst);
            return passed.in == in && passed.inner() == data && !near.as<ir::AccessNode>();
        });
    };
    return std::ranges::any_of(stateOf(place).edges, [&](const ir::EdgePtr& edge) {
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
    const ir::StateIndex inner(stateOf(place));
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
    const ir::StateIndex inner(stateOf(place));
    for (const auto& node : stateOf(place).nodes)
        if (const auto* access = node->as<ir::AccessNode>(); access && access->data == container)
            for (const ir::Edge* edge : in ? inner.outEdges(node->id) : inner.inEdges(node->id))
                accesses.push_back({edge, node.get(), in});
    return accesses;
}

/// Parameters and dynamic inputs of the maps around the node.
NameSet namesAround(const NestedAt& place) {
    NameSet names;
    const ir::StateIndex& index = *place.at.index;
    for (NodeId at = index.scope(place.node->id); at; at = index.scope(at)) {
        if (const auto* map = index.node(at)->as<ir::MapEntry>())
            names.insert(map->map.params.begin(), map->map.params.end());
        for (auto& name : ir::dynamicInputs(*index.node(at)))
            names.insert(std::move(name));
    }
    return names;
}

/// A name that means something else inside: one of those around, or of where the elements are.
std::optional<std::string> hiddenInside(const NestedAt& place, const std::vector<Passed>& passed) {
    NameSet outside = namesAround(place);
    for (const Passed& one : passed)
        for (const symbolic::Range& range : one.placement.place.dims)
            symbolic::collectSymbols(range.begin, outside);
    for (const auto& name : place.keptInside<boundNames>())
        if (outside.contains(name))
            return name;
    return std::nullopt;
}

/// A temporary whose size is another one in each iteration.
std::optional<std::string> sizedByIteration(const NestedAt& place) {
    const NameSet around = namesAround(place);
    for (const auto& [name, data] : place.inner().arrays) {
        NameSet symbols;
        const auto add = [&](const symbolic::Expr& e) {
            symbolic::collectSymbols(symbolic::substitute(e, place.nested().symbolMapping),
                                     symbols);
        };
        add(data->totalSize);
        for (const auto* all : {&data->shape, &data->strides, &data->offset})
            std::ranges::for_each(*all, add);
        if (data->transient && std::ranges::any_of(symbols, [&](const std::string& symbol) {
                return around.contains(symbol);
            }))
            return name;
    }
    return std::nullopt;
}

} // namespace

bool isOneState(const NestedAt& place) {
    const ir::Region& body = place.inner().body;
    return body.blocks.size() == 1 && body.edges.empty() && body.blocks.front()->as<ir::State>();
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

MaybeRefusal checkInMap(const NestedAt& place, const std::vector<Passed>& passed) {
    if (const auto name = hiddenInside(place, passed))
        return refuse(5, "bound-inside",
                      fmt::format("'{}' means something else inside {}.", *name, place.called()),
                      {place.node->id});
    const NameSet read = analysis::readByName(place.inner(), stateOf(place));
    for (const Passed& one : passed)
        if (read.contains(one.inner()))
            return refuse(5, "read-by-name",
                          fmt::format("'{}', which {} has to do with, is read by its name.",
                                      one.inner(), place.called()),
                          {place.node->id});
    if (const auto name = sizedByIteration(place))
        return refuse(6, "size-assigned",
                      fmt::format("The size of '{}' inside {} is another one in each iteration.",
                                  *name, place.called()),
                      {place.node->id});
    return std::nullopt;
}

namespace {

/// Whether the other uses of containers in a map leave the order to the nested SDFG as a whole.
class Around {
public:
    Around(const DocumentView& view, const NestedAt& place, const std::vector<Passed>& passed)
        : view_(view), place_(place), passed_(passed), map_(place.node->id) {
        while (const NodeId scope = index().scope(map_))
            map_ = scope;
    }

    /// A use that could come at another time; null: there is none.
    const ir::Node* find() const {
        for (const Passed& one : passed_) {
            const ir::Node& own = *outside(index(), *one.edge, one.in);
            const std::string root = rootData(index(), place_.outer(), own);
            if (root.empty())
                return &own;
            for (const Access& use : usesInState(view_, place_.at, root))
                if (!(one.in && use.reads) && isInMap(use) && !isOwn(one, use))
                    return use.node;
        }
        return nullptr;
    }

private:
    const ir::StateIndex& index() const { return *place_.at.index; }

    bool isInMap(const Access& use) const {
        return belongsTo(index(), use.edge->src, map_) || belongsTo(index(), use.edge->dst, map_);
    }

    /// Everything in the map that the use leads to is this connector, or the use is at the very
    /// node that the connector is led to.
    bool isOwn(const Passed& one, const Access& use) const {
        const NodeId near = one.in ? one.edge->src : one.edge->dst;
        if (use.node->id == near)
            return true;
        const auto leaves = treeOf(index(), use);
        return one.in == use.reads && std::ranges::all_of(leaves, [&](const ir::Edge* edge) {
                   const bool passes = use.reads
                                           ? index().node(edge->dst)->as<ir::MapEntry>() != nullptr
                                           : index().node(edge->src)->as<ir::MapExit>() != nullptr;
                   return edge == one.edge || passes;
               });
    }

    const DocumentView& view_;
    const NestedAt& place_;
    const std::vector<Passed>& passed_;
    NodeId map_; ///< entry of the outermost map
};

} // namespace

MaybeRefusal checkAround(const DocumentView& view, const NestedAt& place,
                         const std::vector<Passed>& passed) {
    if (const ir::Node* node = Around(view, place, passed).find())
        return refuseUncertain(7, "other-use",
                               fmt::format("{} is also used elsewhere in the map, and only {} as a "
                                           "whole says what comes first.",
                                           quoted(*node), place.called()),
                               {place.node->id, node->id});
    return std::nullopt;
}

} // namespace mw::transforms
