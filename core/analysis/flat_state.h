#pragma once

#include "core/ir/sdfg.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

// One state on its way to a program without structures (flatten_structures.h), and the steps there.

namespace mw::analysis {

/// A member that is no structure; `name`: inside of the structure.
struct Member {
    std::string name;
    ir::DataPtr data;
};
/// Those that can be computed with, also of structures inside.
std::vector<Member> membersOf(const ir::DataDescriptor& structure);

struct FlatState {
    const ir::Sdfg& sdfg;  ///< as it was
    std::uint32_t& nextId; ///< for new nodes and edges
    std::set<std::string, std::less<>>&
        whole; ///< structures that are used otherwise than by members
    std::vector<ir::Node> nodes = {};
    std::vector<ir::Edge> edges = {};

    ir::Node* node(NodeId id);         ///< null: it is not there
    ir::AccessNode* access(NodeId id); ///< null: it is none
    /// What `structure` or `structure.member` names, if that is a structure or in one.
    const ir::DataDescriptor* named(std::string_view data) const;
    /// A structure, or a structure in one.
    bool isStructure(std::string_view data) const;
    void usedWhole(std::string_view data);
};

/// Views of structures: what is done with their members is done with those of what they look at.
void dissolveStructureViews(FlatState& state);
/// Structures that pass through scopes and into nested SDFGs pass as their members, each by
/// connectors of its own. `before`: the nested SDFGs that had structures, as they were.
void passMembers(FlatState& state, const std::map<NodeId, ir::SdfgPtr>& before);
/// An access node for each member that the edges of a structure's node name.
void splitStructureNodes(FlatState& state);

} // namespace mw::analysis
