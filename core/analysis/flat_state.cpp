// What the steps that take structures apart ask of a state.
#include "core/analysis/flat_state.h"

#include "core/analysis/executable.h"
#include "core/analysis/names.h"

#include <algorithm>

namespace mw::analysis {

namespace {

void collectMembers(const ir::DataDescriptor& structure, const std::string& before,
                    std::vector<Member>& found) {
    for (const auto& [name, data] : structure.members)
        if (data->kind == ir::DataKind::structure && !data->members.empty())
            collectMembers(*data, before + name + '.', found);
        else
            found.push_back({before + name, data});
}

} // namespace

std::vector<Member> membersOf(const ir::DataDescriptor& structure) {
    std::vector<Member> found;
    collectMembers(structure, {}, found);
    std::erase_if(found, [](const Member& member) {
        return whyNotExecutable(member.name, *member.data).has_value();
    });
    return found;
}

ir::Node* FlatState::node(NodeId id) {
    const auto found = std::ranges::find(nodes, id, &ir::Node::id);
    return found == nodes.end() ? nullptr : &*found;
}

ir::AccessNode* FlatState::access(NodeId id) {
    ir::Node* at = node(id);
    return at ? at->as<ir::AccessNode>() : nullptr;
}

const ir::DataDescriptor* FlatState::named(std::string_view data) const {
    const ir::DataDescriptor* structure = sdfg.data(containerOf(data));
    return structure && !structure->members.empty() ? dataNamed(sdfg, data) : nullptr;
}

bool FlatState::isStructure(std::string_view data) const {
    const ir::DataDescriptor* found = named(data);
    return found && !found->members.empty();
}

void FlatState::usedWhole(std::string_view data) {
    whole.emplace(containerOf(data));
}

} // namespace mw::analysis
