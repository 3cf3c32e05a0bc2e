#pragma once

#include "core/ir/index.h"
#include "core/ir/sdfg.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mw::ir {

/// What an edit did to the identities, so that selections, bookmarks and breakpoints survive it.
/// Everything inside an added or removed element is listed too. An element that holds others
/// (SDFG, block, nested SDFG node) counts as modified when its own properties or the list of what
/// it directly holds changed, not when only something further inside did.
struct ChangeSet {
    std::vector<ElementId> added; ///< sorted by id, as the other lists
    std::vector<ElementId> removed;
    std::vector<ElementId> modified;         ///< same id, other content
    std::map<ElementId, ElementId> replaced; ///< removed -> what took its place

    bool empty() const { return added.empty() && removed.empty() && modified.empty(); }
    /// Where `id` is now: itself, what replaced it (followed through chains), or 0.
    ElementId forward(ElementId id) const;
};

/// What changed from `before` to `after`, without `replaced`. Parts that both share are skipped.
ChangeSet changesBetween(const Sdfg& before, const Sdfg& after);

struct EditResult {
    DocumentPtr document;
    ChangeSet changes;
};

/// A private, mutable copy of parts of a document. Only the states and SDFGs that are asked for are
/// copied, and on commit the path above them. The base document is never changed; dropping the
/// Editor drops the edit. References that it hands out stay valid until commit(), except that
/// those to nodes and edges end when these are removed.
class Editor {
public:
    explicit Editor(DocumentPtr base);
    ~Editor();
    Editor(const Editor&) = delete;
    Editor& operator=(const Editor&) = delete;

    const DocumentIndex& base() const;

    /// Mutable copy of a state's nodes and edges. Asserts that the block is a state of the base, or
    /// one that addBlock() made. Nodes and edges may be pushed in with the ids they have: that is
    /// how an element moves from one state to another and keeps its identity.
    State& state(BlockId id);
    /// Of that copy as it is now, and good until it is changed.
    StateIndex indexOf(BlockId state);
    /// Mutable copy of an SDFG's own parts (arrays, symbols, code). Its `body` must be changed
    /// through state() and the block operations only.
    Sdfg& sdfg(SdfgId id);
    /// Mutable copy of the other properties of a block (label, loop, conditions). Not for states'
    /// contents.
    Block& block(BlockId id);

    template <class IdType>
    IdType newId() {
        return IdType{nextId_++};
    }

    // Building blocks inside a state; each asserts that the ids exist.
    NodeId addNode(BlockId state, Node node); ///< gives it an id
    EdgeId addEdge(BlockId state, Edge edge); ///< gives it an id
    /// A map's two nodes, linked to each other.
    std::pair<NodeId, NodeId> addMap(BlockId state, Map map);
    Node& node(BlockId state, NodeId id); ///< private copy of the node, mutable until commit
    Edge& edge(BlockId state, EdgeId id);
    void removeNode(BlockId state, NodeId id); ///< and every edge at it
    void removeEdge(BlockId state, EdgeId id);
    void replaced(ElementId oldId, ElementId newId);

    // Control flow. `owner` is an SDFG, or a block that is or was made a region (not a
    // conditional).
    /// Mutable blocks and edges of a region. Blocks here are as in the base, or placeholders of the
    /// editor's copies: change them through state() and block() only.
    Region& region(ElementId owner);
    BlockId addBlock(ElementId owner, Block block); ///< at the end; gives it an id
    void removeBlock(ElementId owner, BlockId id);  ///< and every interstate edge at it
    EdgeId addInterstateEdge(ElementId owner, InterstateEdge edge); ///< gives it an id

    /// A deep copy in which every element has a new id: needed when a nested SDFG is duplicated.
    SdfgPtr copyWithNewIds(const Sdfg& sdfg);

    /// `wish`, or `wish_0`, `wish_1`, ... : the first that names no container, symbol or constant
    /// of the SDFG.
    std::string freshName(SdfgId sdfg, const std::string& wish);

    /// The edited document, and what changed against the base (computed by comparing shared parts,
    /// so an element that was copied but not altered is not listed). The editor is spent then.
    EditResult commit();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
    std::uint32_t nextId_;
};

} // namespace mw::ir
