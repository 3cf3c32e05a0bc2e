// What the interpreter works out once per SDFG.
#include "core/analysis/names.h"
#include "core/interp/frame.h"
#include "core/ir/index.h"

#include <algorithm>

namespace mw::interp {

namespace {

using NameSet = SdfgFacts::NameSet;

/// Where the access nodes of one container stand.
struct Uses {
    const ir::State* state = nullptr;
    bool several = false; ///< states
    std::vector<NodeId> nodes;
    bool zeroed = false;
};

std::map<std::string, Uses> usesIn(const ir::Sdfg& sdfg) {
    std::map<std::string, Uses> all;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        for (const auto& node : state->nodes) {
            const auto* access = node->as<ir::AccessNode>();
            if (!access)
                continue;
            Uses& uses = all[access->data];
            uses.several = uses.several || (uses.state && uses.state != state);
            uses.state = state;
            uses.zeroed = uses.zeroed || access->setZero;
            uses.nodes.push_back(node->id);
        }
    });
    return all;
}

/// The innermost scope with all the nodes in it; 0: the state.
NodeId commonScope(const ir::State& state, const std::vector<NodeId>& nodes) {
    const ir::StateIndex index(state);
    const auto around = [&](NodeId scope, NodeId node) {
        for (NodeId at = index.scope(node); at; at = index.scope(at))
            if (at == scope)
                return true;
        return false;
    };
    NodeId scope = index.scope(nodes.front());
    while (scope && !std::ranges::all_of(nodes, [&](NodeId node) { return around(scope, node); }))
        scope = index.scope(scope);
    return scope;
}

bool outlivesState(const ir::DataDescriptor& data) {
    return data.lifetime != ir::Lifetime::Scope && data.lifetime != ir::Lifetime::State;
}

/// Where a container is allocated says when it is zeroed: in the innermost scope or
/// state with all its uses, or in the SDFG where states share it or the control flow reads it.
void addZeroed(const ir::Sdfg& sdfg, SdfgFacts& facts) {
    NameSet control;
    analysis::forEachControlText(
        sdfg, [&](const std::string& text) { analysis::collectIdentifiers(text, control); });
    for (const auto& [name, uses] : usesIn(sdfg)) {
        const auto* data = sdfg.data(name);
        if (!uses.zeroed || !data || !data->transient || data->kind == ir::DataKind::view)
            continue;
        facts.zeroed.insert(name);
        if (uses.several || control.contains(name) || outlivesState(*data))
            continue;
        const NodeId scope =
            data->lifetime == ir::Lifetime::State ? NodeId{} : commonScope(*uses.state, uses.nodes);
        (scope ? facts.zeroedInScope[scope] : facts.zeroedInState[uses.state]).insert(name);
    }
}

} // namespace

SdfgFacts factsOf(const ir::Sdfg& sdfg) {
    SdfgFacts facts;
    facts.types = analysis::assignedSymbols(sdfg);
    addZeroed(sdfg, facts);
    for (const auto& [name, data] : sdfg.arrays) {
        if (facts.types.empty() || data->kind == ir::DataKind::view)
            continue;
        std::set<std::string, std::less<>> symbols;
        symbolic::collectSymbols(data->totalSize, symbols);
        for (const auto* list : {&data->shape, &data->strides, &data->offset})
            for (const auto& e : *list)
                symbolic::collectSymbols(e, symbols);
        for (const auto& symbol : symbols)
            facts.laidOutBy[symbol].insert(name);
    }
    return facts;
}

} // namespace mw::interp
