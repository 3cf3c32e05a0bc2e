// Whether every value that goes through a buffer is the same when it is in the container all the
// time.

#include "core/analysis/analysis.h"
#include "core/analysis/assigned_symbols.h"
#include "core/analysis/certain_writes.h"
#include "transforms/toolkit/own_elements.h"
#include "transforms/toolkit/state_order.h"
#include "transforms/write_back_buffer_elimination/buffer.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

using analysis::CertainWrite;
using symbolic::Subset;

bool isNeverAfter(const BlockOrder& order, const StateView& firstAt, const Access& first,
                  const StateView& secondAt, const Access& second) {
    return !order.mayFollow(secondAt.id, firstAt.id) &&
           (firstAt.id != secondAt.id || isBefore(*firstAt.index, first, second));
}

std::vector<const BufferUse*> copiesAfter(const Buffer& buffer, const BlockOrder& order,
                                          const BufferUse& write) {
    std::vector<const BufferUse*> copies;
    for (const BufferUse& use : buffer.uses)
        if (use.copies && use.reads() &&
            (use.at.id == write.at.id ? isBefore(*use.at.index, write.access, use.access)
                                      : order.alwaysFollows(write.at.id, use.at.id)))
            copies.push_back(&use);
    return copies;
}

namespace {

/// What the states certainly write of a buffer.
class Written {
public:
    explicit Written(const Buffer& buffer) : buffer_(buffer) {
        for (const BufferUse& use : buffer.uses)
            if (!use.reads())
                states_.insert(use.at.id);
    }

    /// Whichever way leads to the copy, all that it copies is written on the way.
    bool before(const BufferUse& copy, const BlockOrder& order) const {
        const auto ways = order.waysTo(copy.at.id, states_);
        return ways && std::ranges::all_of(*ways, [&](const BlockOrder::Way& way) {
                   std::vector<CertainWrite> writes;
                   for (const BufferUse& use : buffer_.uses)
                       if (!use.reads() && isOn(way, use, copy))
                           std::ranges::move(analysis::certainWrites(buffer_.sdfg(), *use.at.index,
                                                                     *use.access.edge),
                                             std::back_inserter(writes));
                   return relationFor(copy.region).coveredBy(writes, copy.region);
               });
    }

private:
    static bool isOn(const BlockOrder::Way& way, const BufferUse& write, const BufferUse& copy) {
        return way.contains(write.at.id) ||
               (write.at.id == copy.at.id && isBefore(*copy.at.index, write.access, copy.access));
    }

    const Buffer& buffer_;
    BlockOrder::Way states_;
};

/// Which elements of the buffer need not reach the container, or do: something else certainly
/// writes there afterwards, or they are copied back.
class Settled {
public:
    Settled(const DocumentView& view, const Buffer& buffer, const BlockOrder& order)
        : buffer_(buffer), order_(order), assigned_(analysis::assignedSymbols(buffer.sdfg())) {
        for (const StateView& at : statesWith(view, buffer.sdfg(), buffer.container()))
            for (const Access& use : usesInState(view, at, buffer.container()))
                if (!use.reads && !isCopyBack(use) &&
                    use.node->as<ir::AccessNode>()->data == buffer.container())
                    overwrites_.push_back({at, use});
    }

    bool has(const BufferUse& use, const std::vector<const BufferUse*>& copies) const {
        return has(use, copies, [](const StateView&, const Access&) { return true; });
    }

    /// The same when the other use of the container begins; the copies are over then.
    bool hasBefore(const StateView& otherAt, const Access& other, const BufferUse& use,
                   const std::vector<const BufferUse*>& copies) const {
        return has(use, copies, [&](const StateView& at, const Access& write) {
            return isNeverAfter(order_, at, write, otherAt, other);
        });
    }

private:
    struct Overwrite {
        StateView at;
        Access access;
    };

    /// Overwriting counts where it `fits`.
    template <class Fits>
    bool has(const BufferUse& use, const std::vector<const BufferUse*>& copies,
             const Fits& fits) const {
        const Subset place = buffer_.placement.of(use.region);
        std::vector<CertainWrite> parts;
        for (const BufferUse* copy : copies)
            parts.push_back({buffer_.placement.of(copy->region), {}});
        for (const auto& [at, write] : overwrites_)
            if (comesAfter(at, write, use) && fits(at, write))
                std::ranges::copy_if(
                    analysis::certainWrites(buffer_.sdfg(), *at.index, *write.edge),
                    std::back_inserter(parts),
                    [&](const CertainWrite& part) { return isConstant(part.region); });
        return relationFor(place).coveredBy(parts, place);
    }

