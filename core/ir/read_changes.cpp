// What reads differently in two documents.
#include "core/ir/read_changes.h"

#include "core/ir/same.h"

#include <algorithm>
#include <map>

namespace mw::ir {

namespace {

using Place = DocumentIndex::Place;

std::size_t slotOf(ReadKey key, std::size_t slots) {
    return static_cast<std::size_t>((key ^ (key >> 56U) * 0x9E37U) % slots);
}

bool sameBlocks(const Region& a, const Region& b) {
    return a.start == b.start &&
           std::ranges::equal(
               a.blocks, b.blocks,
               [](const BlockPtr& x, const BlockPtr& y) { return x->id == y->id; }) &&
           std::ranges::equal(a.edges, b.edges, [](const auto& x, const auto& y) {
               return x.id == y.id && x.src == y.src && x.dst == y.dst && sameProperties(x, y);
           });
}

/// Without containers and what is inside.
bool sameHeader(const Sdfg& a, const Sdfg& b) {
    const auto sameCode = [](const auto& x, const auto& y) {
        return std::ranges::equal(x, y, [](const auto& p, const auto& q) {
            return p.first == q.first && p.second.text == q.second.text &&
                   p.second.language == q.second.language;
        });
    };
    const auto sameConstants =
        std::ranges::equal(a.constants, b.constants, [](const auto& x, const auto& y) {
            return x.first == y.first && sameValue(x.second, y.second);
        });
    return a.name == b.name && a.argNames == b.argNames && a.symbols == b.symbols &&
           sameConstants && a.constantArrays == b.constantArrays &&
           sameCode(a.globalCode, b.globalCode) && sameCode(a.initCode, b.initCode) &&
           sameCode(a.exitCode, b.exitCode) &&
           a.usingExplicitControlFlow == b.usingExplicitControlFlow && sameBlocks(a.body, b.body);
}

bool sameBranches(const Block& a, const Block& b) {
    const auto* one = a.as<ConditionalBlock>();
    return !one || std::ranges::equal(
                       one->branches, b.as<ConditionalBlock>()->branches,
                       [](const Branch& x, const Branch& y) { return x.body->id == y.body->id; });
}

bool sameHeader(const Block& a, const Block& b) {
    return a.kind.index() == b.kind.index() && sameProperties(a, b) && sameBranches(a, b) &&
           (!a.region() || sameBlocks(*a.region(), *b.region()));
}

/// What stands in each scope, in the order of the state.
std::map<NodeId, std::vector<NodeId>> scopesOf(const StateIndex& index) {
    std::map<NodeId, std::vector<NodeId>> inside;
    for (std::size_t i = 0; i < index.size(); ++i)
        inside[index.scope(index.nodeAt(i).id)].push_back(index.nodeAt(i).id);
    return inside;
}

/// Whether what both lists have stands in the same order.
template <class Elements, class PositionOf>
bool sameOrder(const Elements& elements, const PositionOf& positionInOther) {
    std::size_t last = 0;
    for (const auto& element : elements) {
        const std::size_t position = positionInOther(element->id);
        if (position == StateIndex::npos)
            continue;
        if (position < last)
            return false;
        last = position;
    }
    return true;
}

bool sameOrder(const StateIndex& a, const StateIndex& b) {
    return sameOrder(a.state().nodes, [&](NodeId id) { return b.position(id); }) &&
           sameOrder(a.state().edges, [&](EdgeId id) { return b.edgePosition(id); });
}

/// Walks two lists side by side, which is fast where they share most and in the same order: calls
/// `differs(was, is)` with what is no longer the same object, null for what only one has. False,
/// and nothing is known, when what both have does not stand in the same order.
template <class Elements, class InWas, class InIs, class Differs>
bool compareSorted(const Elements& was, const Elements& is, const InWas& inWas, const InIs& inIs,
                   const Differs& differs) {
    auto old = was.begin();
    auto now = is.begin();
    while (old != was.end() || now != is.end())
        if (old != was.end() && now != is.end() && (*old)->id == (*now)->id) {
            if (*old != *now)
                differs(old->get(), now->get());
            ++old, ++now;
        } else if (old != was.end() && !inIs((*old)->id)) {
            differs((old++)->get(), nullptr);
        } else if (now != is.end() && !inWas((*now)->id)) {
            differs(nullptr, (now++)->get());
        } else {
            return false;
        }
    return true;
}

/// What reads differently of a state.
class StateComparison {
public:
    StateComparison(const StateIndex& was, const StateIndex& is, BlockId id) : was_(was), is_(is) {
        if (compareInOrder())
            return;
        keys_.clear();
        compareAll(id);
    }
    const std::vector<ReadKey>& keys() const { return keys_; }

private:
    void add(Read what, ElementId element) { keys_.push_back(readKey(what, element.value)); }
    void node(NodeId node) {
        if (was_.node(node) != is_.node(node))
            add(Read::node, node);
        if (!std::ranges::equal(was_.inEdges(node), is_.inEdges(node)))
            add(Read::inEdges, node);
        if (!std::ranges::equal(was_.outEdges(node), is_.outEdges(node)))
            add(Read::outEdges, node);
        if (was_.scope(node) != is_.scope(node))
            add(Read::scope, node);
    }

