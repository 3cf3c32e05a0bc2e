// Edits a document: copies what is touched and the path above it.
#include "core/ir/edit.h"

#include "core/ir/renumber.h"
#include "core/ir/shared_index.h"

#include <algorithm>
#include <cassert>
#include <unordered_map>
#include <unordered_set>

namespace mw::ir {

/// Copies are kept by id and put in place on commit, from the root down along `touched_`.
struct Editor::Impl {
    explicit Impl(const DocumentPtr& document) : shared(sharedIndex(document)), base(*shared) {}

    /// The element and all that encloses it will be copied on commit.
    void touch(ElementId id) {
        while (id && touched.insert(id.value).second) {
            const auto* place = base.find(id);
            id = place ? place->parent : ElementId{};
        }
    }
    bool isTouched(ElementId id) const { return touched.contains(id.value); }

    Sdfg& sdfg(SdfgId id);
    Block& block(BlockId id);
    State& state(BlockId id);
    Region* region(ElementId owner);

    SdfgPtr rebuilt(const SdfgPtr& sdfg);
    BlockPtr rebuilt(const BlockPtr& block);
    void rebuild(Region& region);
    void rebuild(State& state);

    std::shared_ptr<const DocumentIndex> shared;
    const DocumentIndex& base;
    std::unordered_set<std::uint32_t> touched;
    std::unordered_map<std::uint32_t, std::shared_ptr<Sdfg>> sdfgs;
    std::unordered_map<std::uint32_t, std::shared_ptr<Block>> blocks;
    std::unordered_map<std::uint32_t, std::shared_ptr<Node>> nodes;
    std::unordered_map<std::uint32_t, std::shared_ptr<Edge>> edges;
    std::map<ElementId, ElementId> replaced;
};

Sdfg& Editor::Impl::sdfg(SdfgId id) {
    auto& copy = sdfgs[id.value];
    if (!copy) {
        const auto* place = base.find(id);
        assert(place && place->kind == ElementKind::sdfg);
        copy = std::make_shared<Sdfg>(*place->sdfg);
        touch(id);
    }
    return *copy;
}

Block& Editor::Impl::block(BlockId id) {
    auto& copy = blocks[id.value];
    if (!copy) {
        const auto* place = base.find(id);
        assert(place && place->kind == ElementKind::block);
        copy = std::make_shared<Block>(*place->block);
        touch(id);
    }
    return *copy;
}

State& Editor::Impl::state(BlockId id) {
    auto* state = block(id).as<State>();
    assert(state);
    return *state;
}

Region* Editor::Impl::region(ElementId owner) {
    const auto* place = base.find(owner);
    if (place && place->kind == ElementKind::sdfg)
        return &sdfg(SdfgId{owner.value}).body;
    Block& holder = block(BlockId{owner.value});
    if (auto* plain = holder.as<ControlFlowRegion>())
        return &plain->body;
    auto* loop = holder.as<LoopRegion>();
    assert(loop);
    return &loop->body;
}

SdfgPtr Editor::Impl::rebuilt(const SdfgPtr& sdfg) {
    if (!isTouched(sdfg->id))
        return sdfg;
    const auto known = sdfgs.find(sdfg->id.value);
    auto copy = known != sdfgs.end() ? known->second : std::make_shared<Sdfg>(*sdfg);
    rebuild(copy->body);
    return copy;
}

BlockPtr Editor::Impl::rebuilt(const BlockPtr& block) {
    if (!block || !isTouched(block->id))
        return block;
    const auto known = blocks.find(block->id.value);
    auto copy = known != blocks.end() ? known->second : std::make_shared<Block>(*block);
    if (auto* state = copy->as<State>())
        rebuild(*state);
    else if (auto* plain = copy->as<ControlFlowRegion>())
        rebuild(plain->body);
    else if (auto* loop = copy->as<LoopRegion>())
        rebuild(loop->body);
    else if (auto* conditional = copy->as<ConditionalBlock>())
        for (auto& branch : conditional->branches)
            branch.body = rebuilt(branch.body);
    return copy;
}

void Editor::Impl::rebuild(Region& region) {
    for (auto& block : region.blocks)
        block = rebuilt(block);
}

void Editor::Impl::rebuild(State& state) {
    for (auto& node : state.nodes) {
        const auto* nested = node->as<NestedSdfg>();
        if (!nested || !nested->sdfg || !isTouched(nested->sdfg->id))
            continue;
        auto copy = std::make_shared<Node>(*node);
        copy->as<NestedSdfg>()->sdfg = rebuilt(nested->sdfg);
        node = std::move(copy);
    }
}

Editor::Editor(DocumentPtr base) // NOLINT(performance-unnecessary-value-param): header
    : impl_(std::make_unique<Impl>(base)), nextId_(impl_->base.document()->nextId) {}

Editor::~Editor() = default;

const DocumentIndex& Editor::base() const {
    return impl_->base;
}

State& Editor::state(BlockId id) {
    note(Read::state, id.value);
    return impl_->state(id);
}

StateIndex Editor::indexOf(BlockId state) {
    return StateIndex(impl_->state(state));
}

Sdfg& Editor::sdfg(SdfgId id) {
    return impl_->sdfg(id);
}

Block& Editor::block(BlockId id) {
    return impl_->block(id);
}

NodeId Editor::addNode(BlockId state, Node node) {
    node.id = newId<NodeId>();
    auto owned = std::make_shared<Node>(std::move(node));
    const NodeId id = owned->id;
    impl_->state(state).nodes.push_back(owned);
    impl_->nodes[id.value] = std::move(owned);
    return id;
}

EdgeId Editor::addEdge(BlockId state, Edge edge) {
    edge.id = newId<EdgeId>();
    auto owned = std::make_shared<Edge>(std::move(edge));
    const EdgeId id = owned->id;
    impl_->state(state).edges.push_back(owned);
    impl_->edges[id.value] = std::move(owned);
    return id;
}

std::pair<NodeId, NodeId> Editor::addMap(BlockId state, Map map) {
    Node first;
    first.kind = MapEntry{std::move(map), {}};
    const NodeId entry = addNode(state, std::move(first));
    Node last;
    last.kind = MapExit{entry};
    const NodeId exit = addNode(state, std::move(last));
    node(state, entry).as<MapEntry>()->exit = exit;
    return {entry, exit};
}

namespace {

/// The element with this id made mutable in place: copied unless `owned` already is what stands
/// there.
template <class T, class IdType>
T& mutableElement(std::vector<std::shared_ptr<const T>>& elements, IdType id,
                  std::unordered_map<std::uint32_t, std::shared_ptr<T>>& owned) {
    const auto slot = std::ranges::find_if(elements, [&](const auto& e) { return e->id == id; });
    assert(slot != elements.end());
    auto& copy = owned[id.value];
    if (copy.get() != slot->get()) {
        copy = std::make_shared<T>(**slot);
        *slot = copy;
    }
    return *copy;
}

} // namespace

Node& Editor::node(BlockId state, NodeId id) {
    note(Read::node, id.value);
    return mutableElement(impl_->state(state).nodes, id, impl_->nodes);
}

Edge& Editor::edge(BlockId state, EdgeId id) {
    note(Read::edge, id.value);
    return mutableElement(impl_->state(state).edges, id, impl_->edges);
}

void Editor::removeNode(BlockId state, NodeId id) {
    note(Read::inEdges, id.value);
    note(Read::outEdges, id.value);
    State& content = impl_->state(state);
    [[maybe_unused]] const auto count =
        std::erase_if(content.nodes, [&](const NodePtr& node) { return node->id == id; });
    assert(count == 1);
    std::erase_if(content.edges,
                  [&](const EdgePtr& edge) { return edge->src == id || edge->dst == id; });
}

void Editor::removeEdge(BlockId state, EdgeId id) {
    [[maybe_unused]] const auto count = std::erase_if(
        impl_->state(state).edges, [&](const EdgePtr& edge) { return edge->id == id; });
    assert(count == 1);
}

void Editor::replaced(ElementId oldId, ElementId newId) {
    impl_->replaced[oldId] = newId;
}

Region& Editor::region(ElementId owner) {
    return *impl_->region(owner);
}

BlockId Editor::addBlock(ElementId owner, Block block) {
    block.id = newId<BlockId>();
    auto owned = std::make_shared<Block>(std::move(block));
    const BlockId id = owned->id;
    region(owner).blocks.push_back(owned);
    impl_->blocks[id.value] = std::move(owned);
    impl_->touch(id);
    return id;
}

void Editor::removeBlock(ElementId owner, BlockId id) {
    Region& holder = region(owner);
    [[maybe_unused]] const auto count =
        std::erase_if(holder.blocks, [&](const BlockPtr& block) { return block->id == id; });
    assert(count == 1);
    std::erase_if(holder.edges,
                  [&](const InterstateEdge& edge) { return edge.src == id || edge.dst == id; });
    if (holder.start == id)
        holder.start = {};
}

EdgeId Editor::addInterstateEdge(ElementId owner, InterstateEdge edge) {
    edge.id = newId<EdgeId>();
    region(owner).edges.push_back(std::move(edge));
    return region(owner).edges.back().id;
}

SdfgPtr Editor::copyWithNewIds(const Sdfg& sdfg) {
    return renumbered(sdfg, nextId_);
}

std::string Editor::freshName(SdfgId sdfg, const std::string& wish) {
    const auto copy = impl_->sdfgs.find(sdfg.value);
    const auto* place = impl_->base.find(sdfg);
    assert(copy != impl_->sdfgs.end() || place);
    const Sdfg& now = copy != impl_->sdfgs.end() ? *copy->second : *place->sdfg;
    const auto taken = [&](const std::string& name) {
        return now.arrays.contains(name) || now.symbols.contains(name) ||
               now.constants.contains(name) ||
               std::ranges::find(now.constantArrays, name) != now.constantArrays.end();
    };
    std::string name = wish;
    for (int i = 0; taken(name); ++i)
        name = wish + "_" + std::to_string(i);
    return name;
}

EditResult Editor::commit() {
    const Unnoted unnoted;
    const DocumentPtr& before = impl_->base.document();
    if (impl_->touched.empty())
        return {before, {}};
    auto document = std::make_shared<Document>(*before);
    document->root = impl_->rebuilt(before->root);
    document->nextId = nextId_;
    ChangeSet changes = changesBetween(*before->root, *document->root);
    const auto isGone = [&](ElementId id) {
        const bool known = impl_->base.find(id) != nullptr;
        return known ? std::ranges::binary_search(changes.removed, id)
                     : !std::ranges::binary_search(changes.added, id);
    };
    for (const auto& [from, first] : impl_->replaced) {
        ElementId to = first;
        for (auto next = impl_->replaced.find(to);
             isGone(to) && next != impl_->replaced.end() && next->second != from;
             next = impl_->replaced.find(to))
            to = next->second;
        if (std::ranges::binary_search(changes.removed, from) && !isGone(to))
            changes.replaced[from] = to;
    }
    return {std::move(document), std::move(changes)};
}

} // namespace mw::ir
