// Which nodes of a map do the same in every iteration of a block, and which inputs are the same.

#include "core/analysis/analysis.h"
#include "core/analysis/names.h"
#include "core/conventions/conventions.h"
#include "transforms/loop_blocking/plan.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/rename.h"
#include "transforms/toolkit/scope.h"

#include <algorithm>

namespace mw::transforms {

namespace {

constexpr std::int64_t kMostElements = 100; ///< of a buffer, per dimension

/// A node directly in the map's scope, or an inner map from entry to exit.
struct Unit {
    const ir::Node* first = nullptr;
    const ir::Node* last = nullptr; ///< the exit of an inner map; else the same
};

class Partitioning {
public:
    explicit Partitioning(const BlockingQuestion& q)
        : q_(q), index_(q.index()), singleUse_(q.view.singleUseData(q.one.at.sdfg)) {}

    Partition run();

private:
    bool mayStay(const Unit& unit) const;
    bool holdsItsValue(const ir::Node& access) const;
    bool stays(const Unit& unit) const;
    bool mayGoTo(const ir::Node& from, const ir::Edge& edge) const;
    bool isResult(const ir::Node& from, const ir::Edge& edge) const;
    void put(const Unit& unit, bool in);
    std::set<NodeId> constants() const;

    const BlockingQuestion& q_;
    const ir::StateIndex& index_;
    ContainerSet singleUse_;
    std::vector<Unit> units_; ///< that may stay
    std::set<NodeId> staying_;
};

bool usesConflictResolution(std::span<const ir::Edge* const> edges) {
    return std::ranges::any_of(edges,
                               [](const ir::Edge* edge) { return !edge->memlet.wcr.empty(); });
}

/// A container that keeps what was written until the block ends: nothing else writes it.
bool Partitioning::holdsItsValue(const ir::Node& access) const {
    const std::string& name = access.as<ir::AccessNode>()->data;
    const auto* data = q_.sdfg().data(name);
    if (!data || !data->transient || data->lifetime != ir::Lifetime::Scope ||
        !(data->kind == ir::DataKind::scalar || data->kind == ir::DataKind::array) ||
        !singleUse_.contains(name))
        return false;
    const bool shapeMoves = std::ranges::any_of(data->shape, [&](const symbolic::Expr& extent) {
        return symbolic::freeSymbols(extent).contains(q_.parameter());
    });
    return !shapeMoves && !index_.inEdges(access.id).empty() &&
           std::ranges::none_of(index_.inEdges(access.id),
                                [](const ir::Edge* e) { return e->memlet.empty(); }) &&
           std::ranges::none_of(index_.outEdges(access.id), [&](const ir::Edge* e) {
               return isView(q_.sdfg(), *index_.node(e->dst));
           });
}

/// What the node says by itself.
bool Partitioning::mayStay(const Unit& unit) const {
    const ir::Node& node = *unit.first;
    if (node.as<ir::ConsumeEntry>() || node.as<ir::UnknownNode>() ||
        usesConflictResolution(index_.inEdges(node.id)) ||
        usesConflictResolution(index_.outEdges(unit.last->id)) ||
        namesAt(index_, node.id).contains(q_.parameter()))
        return false;
    if (node.as<ir::AccessNode>())
        return holdsItsValue(node);
    const auto outputs = index_.outEdges(unit.last->id);
    return std::ranges::any_of(outputs, [](const ir::Edge* e) { return !e->memlet.empty(); });
}

/// An independent scalar that the map writes out: copied in every iteration.
bool Partitioning::isResult(const ir::Node& from, const ir::Edge& edge) const {
    const auto* access = from.as<ir::AccessNode>();
    const auto* data = access ? q_.sdfg().data(access->data) : nullptr;
    const auto written = analysis::destinationSubset(index_, edge);
    if (!data || !data->isSingleElement() || !edge.memlet.wcr.empty() || !written)
        return false;
    const auto path = analysis::memletPath(index_, edge);
    const auto* target = index_.node(path.back()->dst)->as<ir::AccessNode>();
    const auto* container = target ? q_.sdfg().data(target->data) : nullptr;
    return container && container->dtype == data->dtype &&
           std::ranges::all_of(written->dims, &symbolic::Range::isPoint);
}

bool Partitioning::mayGoTo(const ir::Node& from, const ir::Edge& edge) const {
    if (edge.memlet.empty() || staying_.contains(edge.dst))
        return from.as<ir::AccessNode>() || edge.memlet.empty() ||
               index_.node(edge.dst)->as<ir::AccessNode>();
    if (edge.dst == q_.one.exit->id)
        return isResult(from, edge);
    return from.as<ir::AccessNode>() != nullptr;
}

/// Its inputs stay too, and only access nodes hand values on.
bool Partitioning::stays(const Unit& unit) const {
    return std::ranges::all_of(index_.inEdges(unit.first->id),
                               [&](const ir::Edge* e) {
                                   return e->src == q_.entry().id || staying_.contains(e->src);
                               }) &&
           std::ranges::all_of(index_.outEdges(unit.last->id),
                               [&](const ir::Edge* e) { return mayGoTo(*unit.last, *e); });
}

void Partitioning::put(const Unit& unit, bool in) {
    std::set<NodeId> nodes{unit.first->id};
    if (unit.first->isEntry())
        nodes.merge(nodesInside(index_, unit.first->id));
    for (const NodeId id : nodes)
        if (in)
            staying_.insert(id);
        else
            staying_.erase(id);
}

/// Code without inputs, and the containers that it fills.
std::set<NodeId> Partitioning::constants() const {
    std::set<NodeId> found;
    for (const NodeId id : staying_) {
        if (!index_.node(id)->as<ir::Tasklet>() || index_.scope(id) != q_.entry().id ||
            std::ranges::any_of(index_.inEdges(id),
                                [](const ir::Edge* e) { return !e->memlet.empty(); }))
            continue;
        found.insert(id);
        for (const ir::Edge* edge : index_.outEdges(id))
            if (staying_.contains(edge->dst))
                found.insert(edge->dst);
    }
    return found;
}

Partition Partitioning::run() {
    for (const NodeId id : index_.children(q_.entry().id)) {
        const ir::Node* node = index_.node(id);
        if (node->isExit())
            continue;
        const Unit unit{node, node->isEntry() ? index_.node(ir::exitOf(*node)) : node};
        if (!unit.last || !mayStay(unit))
            continue;
        units_.push_back(unit);
        put(unit, true);
    }
    for (bool changed = true; changed;) {
        const auto leaving = std::stable_partition(units_.begin(), units_.end(),
                                                   [&](const Unit& unit) { return stays(unit); });
        changed = leaving != units_.end();
        std::for_each(leaving, units_.end(), [&](const Unit& unit) { put(unit, false); });
        units_.erase(leaving, units_.end());
    }
    Partition result{staying_, {}, constants()};
    for (const ir::Edge* edge : index_.inEdges(q_.one.exit->id))
        if (staying_.contains(edge->src) && !edge->memlet.empty())
            result.results.push_back(edge);
    return result;
}

bool isSmall(const std::vector<symbolic::Expr>& shape) {
    return std::ranges::all_of(shape, [](const symbolic::Expr& extent) {
        return extent.isInteger() && extent.value() > 0 && extent.value() <= kMostElements;
    });
}

bool certainlyRuns(const ir::Map& map) {
    return std::ranges::all_of(map.range.dims, [](const symbolic::Range& range) {
        const auto size = symbolic::simplify(range.size()).asInteger();
        return size && *size > 0;
    });
}

/// An input that is worth a buffer: a row of a neighbour table, or what an inner map reads.
bool mayBePromoted(const BlockingQuestion& q, const Partition& partition, const ir::Edge& edge) {
    const ir::Memlet& memlet = edge.memlet;
    const ir::Node& target = *q.index().node(edge.dst);
    if (memlet.empty() || partition.independent.contains(edge.dst) || !memlet.subset ||
        memlet.otherSubset || memlet.dynamic || !memlet.wcr.empty() ||
        !((target.as<ir::MapEntry>() && certainlyRuns(target.as<ir::MapEntry>()->map)) ||
          (target.as<ir::Tasklet>() && conventions::holdsTable(memlet.data))))
        return false;
    const auto path = analysis::memletPath(q.index(), edge);
    const ir::Node& source = *q.index().node(path.front()->src);
    const auto* access = source.as<ir::AccessNode>();
    std::set<std::string, std::less<>> symbols;
    symbolic::collectSymbols(*memlet.subset, symbols);
    return access && access->data == memlet.data && !isView(q.sdfg(), source) &&
           q.sdfg().data(memlet.data) && !symbols.contains(q.parameter()) &&
           std::ranges::all_of(memlet.subset->dims,
                               [](const symbolic::Range& r) { return r.step.isInteger(1); });
}

/// The buffer for one input; nullopt when it would be too large, or something looks at the input
/// in a way that cannot follow.
std::optional<Promotion> promotionOf(const BlockingQuestion& q, const ir::Edge& edge) {
    Promotion found{{&edge}, {*edge.memlet.subset, {}, {}}, {}};
    for (const auto& range : found.part.region.dims) {
        found.part.dropped.push_back(false);
        found.part.shape.push_back(extentOf(range));
    }
    if (!isSmall(found.part.shape))
        return std::nullopt;
    for (const ir::Edge* leaf : analysis::branchesBelow(q.index(), edge))
        if (planLayout(q.one.at, *leaf, true, found.container(), found.part.dims(), found.layout))
            return std::nullopt;
    return found;
}

} // namespace

Partition partition(const BlockingQuestion& q) {
    return Partitioning(q).run();
}

std::vector<Promotion> promotions(const BlockingQuestion& q, const Partition& partition) {
    std::vector<Promotion> all;
    for (const ir::Edge* edge : q.index().outEdges(q.entry().id)) {
        auto promotion = mayBePromoted(q, partition, *edge) ? promotionOf(q, *edge) : std::nullopt;
        if (!promotion)
            continue;
        const auto same = std::ranges::find_if(all, [&](const Promotion& other) {
            return other.edges.front()->srcConnector == edge->srcConnector &&
                   sameRegion(other.part.region, promotion->part.region);
        });
        if (same == all.end()) {
            all.push_back(std::move(*promotion));
            continue;
        }
        same->edges.push_back(edge);
        same->layout.insert(same->layout.end(), promotion->layout.begin(), promotion->layout.end());
    }
    return all;
}

} // namespace mw::transforms
