// Condition 12 of the map fusions: what touches the same elements inside the fused body has its
// order by the dataflow there, and it is the order of before.

#include "core/analysis/analysis.h"
#include "transforms/map_fusion_vertical/plan.h"
#include "transforms/toolkit/accesses.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

namespace {

/// One access of a body to a container outside of the map. `node`: what does it, directly in the
/// map's scope; an inner map by its entry when it reads and by its exit when it writes.
struct BodyAccess {
    const ir::Node* node = nullptr;
    std::optional<symbolic::Subset> region;
    bool second = false; ///< in the body of the second map
    bool write = false;
};
using BodyAccesses = std::map<std::string, std::vector<BodyAccess>>;

class BodyOrder {
public:
    BodyOrder(FusionQuestion& q, const FusionPlan& plan) : q_(q), plan_(plan) {}

    MaybeRefusal check();

private:
    void collect();
    void collectEdge(const ir::Edge& inner, bool reads, bool second);
    void add(const ir::Node& node, const std::string& data, std::optional<symbolic::Subset> region,
             bool reads, bool second);
    bool exchanged(const std::string& data) const;
    bool isOrdered(const BodyAccess& read, const BodyAccess& write);
    bool meet(const BodyAccess& a, const BodyAccess& b);
    bool crosses(const ir::Node& reader, const ir::Node& writer) const;
    bool precedesProducer(const BodyAccess& read, const std::string& data);
    MaybeRefusal checkContainer(const std::string& data, const std::vector<BodyAccess>& accesses);
    MaybeRefusal refuseFor(const std::string& data, const BodyAccess& a, const BodyAccess& b) const;
    /// Paths inside a body: entries and exits of the two maps are no way round.
    bool reaches(const ir::Node& from, const ir::Node& to) const {
        return q_.index().reaches(from.id, to.id);
    }

    FusionQuestion& q_;
    const FusionPlan& plan_;
    BodyAccesses accesses_;
};

bool BodyOrder::exchanged(const std::string& data) const {
    return std::ranges::any_of(plan_.intermediates,
                               [&](const Intermediate& i) { return i.data() == data; });
}

/// A view reads and writes where it is used.
void BodyOrder::add(const ir::Node& node, const std::string& data,
                    std::optional<symbolic::Subset> region, bool reads, bool second) {
    if (!node.as<ir::AccessNode>() || !isView(q_.sdfg(), node)) {
        accesses_[data].push_back({&node, std::move(region), second, !reads});
        return;
    }
    for (const ir::Edge* edge : reads ? q_.index().outEdges(node.id) : q_.index().inEdges(node.id))
        if (!edge->memlet.empty())
            add(*q_.index().node(reads ? edge->dst : edge->src), data, std::nullopt, reads, second);
}

void BodyOrder::collectEdge(const ir::Edge& inner, bool reads, bool second) {
    const auto path = analysis::memletPath(q_.index(), inner);
    const ir::Node* outer = q_.index().node(reads ? path.front()->src : path.back()->dst);
    if (inner.memlet.empty() || !outer || !outer->as<ir::AccessNode>())
        return;
    auto region = isView(q_.sdfg(), *outer) ? std::nullopt
                  : reads                   ? analysis::sourceSubset(q_.index(), inner)
                                            : analysis::destinationSubset(q_.index(), inner);
    if (region && second)
        region = q_.inFirst(*region);
    add(*q_.index().node(reads ? inner.dst : inner.src), rootData(q_.index(), q_.sdfg(), *outer),
        std::move(region), reads, second);
}

void BodyOrder::collect() {
    for (const bool second : {false, true}) {
        const auto& entry = second ? *q_.maps.secondEntry : *q_.maps.firstEntry;
        const auto& exit = second ? *q_.maps.secondExit : *q_.maps.firstExit;
        for (const ir::Edge* edge : q_.index().outEdges(entry.id))
            collectEdge(*edge, true, second);
        for (const ir::Edge* edge : q_.index().inEdges(exit.id))
            collectEdge(*edge, false, second);
    }
}

bool BodyOrder::meet(const BodyAccess& a, const BodyAccess& b) {
    return !a.region || !b.region || !q_.relation.disjointInside(*a.region, *b.region);
}

/// Whether the reader's part of the body comes before the writer's, by way of an intermediate.
bool BodyOrder::crosses(const ir::Node& reader, const ir::Node& writer) const {
    return std::ranges::any_of(plan_.intermediates, [&](const Intermediate& i) {
        const auto* source = q_.index().node(i.producer->src);
        return reaches(reader, *source) &&
               std::ranges::any_of(i.consumers, [&](const ir::Edge* consumer) {
                   return reaches(*q_.index().node(consumer->dst), writer);
               });
    });
}

bool BodyOrder::isOrdered(const BodyAccess& a, const BodyAccess& b) {
    if (a.second == b.second) {
        if (a.node == b.node)
            return true; // as it was before
        const NodeId exit = a.second ? q_.maps.secondExit->id : q_.maps.firstExit->id;
        return (a.node->id != exit && reaches(*a.node, *b.node)) || reaches(*b.node, *a.node);
    }
    return a.second ? crosses(*b.node, *a.node) : crosses(*a.node, *b.node);
}

/// The first map reads an intermediate too. Its iteration no longer sees what it writes: the read
/// must have come before, as in a tasklet, which reads all its inputs first.
bool BodyOrder::precedesProducer(const BodyAccess& read, const std::string& data) {
    return std::ranges::all_of(plan_.intermediates, [&](const Intermediate& i) {
        if (i.data() != data)
            return true;
        const ir::Node* source = q_.index().node(i.producer->src);
        if (source == read.node)
            return source->as<ir::Tasklet>() != nullptr;
        // An inner map that reads and writes element by element goes through both.
        const bool sameMap =
            read.node->isEntry() && source->isExit() && ir::exitOf(*read.node) == source->id;
        return !sameMap && reaches(*read.node, *source);
    });
}

MaybeRefusal BodyOrder::refuseFor(const std::string& data, const BodyAccess& a,
                                  const BodyAccess& b) const {
    return refuse(12, "order-inside",
                  fmt::format("Inside the fused body '{}' is read or written by {} and written by "
                              "{}, and the dataflow would not say which comes first.",
                              data, quoted(*a.node), quoted(*b.node)),
                  {a.node->id, b.node->id});
}

MaybeRefusal BodyOrder::checkContainer(const std::string& data,
                                       const std::vector<BodyAccess>& accesses) {
    const bool isExchanged = exchanged(data);
    for (const BodyAccess& write : accesses) {
        if (!write.write)
            continue;
        for (const BodyAccess& other : accesses) {
            if (&other == &write || (other.write && other.node == write.node) ||
                !meet(write, other))
                continue;
            // The temporary replaces every access to an intermediate but the first map's reads.
            const bool temporary = isExchanged && (other.second || other.write);
            if (temporary)
                continue;
            if (isExchanged ? !precedesProducer(other, data) : !isOrdered(other, write))
                return refuseFor(data, other, write);
        }
    }
    return std::nullopt;
}

MaybeRefusal BodyOrder::check() {
    collect();
    for (const auto& [data, accesses] : accesses_)
        if (auto refusal = checkContainer(data, accesses))
            return refusal;
    return std::nullopt;
}

} // namespace

MaybeRefusal checkBodyOrder(FusionQuestion& q, const FusionPlan& plan) {
    if (auto refusal = checkInnerOrder(12, q.maps))
        return refusal;
    return BodyOrder(q, plan).check();
}

} // namespace mw::transforms
