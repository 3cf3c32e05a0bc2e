// Which containers a state reads and writes, and which are used only once.
#include "core/analysis/analysis.h"
#include "core/analysis/names.h"
#include "core/analysis/read_by_name.h"

#include <algorithm>

namespace mw::analysis {

AccessSets accessSets(const ir::State& state) {
    const ir::StateIndex index(state);
    AccessSets sets;
    const auto moves = [](const ir::Edge* edge) { return !edge->memlet.empty(); };
    for (const auto& node : state.nodes) {
        const auto* access = node->as<ir::AccessNode>();
        if (!access)
            continue;
        const auto in = index.inEdges(node->id);
        const auto out = index.outEdges(node->id);
        if (std::ranges::any_of(in, moves))
            sets.written.insert(access->data);
        if (std::ranges::any_of(out, moves))
            sets.read.insert(access->data);
    }
    return sets;
}

void forEachAccess(const ir::Sdfg& sdfg, const std::function<void(std::string_view)>& visit) {
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        for (const auto& node : state->nodes)
            if (const auto* access = node->as<ir::AccessNode>())
                visit(containerOf(sdfg, access->data));
    });
}

NameSet singleUseData(const ir::Sdfg& sdfg) {
    return singleUseData(sdfg, readByName(sdfg));
}

NameSet singleUseData(const ir::Sdfg& sdfg, const NameSet& byName) {
    std::map<std::string, int, std::less<>> uses;
    forEachAccess(sdfg, [&](std::string_view name) { ++uses[std::string(name)]; });
    NameSet result;
    for (const auto& [name, count] : uses)
        if (count == 1 && !byName.contains(name))
            result.insert(name);
    return result;
}

bool isSingleUse(const ir::Sdfg& sdfg, std::string_view name) {
    int uses = 0;
    forEachAccess(sdfg, [&](std::string_view container) { uses += container == name ? 1 : 0; });
    return uses == 1 && !isReadByName(sdfg, name);
}

} // namespace mw::analysis
