// The contents of a nested SDFG under their outer names.

#include "core/analysis/assigned_symbols.h"
#include "transforms/inline_nested_sdfg/plan.h"
#include "transforms/toolkit/substitute.h"

namespace mw::transforms {

namespace {

void renameMemlets(ir::State& state, const Renaming& containers) {
    for (auto& edge : state.edges)
        if (const auto found = containers.find(edge->memlet.data);
            found != containers.end() && found->second != edge->memlet.data) {
            auto copy = std::make_shared<ir::Edge>(*edge);
            copy->memlet.data = found->second;
            edge = std::move(copy);
        }
}

void renameNodes(ir::State& state, const InlineNames& names) {
    for (auto& node : state.nodes) {
        auto copy = std::make_shared<ir::Node>(*node);
        if (auto* access = copy->as<ir::AccessNode>())
            access->data = names.containers.find(access->data)->second;
        else if (auto* tasklet = copy->as<ir::Tasklet>())
            tasklet->code.text = renameIdentifiers(tasklet->code.text, codeOf(*node, names.code));
        else
            continue;
        node = std::move(copy);
    }
}

/// Containers and symbols in control flow.
Renaming textsOf(const InlineNames& names) {
    Renaming texts = names.code;
    for (const auto& [name, outer] : names.containers)
        if (name != outer)
            texts.emplace(name, outer);
    return texts;
}

void renameAssigned(ir::Editor& editor, ElementId owner, const ir::Region& region,
                    const Renaming& assigned) {
    for (std::size_t i = 0; i < region.edges.size(); ++i)
        for (std::size_t a = 0; a < region.edges[i].assignments.size(); ++a)
            if (const auto found = assigned.find(region.edges[i].assignments[a].first);
                found != assigned.end())
                editor.region(owner).edges[i].assignments[a].first = found->second;
}

void renameAssigned(ir::Editor& editor, const ir::Sdfg& inner, const Renaming& assigned) {
    renameAssigned(editor, inner.id, inner.body, assigned);
    ir::forEachBlock(inner.body, [&](const ir::Block& block) {
        if (block.region())
            renameAssigned(editor, block.id, *block.region(), assigned);
        const auto* loop = block.as<ir::LoopRegion>();
        const auto found = loop ? assigned.find(loop->loopVariable) : assigned.end();
        if (found == assigned.end())
            return;
        auto& copy = *editor.block(block.id).as<ir::LoopRegion>();
        copy.loopVariable = found->second;
    });
}

} // namespace

void renameInside(ir::Editor& editor, const NestedAt& place, const InlineNames& names) {
    const ir::Sdfg& inner = place.inner();
    substituteInExpressions(editor, inner.id, names.symbols);
    substituteInControlFlow(editor, inner.id, textsOf(names));
    forEachState(inner, [&](BlockId id, const ir::State&) {
        renameMemlets(editor.state(id), names.containers);
        renameNodes(editor.state(id), names);
    });
    renameAssigned(editor, inner, names.assigned);
    ir::Sdfg& outer = editor.sdfg(place.outer().id);
    for (const auto& [name, data] : editor.sdfg(inner.id).arrays)
        if (data->transient)
            outer.arrays.set(names.containers.find(name)->second, data);
    const auto types = analysis::assignedSymbols(inner);
    for (const auto& [name, fresh] : names.assigned)
        outer.symbols.emplace(fresh, ir::DType{types.find(name)->second, {}});
}

} // namespace mw::transforms
