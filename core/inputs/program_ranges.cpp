// The ranges of a program's maps and loops over its own symbols.
#include "core/inputs/program_ranges.h"

#include "core/analysis/footprint.h"
#include "core/analysis/names.h"
#include "core/ir/index.h"
#include "core/tasklet/tasklet.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace mw::inputs {

namespace {

using symbolic::Range;
using symbolic::Substitution;

using Visit = std::function<void(const ir::Sdfg&, const Substitution&)>;

Substitution innerSymbols(const ir::NestedSdfg& nested, const Substitution& outer) {
    Substitution inner;
    for (const auto& [name, value] : nested.symbolMapping)
        inner.emplace(name, symbolic::substitute(value, outer));
    return inner;
}

/// Every SDFG with what its symbols are in terms of the program's.
void forEachSdfg(const ir::Sdfg& sdfg, const Substitution& outer, const Visit& visit) {
    visit(sdfg, outer);
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        for (const ir::NodePtr& node : state->nodes) {
            const auto* nested = node->as<ir::NestedSdfg>();
            if (nested && nested->sdfg)
                forEachSdfg(*nested->sdfg, innerSymbols(*nested, outer), visit);
        }
    });
}

/// Names that two sides of a comparison consist of.
void findComparisons(const tasklet::Ast& ast,
                     const std::function<void(const std::string&, const std::string&)>& found) {
    static const std::set<std::string, std::less<>> kRelations = {"==", "!=", "<", "<=", ">", ">="};
    if (ast.op == tasklet::Op::binary && kRelations.contains(ast.text)) {
        const auto names = [](const tasklet::Ast& side) {
            analysis::NameSet used;
            analysis::collectIdentifiers(tasklet::print(side), used);
            return used;
        };
        for (const std::string& a : names(*ast.args[0]))
            for (const std::string& b : names(*ast.args[1])) {
                found(a, b);
                found(b, a);
            }
    }
    for (const auto& arg : ast.args)
        findComparisons(*arg, found);
}

bool isEmpty(const ProgramRange& range, const symbolic::Bindings& symbols) {
    const auto size = symbolic::evaluateInteger(range.range.size(), symbols);
    return size && *size <= 0;
}

} // namespace

namespace {

using Scope = std::optional<std::size_t>;

class RangeWalker {
public:
    void sdfg(const ir::Sdfg& sdfg, const Substitution& symbols, Scope around) {
        region(sdfg.body, symbols, around);
    }
    ProgramRanges found;

private:
    void region(const ir::Region& body, const Substitution& symbols, Scope around) {
        for (const auto& block : body.blocks)
            this->block(*block, symbols, around);
    }

    void block(const ir::Block& block, const Substitution& symbols, Scope around) {
        if (const auto* state = block.as<ir::State>()) {
            this->state(*state, symbols, around);
        } else if (const auto* conditional = block.as<ir::ConditionalBlock>()) {
            for (const auto& branch : conditional->branches)
                if (branch.body)
                    this->block(*branch.body, symbols, around);
        } else if (const ir::Region* inner = block.region()) {
            const auto* loop = block.as<ir::LoopRegion>();
            const auto range = loop ? analysis::loopRange(*loop) : std::nullopt;
            if (range) {
                around = scope(around);
                add(block.label, loop->loopVariable, *range, symbols, *around);
            }
            region(*inner, symbols, around);
        }
    }

    void state(const ir::State& state, const Substitution& symbols, Scope around) {
        const ir::StateIndex index(state);
        std::map<NodeId, Scope> scopes{{NodeId{}, around}};
        for (const NodeId id : index.topological()) { // entries before what is inside of them
            const ir::Node& node = *index.node(id);
            const auto known = scopes.find(index.scope(id));
            const Scope here = known == scopes.end() ? around : known->second;
            if (const auto* entry = node.as<ir::MapEntry>()) {
                const Scope inside = scope(here);
                scopes[id] = inside;
                for (std::size_t p = 0; p < entry->map.params.size() && p < entry->map.range.rank();
                     ++p)
                    add(entry->map.label, entry->map.params[p], entry->map.range.dims[p], symbols,
                        *inside);
            } else if (const auto* nested = node.as<ir::NestedSdfg>()) {
                if (nested->sdfg)
                    sdfg(*nested->sdfg, innerSymbols(*nested, symbols), here);
            } else if (here && node.isCode()) {
                found.scopes[*here].computes = true;
            }
        }
    }

    Scope scope(Scope outer) {
        found.scopes.push_back({outer, false});
        return found.scopes.size() - 1;
    }

    void add(const std::string& label, const std::string& parameter, const Range& range,
             const Substitution& symbols, std::size_t scope) {
        found.ranges.push_back(
            {label,
             parameter,
             {symbolic::substitute(range.begin, symbols), symbolic::substitute(range.end, symbols),
              symbolic::substitute(range.step, symbols), 1},
             scope});
    }
};

} // namespace

ProgramRanges programRanges(const ir::Sdfg& program) {
    RangeWalker walker;
    walker.sdfg(program, {}, std::nullopt);
    return std::move(walker.found);
}

std::vector<std::pair<std::string, std::string>> comparedWithParameter(const ir::Sdfg& program) {
    std::set<std::string, std::less<>> parameters;
    for (const ProgramRange& range : programRanges(program).ranges)
        parameters.insert(range.parameter);
    std::vector<std::pair<std::string, std::string>> result;
    forEachSdfg(program, {}, [&](const ir::Sdfg& sdfg, const Substitution& symbols) {
        const auto found = [&](const std::string& name, const std::string& parameter) {
            const auto outer = symbols.find(name);
            const bool isSymbol = outer == symbols.end() || outer->second.isSymbol();
            if (parameters.contains(parameter) && !parameters.contains(name) && isSymbol)
                result.emplace_back(outer == symbols.end() ? name : outer->second.name(),
                                    parameter);
        };
        analysis::forEachControlText(sdfg, [&](const std::string& text) {
            if (const auto parsed = tasklet::parseExpression(text))
                findComparisons(**parsed, found);
        });
        ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
            if (const auto* state = block.as<ir::State>())
                for (const ir::NodePtr& node : state->nodes)
                    if (const auto* tasklet = node->as<ir::Tasklet>();
                        tasklet && tasklet->code.language == ir::Language::Python)
                        if (const auto code = tasklet::parse(tasklet->code.text))
                            for (const auto& statement : code->statements)
                                findComparisons(*statement.value, found);
        });
    });
    return result;
}

int emptyRanges(const ProgramRanges& program, const symbolic::Bindings& symbols) {
    return static_cast<int>(std::ranges::count_if(
        program.ranges, [&](const ProgramRange& range) { return isEmpty(range, symbols); }));
}

const ProgramRange* nothingRuns(const ProgramRanges& program, const symbolic::Bindings& symbols) {
    std::vector<const ProgramRange*> empty(program.scopes.size(), nullptr);
    for (const ProgramRange& range : program.ranges)
        if (!empty[range.scope] && isEmpty(range, symbols))
            empty[range.scope] = &range;
    const ProgramRange* why = nullptr;
    for (std::size_t i = 0; i < program.scopes.size(); ++i) {
        const auto& scope = program.scopes[i];
        if (!empty[i] && scope.outer)
            empty[i] = empty[*scope.outer];
        if (scope.computes && !empty[i])
            return nullptr;
        if (scope.computes && !why)
            why = empty[i];
    }
    return why;
}

} // namespace mw::inputs
