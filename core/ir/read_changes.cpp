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
    const auto again = std::ranges::unique(keys_);
    keys_.erase(again.begin(), again.end());
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
    const StateIndex& was = *state.was;
    const StateIndex& is = *state.is;
    add(readKey(Read::state, id.value));
    if (!sameOrder(was, is))
        add(readKey(Read::order, id.value));
    const auto compareNode = [&](NodeId node) {
        if (was.node(node) != is.node(node))
            add(readKey(Read::node, node.value));
        if (!std::ranges::equal(was.inEdges(node), is.inEdges(node)))
            add(readKey(Read::inEdges, node.value));
        if (!std::ranges::equal(was.outEdges(node), is.outEdges(node)))
            add(readKey(Read::outEdges, node.value));
        if (was.scope(node) != is.scope(node))
            add(readKey(Read::scope, node.value));
    };
    for (const StateIndex* one : {&was, &is})
        for (std::size_t i = 0; i < one->size(); ++i)
            compareNode(one->nodeAt(i).id);
    for (const StateIndex* one : {&was, &is})
        for (const auto& edge : one->state().edges)
            if (was.edge(edge->id) != is.edge(edge->id))
                add(readKey(Read::edge, edge->id.value));
    const auto inside = scopesOf(was), insideNow = scopesOf(is);
    for (const auto* all : {&inside, &insideNow})
        for (const auto& [entry, nodes] : *all) {
            const auto a = inside.find(entry), b = insideNow.find(entry);
            if (a == inside.end() || b == insideNow.end() || a->second != b->second)
                add(readKey(Read::children, entry.value));
        }
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
