// Where everything is in a document, and what is adjacent in a state.
#include "core/ir/index.h"

#include <queue>

#include <algorithm>
#include <bit>
#include <functional>

namespace mw::ir {

namespace {

// Tables from ids to what stands there: open addressing with linear probing, at most half full. A
// slot without a value is free.

template <class Value>
using IdTable = std::vector<std::pair<std::uint32_t, Value>>;

template <class Value>
std::size_t slotOf(const IdTable<Value>& table, std::uint32_t id, Value none) {
    const std::size_t mask = table.size() - 1;
    std::size_t at = (id * 0x9E3779B1U) & mask;
    while (table[at].second != none && table[at].first != id)
        at = (at + 1) & mask;
    return at;
}

template <class Value>
IdTable<Value> tableFor(std::size_t count, Value none) {
    return IdTable<Value>(std::bit_ceil(2 * count + 1), {0, none});
}

/// Of several elements with one id (in a broken file) the first counts.
template <class Value>
void addTo(IdTable<Value>& table, std::uint32_t id, Value value, Value none) {
    auto& slot = table[slotOf(table, id, none)];
    if (slot.second == none)
        slot = {id, value};
}

constexpr std::uint32_t kNoPosition = UINT32_MAX;

} // namespace

NodeId exitOf(const Node& entry) {
    if (const auto* map = entry.as<MapEntry>())
        return map->exit;
    if (const auto* consume = entry.as<ConsumeEntry>())
        return consume->exit;
    return {};
}

NodeId entryOf(const Node& exit) {
    if (const auto* map = exit.as<MapExit>())
        return map->entry;
    if (const auto* consume = exit.as<ConsumeExit>())
        return consume->entry;
    return {};
}

std::span<const Edge* const> StateIndex::Adjacency::at(std::size_t position) const {
    return std::span(edges).subspan(begin[position], begin[position + 1] - begin[position]);
}

StateIndex::StateIndex(const State& state, BlockId id) : state_(&state), id_(id) {
    const Unnoted unnoted;
    positions_ = tableFor(state.nodes.size(), kNoPosition);
    for (std::size_t i = 0; i < state.nodes.size(); ++i)
        addTo(positions_, state.nodes[i]->id.value, static_cast<std::uint32_t>(i), kNoPosition);
    edges_ = tableFor(state.edges.size(), kNoPosition);
    for (std::size_t i = 0; i < state.edges.size(); ++i)
        addTo(edges_, state.edges[i]->id.value, static_cast<std::uint32_t>(i), kNoPosition);
    buildAdjacency();
    buildTopological();
    buildScopes();
}

std::size_t StateIndex::at(NodeId id) const {
    const std::uint32_t at = positions_[slotOf(positions_, id.value, kNoPosition)].second;
    return at == kNoPosition ? npos : at;
}

std::size_t StateIndex::position(NodeId id) const {
    note(Read::node, id.value);
    note(Read::order, id_.value);
    return at(id);
}

const Node* StateIndex::node(NodeId id) const {
    note(Read::node, id.value);
    const std::size_t at = this->at(id);
    return at == npos ? nullptr : state_->nodes[at].get();
}

const Edge* StateIndex::edge(EdgeId id) const {
    note(Read::edge, id.value);
    const std::uint32_t at = edges_[slotOf(edges_, id.value, kNoPosition)].second;
    return at == kNoPosition ? nullptr : state_->edges[at].get();
}

std::size_t StateIndex::edgePosition(EdgeId id) const {
    note(Read::edge, id.value);
    note(Read::order, id_.value);
    const std::uint32_t at = edges_[slotOf(edges_, id.value, kNoPosition)].second;
    return at == kNoPosition ? npos : at;
}

std::span<const Edge* const> StateIndex::inEdges(NodeId id) const {
    note(Read::inEdges, id.value);
    const std::size_t at = this->at(id);
    return at == npos ? std::span<const Edge* const>{} : in_.at(at);
}

std::span<const Edge* const> StateIndex::outEdges(NodeId id) const {
    note(Read::outEdges, id.value);
    const std::size_t at = this->at(id);
    return at == npos ? std::span<const Edge* const>{} : out_.at(at);
}

NodeId StateIndex::scope(NodeId id) const {
    note(Read::scope, id.value);
    const std::size_t at = this->at(id);
    return at == npos ? NodeId{} : scopes_[at];
}

std::vector<NodeId> StateIndex::children(NodeId entry) const {
    if (entry)
        note(Read::children, entry.value);
    else
        noteAll();
    std::vector<NodeId> result;
    for (std::size_t i = 0; i < scopes_.size(); ++i)
        if (scopes_[i] == entry)
            result.push_back(state_->nodes[i]->id);
    return result;
}

/// Counting sort by the position of one end: keeps the order of the edges within a node. Edges at
/// nodes that the state lacks (a broken file) are left out.
template <class End>
StateIndex::Adjacency StateIndex::groupBy(End end) const {
    Adjacency result;
    result.begin.assign(state_->nodes.size() + 1, 0);
    std::vector<std::size_t> at;
    at.reserve(state_->edges.size());
    for (const auto& edge : state_->edges) {
        at.push_back(position(end(*edge)));
        if (at.back() != npos)
            ++result.begin[at.back() + 1];
    }
    for (std::size_t i = 1; i < result.begin.size(); ++i)
        result.begin[i] += result.begin[i - 1];
    result.edges.resize(result.begin.back());
    std::vector<std::uint32_t> next(result.begin.begin(), result.begin.end() - 1);
    for (std::size_t i = 0; i < at.size(); ++i)
        if (at[i] != npos)
            result.edges[next[at[i]]++] = state_->edges[i].get();
    return result;
}

void StateIndex::buildAdjacency() {
    in_ = groupBy([](const Edge& edge) { return edge.dst; });
    out_ = groupBy([](const Edge& edge) { return edge.src; });
}

void StateIndex::buildTopological() {
    const std::size_t count = state_->nodes.size();
    std::vector<std::size_t> waiting(count, 0); // in-edges from nodes not yet placed
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
    for (std::size_t i = 0; i < count; ++i) {
        for (const Edge* edge : in_.at(i))
            waiting[i] += position(edge->src) != npos ? 1U : 0U;
        if (waiting[i] == 0)
            ready.push(i);
    }
    topological_.reserve(count);
    while (!ready.empty()) {
        const std::size_t at = ready.top();
        ready.pop();
        topological_.push_back(state_->nodes[at]->id);
        for (const Edge* edge : out_.at(at)) {
            const std::size_t to = position(edge->dst);
            if (to != npos && --waiting[to] == 0)
                ready.push(to);
        }
    }
    hasCycle_ = topological_.size() < count;
    for (std::size_t i = 0; hasCycle_ && i < count; ++i)
        if (waiting[i] > 0)
            topological_.push_back(state_->nodes[i]->id);
}

/// From the first edge whose source has its scope already: on a cycle (of a broken graph) not every
/// source has, and following those that do keeps scopes a tree.
void StateIndex::buildScopes() {
    scopes_.assign(state_->nodes.size(), NodeId{});
    std::vector<bool> known(state_->nodes.size());
    for (const NodeId id : topological_) {
        const std::size_t at = position(id);
        const NodeId own = entryOf(*state_->nodes[at]);
        const Node* entry = own ? node(own) : nullptr;
        if (entry && entry->isEntry()) {
            scopes_[at] = own;
            known[at] = true;
            continue;
        }
        for (const Edge* edge : in_.at(at)) {
            const std::size_t from = position(edge->src);
            if (from == npos || !known[from])
                continue;
            const Node& source = *state_->nodes[from];
            scopes_[at] = source.isEntry()  ? source.id
                          : source.isExit() ? scope(entryOf(source))
                                            : scopes_[from];
            break;
        }
        known[at] = true;
    }
}

bool StateIndex::reaches(NodeId from, NodeId to) const {
    if (NoteReads::now)
        NoteReads::now->add(readKey(from, to));
    if (from == to)
        return true;
    const std::size_t begin = at(from), end = at(to);
    if (begin == npos || end == npos)
        return false;
    std::call_once(reached_->made, [this] { buildReached(); });
    return (reached_->nodes[begin * reached_->words + end / 64] >> (end % 64) & 1U) != 0;
}

/// From the last node back: what a node reaches is what its successors reach, and they. On a cycle
/// (of a broken graph) until nothing is added any more.
void StateIndex::buildReached() const {
    const std::size_t words = (size() + 63) / 64;
    std::vector<std::uint64_t> nodes(size() * words);
    const auto add = [&](std::size_t node) {
        bool added = false;
        for (const Edge* edge : out_.at(node)) {
            const std::size_t next = at(edge->dst);
            for (std::size_t i = 0; next != npos && i < words; ++i) {
                const std::uint64_t own = next / 64 == i ? std::uint64_t{1} << (next % 64) : 0;
                const std::uint64_t bits = nodes[next * words + i] | own;
                added = added || (bits & ~nodes[node * words + i]) != 0;
                nodes[node * words + i] |= bits;
            }
        }
        return added;
    };
    for (bool again = true; again;) {
        bool added = false;
        for (auto id = topological_.rbegin(); id != topological_.rend(); ++id)
            added = add(at(*id)) || added;
        again = hasCycle_ && added;
    }
    reached_->words = words;
    reached_->nodes = std::move(nodes);
}

DocumentIndex::DocumentIndex(DocumentPtr document) : document_(std::move(document)) {
    const Unnoted unnoted;
    slots_.reserve(document_->nextId);
    places_.reserve(document_->nextId);
    if (document_->root)
        addSdfg(*document_->root, {});
}

void DocumentIndex::add(ElementId id, const Place& place) {
    if (slots_.size() <= id.value)
        slots_.resize(id.value + std::size_t{1}, 0);
    places_.push_back(place);
    slots_[id.value] = static_cast<std::uint32_t>(places_.size());
}

const DocumentIndex::Place* DocumentIndex::find(ElementId id) const {
    note(Read::place, id.value);
    if (!id || id.value >= slots_.size() || slots_[id.value] == 0)
        return nullptr;
    return &places_[slots_[id.value] - 1];
}

ElementPath DocumentIndex::path(ElementId id) const {
    ElementPath result;
    for (const Place* place = find(id); place; id = place->parent, place = find(id))
        result.push_back(id);
    std::ranges::reverse(result);
    return result;
}

void DocumentIndex::addSdfg(const Sdfg& sdfg, ElementId parent) {
    sdfgs_.push_back(sdfg.id);
    add(sdfg.id, {.kind = ElementKind::sdfg, .parent = parent, .sdfg = &sdfg});
    addRegion(sdfg.body, sdfg, sdfg.id);
}

void DocumentIndex::addRegion(const Region& region, const Sdfg& sdfg, ElementId parent) {
    for (const auto& block : region.blocks)
        addBlock(*block, sdfg, parent);
    for (const auto& edge : region.edges)
        add(edge.id, {.kind = ElementKind::interstateEdge,
                      .parent = parent,
                      .sdfg = &sdfg,
                      .interstateEdge = &edge});
}

void DocumentIndex::addBlock(const Block& block, const Sdfg& sdfg, ElementId parent) {
    add(block.id, {.kind = ElementKind::block, .parent = parent, .sdfg = &sdfg, .block = &block});
    if (const auto* state = block.as<State>())
        addState(block, *state, sdfg);
    else if (const auto* region = block.region())
        addRegion(*region, sdfg, block.id);
    else if (const auto* conditional = block.as<ConditionalBlock>())
        for (const auto& branch : conditional->branches)
            if (branch.body)
                addBlock(*branch.body, sdfg, block.id);
}

void DocumentIndex::addState(const Block& block, const State& state, const Sdfg& sdfg) {
    states_.push_back(block.id);
    for (const auto& node : state.nodes) {
        add(node->id, {.kind = ElementKind::node,
                       .parent = block.id,
                       .sdfg = &sdfg,
                       .block = &block,
                       .node = node.get()});
        const auto* nested = node->as<NestedSdfg>();
        if (nested && nested->sdfg)
            addSdfg(*nested->sdfg, node->id);
    }
    for (const auto& edge : state.edges)
        add(edge->id, {.kind = ElementKind::edge,
                       .parent = block.id,
                       .sdfg = &sdfg,
                       .block = &block,
                       .edge = edge.get()});
}

BlockId startOf(const Region& region) {
    if (region.start || region.blocks.empty())
        return region.start;
    const auto noneLeadsTo = [&](const BlockPtr& block) {
        return std::ranges::find(region.edges, block->id, &InterstateEdge::dst) ==
               region.edges.end();
    };
    const auto first = std::ranges::find_if(region.blocks, noneLeadsTo);
    return (first == region.blocks.end() ? region.blocks.front() : *first)->id;
}

namespace {

void visitBlock(const Block& block, const std::function<void(const Block&)>& visit) {
    visit(block);
    if (const auto* region = block.region()) {
        forEachBlock(*region, visit);
    } else if (const auto* conditional = block.as<ConditionalBlock>()) {
        for (const auto& branch : conditional->branches)
            if (branch.body)
                visitBlock(*branch.body, visit);
    }
}

} // namespace

void forEachBlock(const Region& region, const std::function<void(const Block&)>& visit) {
    for (const auto& block : region.blocks)
        visitBlock(*block, visit);
}

} // namespace mw::ir
