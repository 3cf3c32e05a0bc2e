#pragma once

#include "core/ir/index.h"
#include "core/ir/sdfg.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mw::ir {

/// What an edit did to the identities, so that selections, bookmarks and breakpoints survive it.
struct ChangeSet {
    std::vector<ElementId> added; ///< sorted by id, as the other lists
    std::vector<ElementId> removed;
    std::vector<ElementId> modified;         ///< same id, other content
    std::map<ElementId, ElementId> replaced; ///< removed -> what took its place

    bool empty() const { return added.empty() && removed.empty() && modified.empty(); }
    /// Where `id` is now: itself, what replaced it (followed through chains), or 0.
    ElementId forward(ElementId id) const;
};

struct EditResult {
    DocumentPtr document;
    ChangeSet changes;
};

/// A private, mutable copy of parts of a document. Only the states and SDFGs that are asked for are
/// copied, and on commit the path above them. The base document is never changed; dropping the
/// Editor drops the edit.
class Editor {
public:
    explicit Editor(DocumentPtr base);
    ~Editor();
    Editor(const Editor&) = delete;
    Editor& operator=(const Editor&) = delete;

    const DocumentIndex& base() const;

    /// Mutable copy of a state's nodes and edges. Asserts that the block is a state of the base.
    State& state(BlockId id);
    /// Mutable copy of an SDFG's own parts (arrays, symbols, code). Its `body` must be changed
    /// through state() and region operations only.
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
    Node& node(BlockId state, NodeId id);     ///< private copy of the node, mutable until commit
    Edge& edge(BlockId state, EdgeId id);
    void removeNode(BlockId state, NodeId id); ///< and every edge at it
    void removeEdge(BlockId state, EdgeId id);
    void replaced(ElementId oldId, ElementId newId);
    /// `wish`, or `wish_0`, `wish_1`, ... : the first that names no container, symbol or constant
    /// of the SDFG.
    std::string freshName(SdfgId sdfg, const std::string& wish);

    /// The edited document, and what changed against the base (computed by comparing shared parts,
    /// so an element that was copied but not altered still counts as modified only if its pointer
    /// changed and its content differs where cheap to tell).
    EditResult commit();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
    std::uint32_t nextId_;
};

} // namespace mw::ir
