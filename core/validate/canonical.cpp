// GT4Py's canonical form inside one state.
#include "core/analysis/region_index.h"
#include "core/conventions/conventions.h"
#include "core/ir/predicates.h"
#include "core/validate/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mw::validate {

// The canonical form of GT4Py's graphs (its ADR-0018; docs/validation.md has the rules). What
// breaks it is no error: other programs need not follow it, but the transformations of GT4Py assume
// it. So its findings are warnings in programs that GT4Py made and hints in others; those of rules
// 6 to 10, which hold only once simplify has run, are hints before that as well.

namespace {

/// 11: map variables say which dimension they run over.
void checkParams(const StateContext& c, const ir::Node& node, const ir::Map& map,
                 Findings& findings) {
    for (const auto& param : map.params)
        if (!conventions::endsInDimensionKind(param) && param != "__gt4py_zerodim")
            findings.add(c.in.canonical.severity(), "canonical-rule-11",
                         fmt::format("The variable '{}' of {} names no dimension: the canonical "
                                     "form wants i_<dimension>_gtx_horizontal, _gtx_vertical or "
                                     "_gtx_localdim.",
                                     param, called(c, node)),
                         {node.id}, "params/" + param);
}

/// 10: what lives inside a map stays inside.
void checkLocal(const StateContext& c, const ir::Node& node, const ir::AccessNode& access,
                const ir::DataDescriptor& data, Findings& findings) {
    if (!isLocal(data) && (c.in.insideMap || c.index.scope(node.id)))
        findings.add(c.in.canonical.severitySimplified(), "canonical-rule-10",
                     fmt::format("The temporary '{}' {} is inside a map, but has the lifetime {} "
                                 "and the storage {}: the canonical form wants Scope, and Default "
                                 "or Register.",
                                 access.data, where(c), ir::name(data.lifetime),
                                 ir::name(data.storage)),
                     {node.id});
}

/// 7, 9: the edges of one access node.
void checkEdgesOf(const StateContext& c, const ir::Node& node, const ir::AccessNode& access,
                  Findings& findings) {
    const auto carries = [](const ir::Edge* e) { return !e->memlet.empty(); };
    const auto in = c.index.inEdges(node.id);
    const auto writes = std::ranges::count_if(in, carries);
    if (writes > 1) // recommended only
        findings.hint("canonical-rule-7",
                      fmt::format("The temporary '{}' {} is written by {} edges; the canonical "
                                  "form recommends one.",
                                  access.data, where(c), writes),
                      {node.id});
    if (writes == 0 && !in.empty() && std::ranges::any_of(c.index.outEdges(node.id), carries))
        findings.add(c.in.canonical.severitySimplified(), "canonical-rule-9",
                     fmt::format("The temporary '{}' {} is read without being written there, but "
                                 "edges lead to it: the canonical form wants a source node.",
                                 access.data, where(c)),
                     {node.id});
}

/// 8: one access node for each temporary in a state.
void checkSingleNodes(const StateContext& c,
                      const std::map<std::string_view, std::vector<ElementId>>& nodes,
                      Findings& findings) {
    for (const auto& [data, ids] : nodes)
        if (ids.size() > 1)
            findings.add(c.in.canonical.severitySimplified(), "canonical-rule-8",
                         fmt::format("The temporary '{}' has {} access nodes {}; the canonical "
                                     "form has one.",
                                     data, ids.size(), where(c)),
                         ids);
}

} // namespace

void checkCanonicalState(const StateContext& c, Findings& findings) {
    std::map<std::string_view, std::vector<ElementId>> nodes;
    for (const auto& node : c.state.nodes) {
        if (const auto* entry = node->as<ir::MapEntry>(); entry && c.in.canonical.fromGt4py)
            checkParams(c, *node, entry->map, findings);
        const auto* access = node->as<ir::AccessNode>();
        const auto* data = access ? c.in.sdfg.data(access->data) : nullptr;
        if (!data || !data->transient)
            continue;
        nodes[access->data].push_back(node->id);
        checkLocal(c, *node, *access, *data, findings);
        checkEdgesOf(c, *node, *access, findings);
    }
    checkSingleNodes(c, nodes, findings);
    checkGlobalsInPlace(c, findings);
}

namespace {

/// Two dataflow states with nothing between them: the first thing that simplify does is to fuse
/// such. States without an access node (a synchronisation that GT4Py appends) do not count.
bool canFuse(const analysis::RegionIndex& index, const ir::InterstateEdge& edge) {
    const bool plain = edge.assignments.empty() && ir::isAlwaysTrue(edge.condition);
    if (!plain || index.out(edge.src).size() != 1 || index.entries(edge.dst) != 1)
        return false;
    const auto movesData = [&](BlockId id) {
        const ir::Block* block = index.block(id);
        const auto* state = block ? block->as<ir::State>() : nullptr;
        return state && std::ranges::any_of(state->nodes, [](const auto& node) {
                   return node->template as<ir::AccessNode>() != nullptr;
               });
    };
    return movesData(edge.src) && movesData(edge.dst);
}

bool hasDimensionNames(const ir::Sdfg& sdfg) {
    bool found = false;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        for (std::size_t i = 0; state && !found && i < state->nodes.size(); ++i) {
            const ir::Node& node = *state->nodes[i];
            if (const auto* entry = node.as<ir::MapEntry>())
                found = std::ranges::any_of(entry->map.params, conventions::endsInDimensionKind);
            else if (const auto* nested = node.as<ir::NestedSdfg>(); nested && nested->sdfg)
                found = hasDimensionNames(*nested->sdfg);
        }
    });
    return found;
}

} // namespace

CanonicalForm CanonicalForm::of(const ir::Sdfg& root) {
    CanonicalForm form;
    form.fromGt4py = hasDimensionNames(root);
    const auto fusable = [](const ir::Region& region) {
        const analysis::RegionIndex index(region);
        return std::ranges::any_of(
            region.edges, [&](const ir::InterstateEdge& edge) { return canFuse(index, edge); });
    };
    form.looksSimplified = !fusable(root.body);
    ir::forEachBlock(root.body, [&](const ir::Block& block) {
        if (const auto* inner = block.region(); inner && fusable(*inner))
            form.looksSimplified = false;
    });
    return form;
}

} // namespace mw::validate
