// What uses a buffer, and whether it is a part of the container that it is copied to.

#include "core/analysis/analysis.h"
#include "core/analysis/assigned_symbols.h"
#include "core/analysis/names.h"
#include "core/ir/predicates.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/state_order.h"
#include "transforms/toolkit/users.h"
#include "transforms/write_back_buffer_elimination/buffer.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

using analysis::NameSet;
using symbolic::Expr;
using symbolic::Subset;

namespace {

bool refersTo(const ir::Node& node, const std::string& container) {
    const auto* access = node.as<ir::AccessNode>();
    return access && access->data == container;
}

MaybeRefusal checkNodes(const Buffer& buffer, const StateView& at) {
    for (const auto& node : at.state().nodes) {
        const bool ours = refersTo(*node, buffer.name());
        if (!ours && !refersTo(*node, buffer.container()))
            continue;
        if (node->as<ir::AccessNode>()->setZero)
            return refuse(
                4, "set-zero",
                fmt::format("{} is filled with zeros in '{}'.", quoted(*node), at.block->label),
                {node->id});
        if (ours && at.index->scope(node->id))
            return refuse(4, "in-map", fmt::format("{} is also used inside a map.", quoted(*node)),
                          {node->id});
    }
    return std::nullopt;
}

} // namespace

std::vector<StateView> statesWith(const DocumentView& view, const ir::Sdfg& sdfg,
                                  const std::string& container) {
    std::vector<StateView> states;
    for (const User& user : usersOf(view, view.sdfg(sdfg.id), container))
        if (states.empty() || states.back().id != user.state)
            states.push_back(*view.state(user.state));
    return states;
}

MaybeRefusal checkKind(const DocumentView& view, const Buffer& buffer) {
    const ir::DataDescriptor& data = buffer.copy.source();
    const auto& pair = buffer.copy.ids();
    if (!data.transient || !ir::endsWithCall(data.lifetime))
        return refuse(4, "not-temporary",
                      fmt::format("'{}' is no temporary of one run.", buffer.name()), pair);
    const auto named = view.readByName(buffer.copy.at.sdfg);
    for (const auto* name : {&buffer.name(), &buffer.container()})
        if (named.contains(*name))
            return refuse(4, "read-by-name",
                          fmt::format("'{}' is read by its name, without a memlet.", *name), pair);
    if (!BlockOrder(buffer.sdfg()).isStructured())
        return refuse(4, "jumps", "The control flow jumps, or has blocks that are not known.",
                      pair);
    for (const StateView& at : statesWith(view, buffer.sdfg(), buffer.container()))
        if (auto refusal = checkNodes(buffer, at))
            return refusal;
    for (const StateView& at : statesWith(view, buffer.sdfg(), buffer.name())) {
        if (auto refusal = checkNodes(buffer, at))
            return refusal;
        for (const Access& use : usesInState(view, at, buffer.name()))
            if (!refersTo(*use.node, buffer.name()))
                return refuse(4, "other-name",
                              fmt::format("{} may look at '{}'.", quoted(*use.node), buffer.name()),
                              {use.node->id});
    }
    return std::nullopt;
}

namespace {

/// The whole temporary where the copy goes dimension by dimension; else what is copied of it.
std::optional<Placement> placementBy(const Copy& copy) {
    auto placement = placementOf(copy.read, copy.written);
    if (!placement || copy.read.rank() != copy.written.rank())
        return placement;
    for (std::size_t d = 0; d < placement->dims.size(); ++d)
        if (placement->dims[d].value_or(d) != d)
            return placement;
    Placement whole{analysis::wholeContainer(copy.source()), {}, {}};
    for (std::size_t d = 0; d < copy.read.rank(); ++d) {
        const Expr shift = symbolic::simplify(copy.written.dims[d].begin - copy.read.dims[d].begin);
        const symbolic::Range& all = whole.region.dims[d];
        whole.place.dims.push_back({shift, symbolic::simplify(all.end + shift), 1, 1});
        whole.dims.emplace_back(d);
    }
    return whole;
}

/// Names in what the placement adds to memlets.
NameSet namesIn(const Placement& placement) {
    NameSet names;
    for (const symbolic::Range& range : placement.place.dims)
        symbolic::collectSymbols(range.begin, names);
    for (std::size_t d = 0; d < placement.dims.size(); ++d)
        if (placement.dims[d])
            symbolic::collectSymbols(placement.region.dims[d].begin, names);
    return names;
}

/// In dimensions that the container does not have the copy touches the index of the placement.
bool isInPlane(const Placement& placement, const Subset& region) {
    for (std::size_t d = 0; d < placement.dims.size(); ++d)
        if (!placement.dims[d] && !sameRange(region.dims[d], placement.region.dims[d]))
            return false;
    return true;
}

std::vector<BufferUse> usesOf(const DocumentView& view, const Buffer& buffer) {
    std::vector<BufferUse> uses;
    for (const StateView& at : statesWith(view, buffer.sdfg(), buffer.name()))
        for (const Access& use : usesInState(view, at, buffer.name())) {
            const auto region = regionOf(*at.index, buffer.sdfg(), use);
            const bool copies =
                refersTo(farEnd(*at.index, *use.edge, use.reads), buffer.container());
            uses.push_back({at, use, region.value_or(Subset{}), copies});
        }
    return uses;
}

} // namespace

MaybeRefusal checkCopies(const DocumentView& view, Buffer& buffer) {
    const auto placement = placementBy(buffer.copy);
    if (!placement)
        return refuse(5, "reshapes",
                      fmt::format("'{}' is copied into another shape.", buffer.name()),
                      buffer.copy.ids());
    buffer.placement = *placement;
    buffer.uses = usesOf(view, buffer);
    NameSet names = namesIn(buffer.placement);
    for (const BufferUse& use : buffer.uses) {
        if (use.copies && (!movesNothing(buffer.newPlace(), *use.at.index, use.access) ||
                           !isInPlane(buffer.placement, use.region)))
            return refuse(5, "other-offset",
                          fmt::format("'{}' and '{}' are also copied with another offset, or not "
                                      "in every run.",
                                      buffer.name(), buffer.container()),
                          {use.access.node->id, use.access.edge->id});
        symbolic::collectSymbols(use.region, names);
    }
    for (const auto& [assigned, type] : analysis::assignedSymbols(buffer.sdfg()))
        if (names.contains(assigned))
            return refuseUncertain(5, "changing-symbol",
                                   fmt::format("'{}', which says where '{}' is used, is assigned "
                                               "while the program runs.",
                                               assigned, buffer.name()),
                                   buffer.copy.ids());
    return std::nullopt;
}

} // namespace mw::transforms
