// Where everything is in a document, and what is adjacent in a state.
#include "core/ir/index.h"

#include <queue>

#include <algorithm>
#include <bit>
#include <functional>

namespace mw::ir {

namespace {

template <class Elements>
std::vector<std::uint32_t> idsOf(const Elements& elements) {
    std::vector<std::uint32_t> ids;
    ids.reserve(elements.size());
    for (const auto& element : elements)
        ids.push_back(element->id.value);
    return ids;
}

} // namespace

IdPositions::IdPositions(std::span<const std::uint32_t> ids) {
    if (ids.empty())
        return;
    const auto [first, last] = std::ranges::minmax(ids);
    constexpr std::size_t kApart = 8; // times as many ids as elements
    const std::size_t spread = last - first + std::size_t{1};
    if (spread <= kApart * ids.size()) {
        first_ = first;
        dense_.assign(spread, kNone);
        for (std::size_t i = ids.size(); i-- > 0;)
            dense_[ids[i] - first] = static_cast<std::uint32_t>(i);
        return;
    }
    table_.assign(std::bit_ceil(2 * ids.size() + 1), {0, kNone});
    for (std::size_t i = 0; i < ids.size(); ++i)
        if (auto& slot = table_[slotOf(ids[i])]; slot.second == kNone)
            slot = {ids[i], static_cast<std::uint32_t>(i)};
}

std::size_t IdPositions::slotOf(std::uint32_t id) const {
    const std::size_t mask = table_.size() - 1;
    std::size_t at = (id * 0x9E3779B1U) & mask;
    while (table_[at].second != kNone && table_[at].first != id)
        at = (at + 1) & mask;
    return at;
}

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

StateIndex::StateIndex(const State& state, BlockId id)
    : state_(&state), id_(id), positions_(idsOf(state.nodes)), edges_(idsOf(state.edges)) {
    const Unnoted unnoted;
    Ends ends;
    ends.src.reserve(state.edges.size());
    ends.dst.reserve(state.edges.size());
    for (const auto& edge : state.edges) {
        ends.src.push_back(positions_.of(edge->src.value));
        ends.dst.push_back(positions_.of(edge->dst.value));
    }
    in_ = groupedBy(ends.dst);
    out_ = groupedBy(ends.src);
    buildTopological(ends);
    buildScopes();
}

const Edge* StateIndex::edge(EdgeId id) const {
    note(Read::edge, id.value);
    const std::uint32_t at = edges_.of(id.value);
    return at == IdPositions::kNone ? nullptr : state_->edges[at].get();
}

std::size_t StateIndex::edgePosition(EdgeId id) const {
    note(Read::edge, id.value);
    note(Read::order, id_.value);
    const std::uint32_t at = edges_.of(id.value);
    return at == IdPositions::kNone ? npos : at;
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
StateIndex::Adjacency StateIndex::groupedBy(const std::vector<std::uint32_t>& end) const {
    Adjacency result;
    result.begin.assign(state_->nodes.size() + 1, 0);
    for (const std::uint32_t at : end)
        if (at != IdPositions::kNone)
            ++result.begin[at + 1];
    for (std::size_t i = 1; i < result.begin.size(); ++i)
        result.begin[i] += result.begin[i - 1];
    result.edges.resize(result.begin.back());
    std::vector<std::uint32_t> next(result.begin.begin(), result.begin.end() - 1);
    for (std::size_t i = 0; i < end.size(); ++i)
        if (end[i] != IdPositions::kNone)
            result.edges[next[end[i]]++] = state_->edges[i].get();
    return result;
}

void StateIndex::buildTopological(const Ends& ends) {
    const std::size_t count = state_->nodes.size();
    topological_.reserve(count);
    std::vector<std::uint32_t> waiting(count, 0); // in-edges from nodes not yet placed
    bool inOrder = true;                          // every edge leads to a later node
    for (std::size_t i = 0; i < ends.src.size(); ++i) {
        if (ends.src[i] == IdPositions::kNone || ends.dst[i] == IdPositions::kNone)
            continue;
        ++waiting[ends.dst[i]];
        inOrder = inOrder && ends.src[i] < ends.dst[i];
    }
    if (inOrder) {
        for (const auto& node : state_->nodes)
            topological_.push_back(node->id);
        return;
    }
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
    for (std::size_t i = 0; i < count; ++i)
        if (waiting[i] == 0)
            ready.push(i);
    while (!ready.empty()) {
        const std::size_t from = ready.top();
        ready.pop();
        topological_.push_back(state_->nodes[from]->id);
        for (const Edge* edge : out_.at(from)) {
            const std::size_t to = at(edge->dst);
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
        const std::size_t at = this->at(id);
        const NodeId own = entryOf(*state_->nodes[at]);
        const Node* entry = own ? node(own) : nullptr;
        if (entry && entry->isEntry()) {
            scopes_[at] = own;
            known[at] = true;
            continue;
        }
        for (const Edge* edge : in_.at(at)) {
            const std::size_t from = this->at(edge->src);
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
