// A linked program, however it was rewritten, as the programs between its boundaries.
#include "core/link/unlink.h"

#include "core/analysis/analysis.h"
#include "core/analysis/assumed.h"
#include "core/analysis/bound_names.h"
#include "core/analysis/boundaries.h"
#include "core/analysis/names.h"
#include "core/analysis/program_order.h"
#include "core/inputs/specialised.h"
#include "core/ir/renumber.h"
#include "core/link/detail/program_use.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::link {

namespace {

using analysis::NameSet;

/// Containers with an access node in the state.
NameSet usedIn(const ir::Block& block) {
    NameSet used;
    for (const auto& node : block.as<ir::State>()->nodes)
        if (const auto* access = node->as<ir::AccessNode>())
            used.emplace(analysis::containerOf(access->data));
    return used;
}

bool areEqual(const std::vector<symbolic::Expr>& a, const std::vector<symbolic::Expr>& b) {
    return std::ranges::equal(
        a, b, [](const auto& one, const auto& other) { return symbolic::equal(one, other); });
}

/// Everything is called inside of the stretch as it is outside, and handed over whole.
bool isSameInside(const ir::Sdfg& root, const ir::State& state, const ir::Node& node) {
    const auto& nested = *node.as<ir::NestedSdfg>();
    for (const auto& [inner, outer] : nested.symbolMapping)
        if (!outer.isSymbol() || outer.name() != inner)
            return false;
    for (const auto& edge : state.edges) {
        const auto& connector = edge->dst == node.id ? edge->dstConnector : edge->srcConnector;
        const auto *outer = root.data(connector), *inner = nested.sdfg->data(connector);
        if (!outer || !inner || edge->memlet.data != connector || !edge->memlet.wcr.empty() ||
            outer->kind != inner->kind || !(outer->dtype == inner->dtype) ||
            !areEqual(outer->shape, inner->shape) || !areEqual(outer->strides, inner->strides) ||
            !areEqual(outer->offset, inner->offset) ||
            !symbolic::equal(outer->startOffset, inner->startOffset))
            return false;
        const auto& subset = edge->memlet.subset;
        const auto whole = analysis::wholeContainer(*outer);
        if (!subset || subset->rank() != whole.rank())
            return false;
        for (std::size_t d = 0; d < whole.rank(); ++d)
            if (!symbolic::equal(subset->dims[d].begin, whole.dims[d].begin) ||
                !symbolic::equal(subset->dims[d].end, whole.dims[d].end))
                return false;
    }
    for (const auto& [name, data] : nested.sdfg->arrays)
        if (data->transient ? root.data(name) != nullptr
                            : !node.in.contains(name) && !node.out.contains(name))
            return false;
    return true;
}

class Separation {
public:
    Separation(const ir::Document& linked, const inputs::Scenario& scenario)
        : linked_(linked), scenario_(scenario) {}

    Expected<inputs::SequenceInput> run() {
        MW_CHECK(findStretches());
        inputs::SequenceInput sequence{.name = linked_.root->name, .programs = {}, .calls = {}};
        const auto exchanged = analysis::boundariesOf(*linked_.root);
        for (std::size_t s = 0; s < stretches_.size(); ++s) {
            sequence.calls.push_back({s, 1});
            MW_TRY(sequence.programs.emplace_back(), programOf(s));
            if (s == 0)
                continue;
            auto& exchange = sequence.exchanges.emplace_back();
            exchange.before = s;
            for (const auto& field : exchanged[s - 1])
                if (const auto* data = linked_.root->data(field); data && !data->transient)
                    exchange.fields.push_back(field);
        }
        for (const auto& [name, data] : linked_.root->arrays)
            if (passesBetween(name))
                sequence.internal.push_back(name);
        return sequence;
    }

private:
    Unexpected refuse(const std::string& why) const {
        return fail("unlink",
                    fmt::format("'{}' cannot be taken apart: {}", linked_.root->name, why));
    }

    Expected<void> findStretches() {
        const std::size_t boundaries = analysis::boundariesOf(*linked_.root).size();
        if (boundaries == 0)
            return refuse("it has no boundaries that must stay (a sequence that is linked says "
                          "where they are: { \"exchange\": [...] } between calls)");
        const auto order = analysis::inProgramOrder(linked_.root->body);
        for (const auto& block : order) {
            const auto* state = block->as<ir::State>();
            if (state && state->nodes.empty())
                continue;
            if (!analysis::stretchIn(*block))
                return refuse(fmt::format("'{}' stands between its boundaries and belongs to none "
                                          "of their programs",
                                          block->label));
            stretches_.push_back(block);
            used_.push_back(usedIn(*block));
        }
        if (stretches_.size() != boundaries + 1)
            return refuse(fmt::format("it has {} boundaries and {} programs beside them",
                                      boundaries, stretches_.size()));
        return {};
    }
    /// A temporary that more than one stretch uses.
    bool passesBetween(const std::string& name) const {
        return linked_.root->data(name)->transient &&
               std::ranges::count_if(used_, [&](const auto& used) { return used.contains(name); }) >
                   1;
    }

