// Whether the state of a nested SDFG can stand in the map that the nested SDFG stands in.

#include "transforms/inline_nested_sdfg/in_map.h"

#include "core/analysis/read_by_name.h"
#include "core/ir/connectors.h"
#include "transforms/toolkit/mentions.h"
#include "transforms/toolkit/new_place.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/state_order.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

namespace {

using analysis::NameSet;

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
            const ir::Node& own = *outerEnd(index(), *one.edge, one.in);
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

bool isOneState(const NestedAt& place) {
    const ir::Region& body = place.inner().body;
    return body.blocks.size() == 1 && body.edges.empty() && body.blocks.front()->as<ir::State>();
}

MaybeRefusal checkInMap(const NestedAt& place, const std::vector<Passed>& passed) {
    if (const auto name = hiddenInside(place, passed))
        return refuse(5, "bound-inside",
                      fmt::format("'{}' means something else inside {}.", *name, place.called()),
                      {place.node->id});
    const NameSet read = analysis::readByName(place.inner(), place.inside->state());
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