    /// The same elements whenever it is looked at.
    bool isConstant(const Subset& region) const {
        std::set<std::string, std::less<>> names;
        symbolic::collectSymbols(region, names);
        return std::ranges::none_of(
            names, [&](const std::string& name) { return assigned_.contains(name); });
    }

    bool isCopyBack(const Access& write) const {
        return std::ranges::any_of(buffer_.uses, [&](const BufferUse& use) {
            return use.copies && use.access.edge == write.edge;
        });
    }

    /// Of a read: in the same map, or later.
    bool comesAfter(const StateView& at, const Access& write, const BufferUse& use) const {
        if (at.id != use.at.id)
            return order_.alwaysFollows(use.at.id, at.id);
        const ir::Node& far = farEnd(*at.index, *use.access.edge, use.reads());
        const bool inOneMap =
            use.reads() && far.as<ir::MapEntry>() && write.edge->src == ir::exitOf(far);
        return inOneMap || isBefore(*at.index, use.access, write);
    }

    const Buffer& buffer_;
    const BlockOrder& order_;
    analysis::AssignedSymbols assigned_;
    std::vector<Overwrite> overwrites_;
};

} // namespace

MaybeRefusal checkWrites(const DocumentView& view, const Buffer& buffer, const BlockOrder& order) {
    const Settled settled(view, buffer, order);
    std::vector<const BufferUse*> copies;
    for (const BufferUse& use : buffer.uses)
        if (use.copies)
            copies.push_back(&use);
    const Written written(buffer);
    for (const BufferUse& use : buffer.uses) {
        const ir::Node& node = *use.access.node;
        if (auto refusal = checkMemlets(6, buffer.newPlace(), *use.at.index, use.access))
            return refusal;
        if (use.copies && use.reads() && !written.before(use, order))
            return refuseUncertain(6, "not-all-written",
                                   fmt::format("It is not certain that all that is copied of {} "
                                               "was written before.",
                                               quoted(node)),
                                   {node.id});
        if (!use.copies && !use.reads() && !settled.has(use, copiesAfter(buffer, order, use)))
            return refuseUncertain(6, "not-all-copied",
                                   fmt::format("It is not certain that all that is written to {} "
                                               "is copied to '{}', or overwritten there.",
                                               quoted(node), buffer.container()),
                                   {node.id});
        if (!use.copies && use.reads() && !settled.has(use, copies))
            return refuseUncertain(6, "outside-copy",
                                   fmt::format("Elements of {} may be read that are not copied to "
                                               "'{}'.",
                                               quoted(node), buffer.container()),
                                   {node.id});
    }
    return std::nullopt;
}

namespace {

/// Where the elements of the place are in the part.
Placement inverted(const Placement& placement) {
    Placement back{placement.place, placement.region, SeenDims(placement.place.rank())};
    for (std::size_t d = 0; d < placement.dims.size(); ++d)
        if (placement.dims[d])
            back.dims[*placement.dims[d]] = d;
    return back;
}

/// A use of the container other than the copies between the two.
struct OtherUse {
    StateView at;
    Access access;
    std::optional<Subset> region; ///< nullopt: not known, or not the same everywhere
};

class Others {
public:
    Others(const DocumentView& view, const Buffer& buffer, const BlockOrder& order)
        : view_(view), buffer_(buffer), order_(order), settled_(view, buffer, order),
          restored_(restoredFrom(view, buffer, order)) {}