    /// Where nodes and edges stand in the same order, the edges of a node are others only where
    /// one of them, or the node itself, is, and a scope has other children only where one comes,
    /// goes or moves.
    bool compareInOrder() {
        if (!compareNodes() || !compareEdges())
            return false;
        for (const auto& node : is_.state().nodes) {
            const NodeId now = is_.scope(node->id), old = was_.scope(node->id);
            if (now == old || was_.position(node->id) == StateIndex::npos)
                continue;
            add(Read::scope, node->id);
            add(Read::children, now);
            add(Read::children, old);
        }
        return true;
    }
    bool compareNodes() {
        return compareSorted(
            was_.state().nodes, is_.state().nodes,
            [this](NodeId id) { return was_.position(id) != StateIndex::npos; },
            [this](NodeId id) { return is_.position(id) != StateIndex::npos; },
            [this](const Node* old, const Node* now) {
                node(old ? old->id : now->id);
                if (!old)
                    add(Read::children, is_.scope(now->id));
                if (!now)
                    add(Read::children, was_.scope(old->id));
            });
    }
    bool compareEdges() {
        return compareSorted(
            was_.state().edges, is_.state().edges,
            [this](EdgeId id) { return was_.edgePosition(id) != StateIndex::npos; },
            [this](EdgeId id) { return is_.edgePosition(id) != StateIndex::npos; },
            [this](const Edge* old, const Edge* now) {
                for (const Edge* edge : {old, now})
                    if (edge) {
                        add(Read::edge, edge->id);
                        add(Read::outEdges, edge->src);
                        add(Read::inEdges, edge->dst);
                    }
            });
    }

    void compareAll(BlockId id) {
        if (!sameOrder(was_, is_))
            add(Read::order, id);
        for (const StateIndex* one : {&was_, &is_})
            for (const auto& each : one->state().nodes)
                node(each->id);
        for (const StateIndex* one : {&was_, &is_})
            for (const auto& edge : one->state().edges)
                if (was_.edge(edge->id) != is_.edge(edge->id))
                    add(Read::edge, edge->id);
        const auto inside = scopesOf(was_), insideNow = scopesOf(is_);
        for (const auto* all : {&inside, &insideNow})
            for (const auto& [entry, nodes] : *all) {
                const auto a = inside.find(entry), b = insideNow.find(entry);
                if (a == inside.end() || b == insideNow.end() || a->second != b->second)
                    add(Read::children, entry);
            }
    }