    Expected<inputs::SequenceProgram> programOf(std::size_t s) const {
        const ir::Block& block = *stretches_[s];
        ir::Sdfg program = *linked_.root;
        program.name = analysis::stretchIn(block)->as<ir::NestedSdfg>()->label;
        program.origin = nullptr;
        program.body = {};
        program.body.start = block.id;
        program.body.blocks.push_back(inlinable(block));
        analysis::setBoundaries(program, {});
        keepContainers(program, used_[s]);
        unwrap(program, block);
        keepSymbols(program);
        std::erase_if(program.argNames, [&](const std::string& name) {
            const auto* data = program.data(name);
            return data ? data->transient : !program.symbols.contains(name);
        });
        ir::Document document;
        document.format = linked_.format;
        document.root = ir::renumbered(program, document.nextId);
        MW_TRY(auto scenario, scenarioOf(program));
        return inputs::SequenceProgram{program.name,
                                       std::make_shared<const ir::Document>(std::move(document)),
                                       std::move(scenario),
                                       {}};
    }
    /// By itself it may be.
    static ir::BlockPtr inlinable(const ir::Block& block) {
        ir::Block copy = block;
        auto& nodes = copy.as<ir::State>()->nodes;
        for (auto& node : nodes)
            if (node->as<ir::NestedSdfg>()) {
                auto nested = std::make_shared<ir::Node>(*node);
                nested->as<ir::NestedSdfg>()->noInline = false;
                node = std::move(nested);
            }
        return std::make_shared<const ir::Block>(std::move(copy));
    }
    /// What the stretch does in the place of its node, where all is called the same there.
    void unwrap(ir::Sdfg& program, const ir::Block& block) const {
        const auto& node = *analysis::stretchIn(block);
        const ir::Sdfg& inner = *node.as<ir::NestedSdfg>()->sdfg;
        if (!inner.constants.empty() || !inner.constantArrays.empty() ||
            !isSameInside(*linked_.root, *block.as<ir::State>(), node))
            return;
        program.body = inner.body;
        program.usingExplicitControlFlow = inner.usingExplicitControlFlow;
        for (const auto& [name, data] : inner.arrays)
            if (data->transient)
                program.arrays.set(name, data);
        for (const auto& [name, type] : inner.symbols)
            program.symbols.emplace(name, type);
    }
    void keepContainers(ir::Sdfg& program, const NameSet& used) const {
        for (const auto& [name, data] : linked_.root->arrays) {
            if (!used.contains(name) && !data->isScalar()) {
                program.arrays.erase(name);
            } else if (passesBetween(name)) {
                ir::DataDescriptor argument = *data;
                argument.transient = false;
                argument.lifetime = ir::Lifetime::Scope;
                program.arrays.set(name,
                                   std::make_shared<const ir::DataDescriptor>(std::move(argument)));
            }
        }
        const auto symbols = analysis::usedSymbols(program); // scalars that ranges are read from
        for (const auto& [name, data] : linked_.root->arrays)
            if (data->isScalar() && !used.contains(name) && !symbols.contains(name))
                program.arrays.erase(name);
    }
    static void keepSymbols(ir::Sdfg& program) {
        const auto used = analysis::usedSymbols(program);
        NameSet symbols(used.begin(), used.end());
        for (const auto& [name, data] : program.arrays)
            collectSymbols(*data, symbols);
        for (const auto& fact : analysis::assumedFacts(program).facts)
            symbolic::collectSymbols(fact, symbols);
        symbols.merge(analysis::boundNames(program)); // assigned inside
        std::erase_if(program.symbols,
                      [&](const auto& symbol) { return !symbols.contains(symbol.first); });
    }

    Expected<inputs::Scenario> scenarioOf(const ir::Sdfg& program) const {
        inputs::Scenario scenario = scenario_;
        scenario.program = program.name;
        std::erase_if(scenario.symbols, [&](const auto& value) {
            return !program.symbols.contains(value.first) && !program.data(value.first);
        });
        std::erase_if(scenario.arrays, [&](const auto& array) {
            const auto* data = program.data(array.first);
            return !data || data->transient;
        });
        return inputs::completeScenario(program, scenario);
    }

    const ir::Document& linked_;
    const inputs::Scenario& scenario_;
    std::vector<ir::BlockPtr> stretches_;
    std::vector<NameSet> used_; ///< containers of each
};

} // namespace

Expected<inputs::SequenceInput> unlink(const ir::DocumentPtr& linked,
                                       const inputs::Scenario& scenario) {
    return Separation(*linked, scenario).run();
}

} // namespace mw::link
