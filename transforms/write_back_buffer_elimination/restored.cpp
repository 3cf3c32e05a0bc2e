// Other temporaries that only keep what the container has and hand it back: their copies back
// change nothing, whatever comes first of them.

#include "core/analysis/assigned_symbols.h"
#include "transforms/toolkit/own_elements.h"
#include "transforms/toolkit/state_order.h"
#include "transforms/write_back_buffer_elimination/buffer.h"

#include <algorithm>
#include <map>

namespace mw::transforms {

using symbolic::Subset;

std::optional<Subset> constantRegion(const Buffer& buffer, const StateView& at, const Access& use) {
    if (use.node->as<ir::AccessNode>()->data != buffer.container())
        return std::nullopt;
    auto region = regionOf(*at.index, buffer.sdfg(), use);
    std::set<std::string, std::less<>> names;
    if (region)
        symbolic::collectSymbols(*region, names);
    const auto assigned = analysis::assignedSymbols(buffer.sdfg());
    const bool changes = std::ranges::any_of(
        names, [&](const std::string& name) { return assigned.contains(name); });
    return changes ? std::nullopt : region;
}

namespace {

/// A write to the container, or one to the buffer, which becomes one.
struct Change {
    StateView at;
    Access access;
    std::optional<Subset> region; ///< of the container; nullopt: not known
    std::string from;             ///< the container that is copied there, if it is that
};

bool isKept(const Buffer& buffer) {
    return std::ranges::all_of(buffer.uses,
                               [](const BufferUse& use) { return use.copies || use.reads(); });
}

/// Empty: something else, or written under another name.
std::string copiedFrom(const Buffer& buffer, const StateView& at, const Access& write) {
    if (write.node->as<ir::AccessNode>()->data != buffer.container())
        return {};
    const auto* access = farEnd(*at.index, *write.edge, write.reads).as<ir::AccessNode>();
    return access ? access->data : std::string();
}

std::vector<Change> changesOf(const DocumentView& view, const Buffer& buffer) {
    std::vector<Change> changes;
    for (const StateView& at : statesWith(view, buffer.sdfg(), buffer.container()))
        for (const Access& use : usesInState(view, at, buffer.container()))
            if (!use.reads)
                changes.push_back(
                    {at, use, constantRegion(buffer, at, use), copiedFrom(buffer, at, use)});
    for (const BufferUse& use : buffer.uses)
        if (!use.reads() && !use.copies)
            changes.push_back({use.at, use.access, buffer.placement.of(use.region), {}});
    return changes;
}

/// The temporary of this copy, when all it ever has comes from the container, element by element.
std::optional<Buffer> keptAlong(const DocumentView& view, const BlockOrder& order,
                                const Change& back) {
    const auto copy = copyAlong(0, back.at, *back.access.edge);
    if (std::holds_alternative<Refusal>(copy))
        return std::nullopt;
    Buffer kept{std::get<Copy>(copy), {}, {}, {}};
    if (checkAlike(0, kept.copy) || checkKind(view, kept) || checkCopies(view, kept) ||
        checkWrites(view, kept, order) || !isKept(kept))
        return std::nullopt;
    return kept;
}

/// The change may come between two copies, one to the temporary and one back.
bool mayComeBetween(const Buffer& kept, const BlockOrder& order, const Change& change) {
    bool early = true, late = true;
    for (const BufferUse& use : kept.uses) {
        if (!use.copies ||
            (change.region &&
             relationFor(use.region).disjoint(*change.region, kept.placement.of(use.region))))
            continue;
        if (use.reads())
            late = late && isNeverAfter(order, use.at, use.access, change.at, change.access);
        else
            early = early && isNeverAfter(order, change.at, change.access, use.at, use.access);
    }
    return !early && !late;
}

} // namespace

std::set<std::string> restoredFrom(const DocumentView& view, const Buffer& buffer,
                                   const BlockOrder& order) {
    const std::vector<Change> changes = changesOf(view, buffer);
    std::map<std::string, Buffer> kept;
    for (const Change& change : changes)
        if (const auto* data = buffer.sdfg().data(change.from);
            data && data->transient && !kept.contains(change.from))
            if (auto one = keptAlong(view, order, change))
                kept.emplace(change.from, std::move(*one));
    const auto isDisturbed = [&](const auto& entry) {
        return std::ranges::any_of(changes, [&](const Change& change) {
            return !kept.contains(change.from) && mayComeBetween(entry.second, order, change);
        });
    };
    while (std::erase_if(kept, isDisturbed) > 0) {
    }
    std::set<std::string> names;
    for (const auto& [name, one] : kept)
        names.insert(name);
    return names;
}

} // namespace mw::transforms
