// Whether two documents are equal, element by element.
#include "core/ir/equality.h"

#include "core/ir/dump_nodes.h"
#include "core/ir/index.h"
#include "core/ir/same.h"

#include <algorithm>

namespace mw::ir {

namespace {

bool sameSdfg(const Sdfg& a, const Sdfg& b);
bool sameBlock(const Block& a, const Block& b);

bool sameNode(const Node& a, const Node& b) {
    if (!sameProperties(a, b))
        return false;
    const auto* inner = a.as<NestedSdfg>();
    return !inner || !inner->sdfg || sameSdfg(*inner->sdfg, *b.as<NestedSdfg>()->sdfg);
}

bool sameEdge(const Edge& a, const Edge& b) {
    return a.srcConnector == b.srcConnector && a.dstConnector == b.dstConnector &&
           sameProperties(a.memlet, b.memlet);
}

/// Ids translated to places, so that two states with different ids compare.
bool sameState(const State& a, const State& b) {
    if (a.nodes.size() != b.nodes.size() || a.edges.size() != b.edges.size())
        return false;
    const StateIndex left(a);
    const StateIndex right(b);
    const auto samePlace = [&](NodeId x, NodeId y) {
        return left.position(x) == right.position(y);
    };
    const auto sameEnds = [&](const EdgePtr& x, const EdgePtr& y) {
        if (!samePlace(x->src, y->src) || !samePlace(x->dst, y->dst) || !sameEdge(*x, *y))
            return false;
        // Only here the side that the subset describes does not follow from the rest.
        return !isSelfCopy(*x, left.node(x->src), left.node(x->dst)) ||
               x->memlet.isDataSource.value_or(true) == y->memlet.isDataSource.value_or(true);
    };
    const auto sameScopes = [&](const NodePtr& x, const NodePtr& y) {
        return samePlace(exitOf(*x), exitOf(*y)) && samePlace(entryOf(*x), entryOf(*y)) &&
               sameNode(*x, *y);
    };
    return std::ranges::equal(a.nodes, b.nodes, sameScopes) &&
           std::ranges::equal(a.edges, b.edges, sameEnds);
}

std::ptrdiff_t placeOf(const Region& region, BlockId id) {
    return std::ranges::find(region.blocks, id, [](const auto& block) { return block->id; }) -
           region.blocks.begin();
}

bool sameRegion(const Region& a, const Region& b) {
    const auto sameBlocks = [](const BlockPtr& x, const BlockPtr& y) { return sameBlock(*x, *y); };
    const auto sameEdges = [&](const InterstateEdge& x, const InterstateEdge& y) {
        return sameProperties(x, y) && placeOf(a, x.src) == placeOf(b, y.src) &&
               placeOf(a, x.dst) == placeOf(b, y.dst);
    };
    return std::ranges::equal(a.blocks, b.blocks, sameBlocks) &&
           std::ranges::equal(a.edges, b.edges, sameEdges) &&
           placeOf(a, startOf(a)) == placeOf(b, startOf(b));
}

bool sameBranch(const Branch& a, const Branch& b) {
    if (a.body == b.body || !a.body || !b.body)
        return a.body == b.body;
    return sameBlock(*a.body, *b.body);
}

bool sameBlock(const Block& a, const Block& b) {
    if (&a == &b)
        return true;
    if (!sameProperties(a, b))
        return false;
    if (const auto* state = a.as<State>())
        return sameState(*state, *b.as<State>());
    if (const auto* conditional = a.as<ConditionalBlock>())
        return std::ranges::equal(conditional->branches, b.as<ConditionalBlock>()->branches,
                                  sameBranch);
    return !a.region() || sameRegion(*a.region(), *b.region());
}

bool sameSdfg(const Sdfg& a, const Sdfg& b) {
    return &a == &b || (sameProperties(a, b) && sameRegion(a.body, b.body));
}

} // namespace

bool equivalent(const Sdfg& a, const Sdfg& b) {
    return sameSdfg(a, b);
}
bool equivalent(const Node& a, const Node& b) {
    return sameNode(a, b);
}
bool equivalent(const Edge& a, const Edge& b) {
    return sameEdge(a, b);
}
bool equivalent(const DataDescriptor& a, const DataDescriptor& b) {
    return sameProperties(a, b);
}
bool equivalent(const Memlet& a, const Memlet& b) {
    return sameProperties(a, b);
}

} // namespace mw::ir
