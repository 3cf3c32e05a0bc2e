#pragma once

#include "core/ir/sdfg.h"

#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace mw::ir {

/// Positions in a list by element id. Refers to nothing.
class IdPositions {
public:
    /// `ids`: of the list, in its order. Of several elements with one id (in a broken file) the
    /// first counts.
    explicit IdPositions(std::span<const std::uint32_t> ids = {});

    static constexpr std::uint32_t kNone = UINT32_MAX;
    std::uint32_t of(std::uint32_t id) const { ///< kNone when absent
        if (!table_.empty())
            return table_[slotOf(id)].second;
        const std::uint32_t at = id - first_; // below first_: beyond every list
        return at < dense_.size() ? dense_[at] : kNone;
    }

private:
    std::size_t slotOf(std::uint32_t id) const;

    std::uint32_t first_ = 0;
    std::vector<std::uint32_t> dense_; ///< from first_ on; empty where ids lie far apart
    /// Then: open addressing with linear probing, at most half full; no position: free.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> table_;
};

/// Adjacency and scopes of one State; refers into it, so it must not outlive it. O(nodes + edges).
class StateIndex {
public:
    /// `id`: of the block that holds the state, for what is noted of reads.
    explicit StateIndex(const State& state, BlockId id = {});

    /// The whole of it.
    const State& state() const {
        noteAll();
        return *state_;
    }
    const Node* node(NodeId id) const { ///< nullptr when absent
        note(Read::node, id.value);
        const std::size_t at = this->at(id);
        return at == npos ? nullptr : state_->nodes[at].get();
    }
    const Edge* edge(EdgeId id) const;
    std::span<const Edge* const> inEdges(NodeId id) const { ///< in edge order of the state
        note(Read::inEdges, id.value);
        const std::size_t at = this->at(id);
        return at == npos ? std::span<const Edge* const>{} : in_.at(at);
    }
    std::span<const Edge* const> outEdges(NodeId id) const {
        note(Read::outEdges, id.value);
        const std::size_t at = this->at(id);
        return at == npos ? std::span<const Edge* const>{} : out_.at(at);
    }
    /// The entry node whose scope directly contains `id`; 0 at top level. For an entry: the scope
    /// it stands in; for an exit: its own entry (as DaCe's scope_dict has it).
    NodeId scope(NodeId id) const {
        note(Read::scope, id.value);
        const std::size_t at = this->at(id);
        return at == npos ? NodeId{} : scopes_[at];
    }
    /// Nodes directly inside the scope of `entry` (0: top level), in node order; an exit belongs to
    /// its own entry's scope.
    std::vector<NodeId> children(NodeId entry) const;
    /// Deterministic topological order (ties by node order). A state with a cycle: the nodes on the
    /// cycle come last; `hasCycle` says so.
    const std::vector<NodeId>& topological() const {
        noteAll();
        return topological_;
    }
    /// Whether edges lead from one node to the other, or they are one.
    bool reaches(NodeId from, NodeId to) const;
    bool hasCycle() const {
        noteAll();
        return hasCycle_;
    }
    /// Index in State::nodes, below size(); npos when absent. Good for comparing with that of
    /// another node of the state, and for tables by node.
    std::size_t position(NodeId id) const {
        if (NoteReads::now) [[unlikely]] {
            note(Read::node, id.value);
            note(Read::order, id_.value);
        }
        return at(id);
    }
    std::size_t edgePosition(EdgeId id) const; ///< the same in State::edges
    const Node& nodeAt(std::size_t position) const { return *state_->nodes[position]; }
    const NodePtr& sharedNode(std::size_t position) const { return state_->nodes[position]; }
    const EdgePtr& sharedEdge(std::size_t position) const { return state_->edges[position]; }
    std::size_t size() const { return state_->nodes.size(); } ///< of tables by position
    std::size_t edgeCount() const {
        return state_->edges.size();
    } ///< bounds walks of broken graphs

