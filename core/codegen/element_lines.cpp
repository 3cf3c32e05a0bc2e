// Leads from elements of the graph to lines of the code.
#include "core/codegen/element_lines.h"

#include "core/analysis/path_ends.h"

#include <algorithm>

namespace mw::codegen {

ElementLines::ElementLines(const std::vector<ElementId>& elements, const ir::DocumentIndex& index) {
    for (std::size_t line = 0; line < elements.size(); ++line)
        if (elements[line])
            lines_[elements[line]].push_back(static_cast<int>(line) + 1);
    const auto own = lines_;
    for (const auto& [element, lines] : own)
        addAround(element, lines, index);
    for (const BlockId state : index.states())
        addUses(*index.find(state)->block);
    for (auto& [element, lines] : lines_) {
        std::ranges::sort(lines);
        lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    }
    states_.clear();
}

std::vector<int> ElementLines::of(const std::vector<ElementId>& ids) const {
    std::vector<int> all;
    for (const ElementId id : ids)
        if (const auto found = lines_.find(id); found != lines_.end())
            all.insert(all.end(), found->second.begin(), found->second.end());
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

void ElementLines::add(ElementId element, const Lines& lines) {
    Lines& all = lines_[element];
    all.insert(all.end(), lines.begin(), lines.end());
}

const ir::StateIndex& ElementLines::stateOf(const ir::Block& block) {
    return states_.try_emplace(block.id, *block.as<ir::State>()).first->second;
}

/// To what the element stands in, up to the whole program.
void ElementLines::addAround(ElementId element, const Lines& lines,
                             const ir::DocumentIndex& index) {
    const ir::ElementPath path = index.path(element);
    for (const ElementId around : path) {
        if (around != element)
            add(around, lines);
        addScopes(around, lines, index);
    }
}

/// To the maps around it, and to both ends of each; of a map itself, to its exit.
void ElementLines::addScopes(ElementId element, const Lines& lines,
                             const ir::DocumentIndex& index) {
    const auto* place = index.find(element);
    if (!place || !place->block || !place->block->as<ir::State>() ||
        (place->kind != ir::ElementKind::node && place->kind != ir::ElementKind::edge))
        return;
    const ir::StateIndex& state = stateOf(*place->block);
    NodeId inside = place->node ? place->node->id : place->edge->src;
    if (const ir::Node* node = state.node(inside); place->node && node->isEntry())
        add(ir::exitOf(*node), lines);
    // An edge out of an entry is inside of its map.
    if (const ir::Node* node = state.node(inside); !place->node && node && node->isEntry()) {
        add(inside, lines);
        add(ir::exitOf(*node), lines);
    }
    for (std::size_t depth = 0; depth <= state.size(); ++depth) {
        inside = state.scope(inside);
        const ir::Node* entry = inside ? state.node(inside) : nullptr;
        if (!entry)
            return;
        add(inside, lines);
        add(ir::exitOf(*entry), lines);
    }
}

/// From code to the memlets and access nodes that it reads and writes.
void ElementLines::addUses(const ir::Block& block) {
    const auto* state = block.as<ir::State>();
    if (!state || std::ranges::none_of(state->nodes, [&](const ir::NodePtr& node) {
            return node->isCode() && lines_.contains(node->id);
        }))
        return;
    const ir::StateIndex& index = stateOf(block);
    const analysis::PathEnds paths(index);
    for (const ir::EdgePtr& edge : state->edges) {
        const ir::Node* from = index.node(edge->src);
        const ir::Node* to = index.node(edge->dst);
        for (const auto& [code, step] :
             {std::pair{to, &analysis::PathEnds::before}, {from, &analysis::PathEnds::after}}) {
            const auto found = code && code->isCode() ? lines_.find(code->id) : lines_.end();
            if (found == lines_.end())
                continue;
            const Lines lines = found->second;
            const ir::Edge* last = edge.get();
            for (const ir::Edge* at = last; at; at = (paths.*step)(*at)) {
                add(at->id, lines);
                last = at;
            }
            const ir::Node* end = index.node(code == to ? last->src : last->dst);
            if (end && end->as<ir::AccessNode>())
                add(end->id, lines);
        }
    }
}

} // namespace mw::codegen
