#include "transforms/rename.h"

#include <cctype>
#include <set>

namespace mw::transforms {

namespace {

bool continuesName(char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

void renameMemlet(ir::Memlet& memlet, const symbolic::Substitution& values) {
    if (memlet.subset)
        memlet.subset = memlet.subset->substitute(values);
    if (memlet.otherSubset)
        memlet.otherSubset = memlet.otherSubset->substitute(values);
    memlet.volume = symbolic::substitute(memlet.volume, values);
}

void renameNode(ir::Node& node, const Renaming& names, const symbolic::Substitution& values) {
    if (auto* tasklet = node.as<ir::Tasklet>())
        tasklet->code.text = renameIdentifiers(tasklet->code.text, names);
    else if (auto* map = node.as<ir::MapEntry>())
        map->map.range = map->map.range.substitute(values);
    else if (auto* consume = node.as<ir::ConsumeEntry>())
        consume->numPes = symbolic::substitute(consume->numPes, values);
    else if (auto* nested = node.as<ir::NestedSdfg>())
        for (auto& [inner, outer] : nested->symbolMapping)
            outer = symbolic::substitute(outer, values);
}

bool needsRenaming(const ir::Node& node) {
    return node.as<ir::Tasklet>() || node.as<ir::MapEntry>() || node.as<ir::ConsumeEntry>() ||
           node.as<ir::NestedSdfg>();
}

/// Nodes of the scope at any depth, the exit included, the entry not.
std::set<NodeId> nodesInside(const ir::StateIndex& index, NodeId entry) {
    std::set<NodeId> inside;
    for (const NodeId id : index.topological())
        for (NodeId at = index.scope(id); at; at = index.scope(at))
            if (at == entry)
                inside.insert(id);
    return inside;
}

} // namespace

std::string renameIdentifiers(std::string_view code, const Renaming& names) {
    std::string result;
    for (std::size_t i = 0; i < code.size();) {
        const std::size_t begin = i;
        while (i < code.size() && continuesName(code[i]))
            ++i;
        if (i == begin) {
            result += code[i++];
            continue;
        }
        const auto word = code.substr(begin, i - begin);
        const bool member = begin > 0 && code[begin - 1] == '.';
        const auto found = names.find(word);
        result += found != names.end() && !member ? std::string_view(found->second) : word;
    }
    return result;
}

symbolic::Substitution substitutionOf(const Renaming& names) {
    symbolic::Substitution values;
    for (const auto& [from, to] : names)
        values.emplace(from, symbolic::Expr::symbol(to));
    return values;
}

void renameInScope(ir::Editor& editor, BlockId state, NodeId entry, const Renaming& names) {
    if (names.empty())
        return;
    const symbolic::Substitution values = substitutionOf(names);
    const ir::StateIndex index(editor.state(state));
    const std::set<NodeId> inside = nodesInside(index, entry);
    std::set<EdgeId> edges;
    for (const NodeId id : inside)
        for (const ir::Edge* edge : index.inEdges(id))
            edges.insert(edge->id);
    // The index refers into the state that is changed now: only ids from here on.
    std::set<NodeId> nodes;
    for (const NodeId id : inside)
        if (needsRenaming(*index.node(id)))
            nodes.insert(id);
    for (const EdgeId id : edges)
        renameMemlet(editor.edge(state, id).memlet, values);
    for (const NodeId id : nodes)
        renameNode(editor.node(state, id), names, values);
}

} // namespace mw::transforms
