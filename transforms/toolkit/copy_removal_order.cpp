// Whether what else a state does leaves room for a copy to go.

#include "core/analysis/analysis.h"
#include "transforms/framework/kept.h"
#include "transforms/toolkit/copy_removal.h"
#include "transforms/toolkit/state_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace mw::transforms {

using symbolic::Subset;

namespace {

/// What else the state does to what stays, and whether that comes before or after.
class Meanwhile {
public:
    Meanwhile(const DocumentView& view, const CopyRemoval& removal)
        : view_(view), removal_(removal), index_(removal.copy.index()),
          relation_(relationOf(removal)), copy_{removal.copy.edge, &removal.kept(),
                                                !removal.firstGoes} {
        for (const Access& use : usesOfGone(removal))
            (use.reads ? reads_ : writes_).push_back(use);
    }

    /// A use that may see or make another value without the copy; null: there is none.
    const ir::Node* find() {
        for (const Access& use : usesInState(view_, removal_.copy.at, removal_.keptName()))
            if (use.edge != removal_.copy.edge && !movesNothing(use) && !isApart(use) &&
                !(removal_.firstGoes ? fitsWhenFirstGoes(use) : fitsWhenSecondGoes(use)))
                return use.node;
        return nullptr;
    }

    /// What has to come before what inside of maps, where find() found nothing: all readers of an
    /// iteration before its writers, so that no cycle comes about.
    OrderedNodes order() const {
        OrderedNodes order;
        if (removal_.firstGoes)
            for (const Access& use : usesInState(view_, removal_.copy.at, removal_.keptName()))
                for (const Access& write : writes_)
                    if (use.edge != removal_.copy.edge && !isApart(use) &&
                        !isBefore(index_, use, write) && !isElsewhere(use, write))
                        isOwnElement(use, write, order);
        return order;
    }

private:
    /// A copy from or to what goes that is no copy any more.
    bool movesNothing(const Access& use) const {
        const auto same = [&](const Access& own) {
            return own.edge == use.edge && transforms::movesNothing(removal_, own);
        };
        return std::ranges::any_of(reads_, same) || std::ranges::any_of(writes_, same);
    }

    bool isApart(const Access& use) const {
        const auto* access = use.node->as<ir::AccessNode>();
        const auto region = access->data == removal_.keptName()
                                ? regionOf(index_, removal_.copy.sdfg(), use)
                                : std::nullopt;
        const Subset& ours = removal_.firstGoes ? removal_.copy.written : removal_.copy.read;
        return region && relation_.disjoint(*region, ours);
    }

    /// What stays is written earlier: when the first was written, not when it was copied. Reads of
    /// the first see what stays.
    bool fitsWhenFirstGoes(const Access& use) const {
        OrderedNodes open;
        const bool unaware = std::ranges::all_of(writes_, [&](const Access& write) {
            return isBefore(index_, use, write) || isElsewhere(use, write) ||
                   isOwnElement(use, write, open);
        });
        const bool after = isBefore(index_, copy_, use) &&
                           (use.reads || std::ranges::all_of(reads_, [&](const Access& read) {
                                return isBefore(index_, read, use);
                            }));
        return unaware || after;
    }

    /// What is written to the first will not be written where the use is.
    bool isElsewhere(const Access& use, const Access& write) const {
        if (use.node->as<ir::AccessNode>()->data != removal_.keptName())
            return false;
        const auto used = regionOf(index_, removal_.copy.sdfg(), use);
        const auto written = regionOf(index_, removal_.copy.sdfg(), write);
        return used && written && relation_.disjoint(*used, removal_.placement.of(*written));
    }

    /// A map that writes the first reads the place, in each iteration what this iteration writes;
    /// `order`: gets what has to come before what in there.
    bool isOwnElement(const Access& use, const Access& write, OrderedNodes& order) const {
        const ir::Node* entry = index_.node(use.reads ? use.edge->dst : use.edge->src);
        if (!use.reads || !entry->as<ir::MapEntry>() || write.edge->src != ir::exitOf(*entry) ||
            use.node->as<ir::AccessNode>()->data != removal_.keptName())
            return false;
        OrderedNodes missing;
        if (!readsOwnElements(index_, *entry, *use.edge, *write.edge, removal_.placement, &missing))
            return false;
        std::ranges::copy_if(missing, std::back_inserter(order), [&](const auto& pair) {
            return std::ranges::find(order, pair) == order.end();
        });
        return true;
    }

    /// What stays is read later: when the second was read.
    bool fitsWhenSecondGoes(const Access& use) const {
        return use.reads || isBefore(index_, use, copy_) ||
               std::ranges::all_of(reads_,
                                   [&](const Access& read) { return isBefore(index_, read, use); });
    }

    const DocumentView& view_;
    const CopyRemoval& removal_;
    const ir::StateIndex& index_;
    SubsetRelation relation_;
    Access copy_;
    std::vector<Access> reads_, writes_;
};

/// Whether something that comes after the first leads to the second, other than the copy.
bool leadsAround(const CopyRemoval& removal) {
    const ir::StateIndex& index = removal.copy.index();
    return std::ranges::any_of(index.outEdges(removal.copy.first->id), [&](const ir::Edge* edge) {
        return edge != removal.copy.edge && index.reaches(edge->dst, removal.copy.second->id);
    });
}

MaybeRefusal othersRefused(int condition, const DocumentView& view, const CopyRemoval& removal) {
    if (const ir::Node* node = Meanwhile(view, removal).find())
        return refuseUncertain(condition, "other-access",
                               fmt::format("{} is also used at the same elements where it is not "
                                           "certain that nothing changes without the copy.",
                                           quoted(removal.kept())),
                               {removal.kept().id, node->id});
    if (removal.firstGoes && leadsAround(removal))
        return refuse(condition, "cycle",
                      fmt::format("Something between {} and {} uses the first and leads to the "
                                  "second.",
                                  quoted(*removal.copy.first), quoted(*removal.copy.second)),
                      removal.copy.ids());
    return std::nullopt;
}

} // namespace

MaybeRefusal checkMeanwhile(int condition, const DocumentView& view, CopyRemoval& removal) {
    MaybeRefusal refusal = remembered<struct MeanwhileOfCopy>(
        view, std::pair(removal.copy.edge->id, removal.firstGoes),
        [&] { return othersRefused(condition, view, removal); });
    if (refusal)
        refusal->condition = condition;
    else
        removal.order = Meanwhile(view, removal).order();
    return refusal;
}

} // namespace mw::transforms