    static constexpr std::size_t npos = static_cast<std::size_t>(-1);

private:
    void noteAll() const {
        if (id_)
            note(Read::state, id_.value);
    }
    std::size_t at(NodeId id) const { ///< position(), unnoted
        const std::uint32_t at = positions_.of(id.value);
        return at == IdPositions::kNone ? npos : at;
    }
    /// Where the ends of the edges stand, in the order of the state; kNone: nowhere.
    struct Ends {
        std::vector<std::uint32_t> src, dst;
    };
    void buildReached() const;
    void buildTopological(const Ends& ends);
    void buildScopes();

    /// Edges grouped by the node at one end: those of position p are
    /// edges[begin[p]] up to edges[begin[p + 1]].
    struct Adjacency {
        std::vector<std::uint32_t> begin;
        std::vector<const Edge*> edges;

        std::span<const Edge* const> at(std::size_t position) const {
            return std::span(edges).subspan(begin[position], begin[position + 1] - begin[position]);
        }
    };
    Adjacency groupedBy(const std::vector<std::uint32_t>& end) const;

    const State* state_;
    BlockId id_;
    IdPositions positions_; ///< of nodes
    IdPositions edges_;
    Adjacency in_;
    Adjacency out_;
    std::vector<NodeId> scopes_; ///< by position
    std::vector<NodeId> topological_;
    bool hasCycle_ = false;

    /// Made when somebody asks first.
    struct Reached {
        std::once_flag made;
        std::size_t words = 0;            ///< of each node
        std::vector<std::uint64_t> nodes; ///< by position: a bit for each node that it reaches
    };
    std::shared_ptr<Reached> reached_ = std::make_shared<Reached>();
};

/// The exit of an entry and the reverse; 0 for other nodes.
NodeId exitOf(const Node& entry);
NodeId entryOf(const Node& exit);

/// Where an element stands: the chain of enclosing elements from the root, itself last
/// (sdfg, block, ..., node, sdfg, block, ..., node or edge).
using ElementPath = std::vector<ElementId>;

enum class ElementKind : std::uint8_t { none, sdfg, block, node, edge, interstateEdge };

/// Finds every element of a document by id. Built in one pass, refers into the document and keeps
/// it alive.
class DocumentIndex {
public:
    explicit DocumentIndex(DocumentPtr document);

    struct Place {
        ElementKind kind = ElementKind::none;
        ElementId parent;             ///< directly enclosing element; 0 for the root SDFG
        const Sdfg* sdfg = nullptr;   ///< the SDFG itself, or the one that contains the element
        const Block* block = nullptr; ///< the block itself, or the state of a node or edge
        const Node* node = nullptr;
        const Edge* edge = nullptr;
        const InterstateEdge* interstateEdge = nullptr;
    };

    const DocumentPtr& document() const { return document_; }
    const Place* find(ElementId id) const { ///< nullptr when absent
        note(Read::place, id.value);
        return id.value < slots_.size() && slots_[id.value] != 0 ? &places_[slots_[id.value] - 1]
                                                                 : nullptr;
    }
    ElementPath path(ElementId id) const;
    /// All states in program order of the file, nested ones right after the node that holds them.
    const std::vector<BlockId>& states() const {
        note(Read::elements, 0);
        return states_;
    }
    const std::vector<SdfgId>& sdfgs() const {
        note(Read::elements, 0);
        return sdfgs_;
    }

private:
    void addSdfg(const Sdfg& sdfg, ElementId parent);
    void addRegion(const Region& region, const Sdfg& sdfg, ElementId parent);
    void addBlock(const Block& block, const Sdfg& sdfg, ElementId parent);
    void addState(const Block& block, const State& state, const Sdfg& sdfg);
    void add(ElementId id, const Place& place);

    DocumentPtr document_;
    std::vector<Place> places_;        ///< in the order of the walk
    std::vector<std::uint32_t> slots_; ///< by id: index in places_ plus 1, or 0
    std::vector<BlockId> states_;
    std::vector<SdfgId> sdfgs_;
};

/// The block where a region begins: its `start`, else the first block that no edge leads to, else
/// the first; 0 for an empty region.
BlockId startOf(const Region& region);

/// Calls `visit` for every block of the region, inner regions included, in file order. Nested SDFGs
/// are not entered.
void forEachBlock(const Region& region, const std::function<void(const Block&)>& visit);

} // namespace mw::ir