    const StateIndex& was_;
    const StateIndex& is_;
    std::vector<ReadKey> keys_;
};

} // namespace

ReadChanges::ReadChanges(const std::shared_ptr<const DocumentIndex>& was,
                         const std::shared_ptr<const DocumentIndex>& is, const IndexOf& indexOf)
    : was_(was), is_(is) {
    const DocumentIndex& before = *was;
    const DocumentIndex& after = *is;
    const Unnoted unnoted;
    if (before.document() == after.document())
        return;
    add(readKey(Read::anything, 0));
    if (before.states() != after.states() || before.sdfgs() != after.sdfgs())
        add(readKey(Read::elements, 0));
    const std::uint32_t count =
        std::max(before.document()->nextId, after.document()->nextId) + 1; // ids of both
    for (std::uint32_t id = 1; id < count && !everything_; ++id) {
        const Place* old = before.find(ElementId{id});
        const Place* now = after.find(ElementId{id});
        if (old && now)
            compare(*old, *now, ElementId{id}, indexOf);
        else if (old || now)
            add(readKey(Read::place, id));
    }
    std::ranges::sort(keys_);
    keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
}

void ReadChanges::compare(const Place& before, const Place& after, ElementId id,
                          const IndexOf& indexOf) {
    if (before.kind != after.kind) {
        everything_ = true;
        return;
    }
    if (before.parent != after.parent || before.node != after.node || before.edge != after.edge)
        add(readKey(Read::place, id.value));
    if (before.kind == ElementKind::sdfg && before.sdfg != after.sdfg) {
        everything_ = everything_ || !sameHeader(*before.sdfg, *after.sdfg);
        compareContainers(*before.sdfg, *after.sdfg);
    }
    if (before.kind == ElementKind::block && before.block != after.block) {
        everything_ = everything_ || !sameHeader(*before.block, *after.block);
        if (!everything_ && std::holds_alternative<State>(before.block->kind))
            compareStates({indexOf(*was_, before.block->id), indexOf(*is_, after.block->id)},
                          after.block->id);
    }
}

void ReadChanges::compareContainers(const Sdfg& before, const Sdfg& after) {
    const auto& was = before.arrays;
    const auto& is = after.arrays;
    const bool other = was.number() != is.number();
    bool same = !other && was.size() == is.size();
    const auto addName = [&](const std::string& name) {
        for (const auto* table : {&was, &is})
            add(readKey(Read::container, table->number(), name));
        same = false;
    };
    auto next = is.begin(); // where the next one stands if nothing has changed
    for (const auto& [name, data] : was) {
        if (next != is.end() && next->name == name && next->value == data && !other) {
            ++next;
            continue;
        }
        const DataPtr* now = is.find(name);
        if (!now || *now != data || other)
            addName(name);
        same = same && next != is.end() && next->name == name;
        if (next != is.end() && next->name == name)
            ++next;
    }
    if (!same)
        for (const auto& [name, data] : is)
            if (!was.contains(name))
                addName(name);
    if (!same)
        for (const auto* table : {&was, &is})
            add(readKey(Read::containers, table->number()));
}

void ReadChanges::compareStates(ChangedState state, BlockId id) {
    add(readKey(Read::state, id.value));
    const StateComparison changes(*state.was, *state.is, id);
    for (const ReadKey key : changes.keys())
        add(key);
    states_.push_back(std::move(state));
}

void ReadChanges::add(ReadKey key) {
    keys_.push_back(key);
    filter_.set(slotOf(key, kFilter));
}

bool ReadChanges::otherReach(NodeId from, NodeId to) const {
    return std::ranges::any_of(states_, [&](const ChangedState& state) {
        return state.was->reaches(from, to) != state.is->reaches(from, to);
    });
}

bool ReadChanges::contain(ReadKey key) const {
    if (whatOf(key) == Read::reaches)
        return otherReach(fromOf(key), toOf(key));
    // What the computation itself made up, in a document that it made to try something.
    if (isOfElement(whatOf(key)) && toOf(key).value >= was_->document()->nextId)
        return false;
    return filter_.test(slotOf(key, kFilter)) && std::ranges::binary_search(keys_, key);
}

bool ReadChanges::concern(const Reads& reads, const void* where) const {
    if (everything_)
        return true;
    const Unnoted unnoted;
    const bool touched =
        std::ranges::any_of(reads.keys, [this](ReadKey key) { return contain(key); }) ||
        std::ranges::any_of(reads.parts,
                            [&](const auto& part) { return concernPart(part, where); });
    return touched && (!reads.otherAnswer || reads.otherAnswer(where, *was_));
}

bool ReadChanges::concernPart(const std::shared_ptr<const Reads>& part, const void* where) const {
    if (const auto known = known_.find(part); known != known_.end())
        return known->second;
    const bool other = concern(*part, where);
    known_[part] = other;
    return other;
}

} // namespace mw::ir
