#pragma once

#include "core/ir/index.h"

#include <cstdint>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mw::transforms {

/// How the containers of an SDFG differ from those before an edit. Refers into both SDFGs.
struct ContainerChanges {
    ContainerChanges(const ir::Sdfg& before, const ir::Sdfg& after);
    /// A connector that has the name of a container now.
    bool namesConnectorOf(const ir::Node& node) const;

    std::set<std::string_view> changed; ///< new, gone, or with another descriptor
    std::set<std::string_view> added;   ///< of these the new ones
    std::set<std::string_view> aliases; ///< views and references, changed or not
    bool sameExtents = true;            ///< what is taken for granted of them: each is at least 1
};

/// The nodes and edges of a state whose validity an edit may have changed. That of a node depends
/// on the node, its edges and the scopes around it; that of an edge on its ends, the scopes around
/// them and its memlet path; that of both on the containers that they name.
class StateChanges {
public:
    /// Refers to `after`, not to the others.
    StateChanges(const ir::StateIndex& before, const ir::StateIndex& after,
                 const ContainerChanges& containers);

    bool node(const ir::Node& node) const;
    bool edge(const ir::Edge& edge) const { return all_ || edges_.contains(&edge); }
    /// Of these edges those that are new, or that name another container than before; all of
    /// them where more, or less, is taken for granted of sizes.
    bool region(const ir::Edge& edge) const {
        return all_ || allRegions_ || edges_.at(&edge) == Why::itself;
    }

private:
    /// What about a node: nothing; its edges; the node itself, which concerns what its edges lead
    /// to.
    enum class Change : std::uint8_t { none, around, itself };
    /// What about an edge: it, or the container that it names; what it leads to.
    enum class Why : std::uint8_t { itself, around };

    void compareNodes(const ir::StateIndex& before, const ContainerChanges& containers);
    void compareEdges(const ir::StateIndex& before, const ContainerChanges& containers);
    void enterScopes();
    void addEdgesOfNodes();
    void followPaths();
    void addEndsOfEdges();

    void raise(NodeId node, Change change);
    void add(const ir::Edge& edge, Why why);
    Change at(NodeId node) const;

    const ir::StateIndex& after_;
    bool all_ = false; ///< a cycle: nothing is known about scopes
    bool allRegions_ = false;
    std::vector<Change> nodes_; ///< by position
    std::unordered_map<const ir::Edge*, Why> edges_;
    std::vector<const ir::Edge*> inOrder_; ///< the same, as they were found
};

} // namespace mw::transforms
