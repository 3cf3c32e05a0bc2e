// How an SDFG uses its containers: one pass over states and control flow.
#include "core/codegen/environment/usage.h"

#include "core/analysis/named_elements.h"
#include "core/ir/index.h"
#include "core/support/identifiers.h"

#include <algorithm>
#include <set>
#include <vector>

namespace mw::codegen {

namespace {

/// A scope and the scopes around it, ending with the top level (0).
std::vector<NodeId> scopeChain(const ir::StateIndex& index, NodeId scope) {
    std::vector<NodeId> chain;
    for (; scope; scope = index.scope(scope))
        chain.push_back(scope);
    chain.push_back({});
    return chain;
}

NodeId commonScope(const ir::StateIndex& index, NodeId a, NodeId b) {
    const auto chain = scopeChain(index, b);
    for (const NodeId scope : scopeChain(index, a))
        if (std::find(chain.begin(), chain.end(), scope) != chain.end())
            return scope;
    return {};
}

class UsageAnalysis {
public:
    explicit UsageAnalysis(const ir::Sdfg& sdfg) : sdfg_(sdfg) {}

    UsageTable run() {
        region(sdfg_.body);
        for (auto& [name, seen] : seen_)
            table_[name] = conclude(seen);
        for (const auto& entry : sdfg_.arrays) {
            if (control_.contains(entry.name))
                table_[entry.name].readByControl = true;
            if (const auto use = table_.find(entry.name);
                use != table_.end() && use->second.setZero)
                placeZeroed(*entry.value, use->second);
        }
        return std::move(table_);
    }

private:
    struct Seen {
        BlockId state;
        bool severalStates = false, carried = false, sameScope = true, plainWriter = false;
        bool setZero = false;
        NodeId scope;
        int writes = 0;
    };

    /// When a container is zeroed is a matter of where it is allocated.
    static void placeZeroed(const ir::DataDescriptor& data, Usage& use) {
        const bool scoped =
            data.lifetime == ir::Lifetime::Scope || data.lifetime == ir::Lifetime::State;
        if (!scoped || use.readByControl)
            use.state = BlockId{};
        if (!use.state || data.lifetime == ir::Lifetime::State)
            use.scope = NodeId{};
    }

    void region(const ir::Region& region) {
        for (const auto& edge : region.edges) {
            text(edge.condition.text);
            for (const auto& [name, value] : edge.assignments)
                text(value);
        }
        for (const auto& block : region.blocks)
            this->block(*block);
    }
    void block(const ir::Block& block) {
        if (const auto* s = block.as<ir::State>())
            state(block, *s);
        if (const auto* loop = block.as<ir::LoopRegion>()) {
            text(loop->init.text);
            text(loop->condition.text);
            text(loop->update.text);
        }
        if (const auto* conditional = block.as<ir::ConditionalBlock>()) {
            for (const auto& branch : conditional->branches) {
                if (branch.condition)
                    text(branch.condition->text);
                if (branch.body)
                    this->block(*branch.body);
            }
        }
        if (const ir::Region* inner = block.region())
            region(*inner);
    }
    void text(const std::string& python) {
        forEachWord(python, [&](const Word& word) { control_.emplace(word.text); });
    }

    void state(const ir::Block& block, const ir::State& state) {
        control_.merge(analysis::namedElements(sdfg_, state));
        const ir::StateIndex index(state);
        for (const auto& node : state.nodes) {
            if (const auto* access = node->as<ir::AccessNode>())
                add(seen_[access->data], block.id, index, *node);
        }
    }
    static void add(Seen& seen, BlockId state, const ir::StateIndex& index, const ir::Node& node) {
        const NodeId scope = index.scope(node.id);
        seen.setZero = seen.setZero || node.as<ir::AccessNode>()->setZero;
        if (!seen.state) {
            seen.state = state;
            seen.scope = scope;
        } else if (seen.state != state) {
            seen.severalStates = true;
        } else {
            seen.sameScope = seen.sameScope && scope == seen.scope;
            seen.scope = commonScope(index, seen.scope, scope);
        }
        if (index.inEdges(node.id).empty())
            seen.carried = true;
        for (const ir::Edge* edge : index.inEdges(node.id)) {
            if (edge->memlet.empty())
                continue;
            ++seen.writes;
            const ir::Node* writer = index.node(edge->src);
            seen.plainWriter = edge->memlet.wcr.empty() && writer &&
                               (writer->as<ir::Tasklet>() ||
                                ((writer->as<ir::AccessNode>() || writer->as<ir::MapEntry>()) &&
                                 isOnePoint(edge->memlet)));
        }
    }
    /// What is not certainly one element is copied by a loop.
    static bool isOnePoint(const ir::Memlet& memlet) {
        const auto isPoint = [](const std::optional<symbolic::Subset>& subset) {
            return !subset || std::ranges::all_of(subset->dims, [](const auto& range) {
                return symbolic::simplify(range.size()).isInteger(1);
            });
        };
        return isPoint(memlet.subset) && isPoint(memlet.otherSubset);
    }
    static Usage conclude(const Seen& seen) {
        Usage usage;
        usage.used = true;
        usage.written = seen.writes > 0;
        usage.setZero = seen.setZero;
        usage.singleWrite = seen.writes == 1 && !seen.setZero;
        if (!seen.severalStates && (!seen.carried || seen.scope || seen.setZero)) {
            usage.state = seen.state;
            usage.scope = seen.scope;
            usage.constant =
                usage.singleWrite && seen.sameScope && seen.plainWriter && !seen.carried;
        }
        return usage;
    }

    const ir::Sdfg& sdfg_;
    std::map<std::string, Seen, std::less<>> seen_;
    /// Words of conditions and assignments, and what ranges and memlets name.
    std::set<std::string, std::less<>> control_;
    UsageTable table_;
};

} // namespace

UsageTable analyseUsage(const ir::Sdfg& sdfg) {
    return UsageAnalysis(sdfg).run();
}

} // namespace mw::codegen