    /// A use for which not all stays as it is; null: there is none.
    const ir::Node* find() const {
        const ir::Node* found = nullptr;
        ir::forEachBlock(buffer_.sdfg().body, [&](const ir::Block& block) {
            if (found || !block.as<ir::State>())
                return;
            const StateView at = *view_.state(block.id);
            for (const Access& use : usesInState(view_, at, buffer_.container()))
                if (!found && !fits({at, use, constantRegion(buffer_, at, use)}))
                    found = use.node;
        });
        return found;
    }

private:
    bool isApart(const OtherUse& other, const BufferUse& use) const {
        return other.region &&
               relationFor(use.region).disjoint(*other.region, buffer_.placement.of(use.region));
    }
    bool isNeverAfter(const OtherUse& other, const BufferUse& use) const {
        return transforms::isNeverAfter(order_, other.at, other.access, use.at, use.access);
    }
    bool isNeverBefore(const OtherUse& other, const BufferUse& use) const {
        return transforms::isNeverAfter(order_, use.at, use.access, other.at, other.access);
    }

    /// A map that writes the buffer reads, in each iteration, what this iteration writes.
    bool isOwnElement(const OtherUse& other, const BufferUse& write) const {
        const ir::StateIndex& index = *other.at.index;
        const ir::Node& entry = farEnd(index, *other.access.edge, other.access.reads);
        return other.access.reads && entry.as<ir::MapEntry>() && other.at.id == write.at.id &&
               write.access.edge->src == ir::exitOf(entry) && other.region &&
               !order_.mayFollow(other.at.id, other.at.id) &&
               readsOwnElements(index, entry, *other.access.edge, *write.access.edge,
                                buffer_.placement);
    }

    /// A map that reads the buffer writes, in each iteration, what this iteration has read.
    bool overwritesOwnElement(const OtherUse& other, const BufferUse& read) const {
        const ir::StateIndex& index = *read.at.index;
        const ir::Node& entry = farEnd(index, *read.access.edge, true);
        return !other.access.reads && entry.as<ir::MapEntry>() && other.at.id == read.at.id &&
               other.access.edge->src == ir::exitOf(entry) &&
               !order_.mayFollow(other.at.id, other.at.id) &&
               readsOwnElements(index, entry, *read.access.edge, *other.access.edge,
                                inverted(buffer_.placement));
    }

    /// The container has what is written here, or what came over it, when the other use begins, as
    /// it had with the buffer.
    bool isCopiedBefore(const BufferUse& write, const OtherUse& other) const {
        auto copies = copiesAfter(buffer_, order_, write);
        std::erase_if(copies, [&](const BufferUse* copy) { return !isNeverBefore(other, *copy); });
        return settled_.hasBefore(other.at, other.access, write, copies);
    }

    bool isCopyBetween(const OtherUse& other) const {
        return std::ranges::any_of(buffer_.uses, [&](const BufferUse& use) {
            return use.copies && use.access.edge == other.access.edge;
        });
    }

    /// A copy back of what the container has there.
    bool changesNothing(const OtherUse& write) const {
        const auto* from = farEnd(*write.at.index, *write.access.edge, false).as<ir::AccessNode>();
        return from && restored_.contains(from->data) &&
               write.access.node->as<ir::AccessNode>()->data == buffer_.container();
    }

    bool fits(const OtherUse& other) const {
        const bool reads = other.access.reads, between = isCopyBetween(other);
        if (!reads && (between || changesNothing(other))) // what is written is there already
            return true;
        bool later = false;
        for (const BufferUse& use : buffer_.uses) {
            if (use.reads() || use.access.edge == other.access.edge || isApart(other, use) ||
                isNeverAfter(other, use) || isOwnElement(other, use) || (use.copies && reads))
                continue;
            if (!use.copies && !isCopiedBefore(use, other) && (reads || !isNeverBefore(other, use)))
                return false;
            later = true;
        }
        return reads || !later || std::ranges::all_of(buffer_.uses, [&](const BufferUse& use) {
                   return !use.reads() || isApart(other, use) || isNeverBefore(other, use) ||
                          (!use.copies && overwritesOwnElement(other, use));
               });
    }

    const DocumentView& view_;
    const Buffer& buffer_;
    const BlockOrder& order_;
    Settled settled_;
    std::set<std::string> restored_;
};

} // namespace

MaybeRefusal checkOthers(const DocumentView& view, const Buffer& buffer, const BlockOrder& order) {
    if (const ir::Node* node = Others(view, buffer, order).find())
        return refuseUncertain(8, "other-access",
                               fmt::format("{} is also used where it is not certain that its "
                                           "values stay the same without '{}'.",
                                           quoted(*node), buffer.name()),
                               {node->id});
    return std::nullopt;
}

} // namespace mw::transforms
