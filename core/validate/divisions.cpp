// Divisions whose rounding depends on signs that are not known.
#include "core/analysis/footprint.h"
#include "core/symbolic/assumptions.h"
#include "core/validate/findings.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>

namespace mw::validate {

namespace {

using symbolic::Expr;
using symbolic::Op;

/// Divisions of the symbolic layer, which round down or up, while the C++ that DaCe writes for them
/// rounds towards zero. Mod takes the sign of the divisor.
bool isDivision(const Expr& e) {
    const bool rounds = e.op() == Op::floor || e.op() == Op::ceiling;
    return e.op() == Op::intFloor || e.op() == Op::intCeil || e.op() == Op::mod ||
           (rounds && e.args()[0].op() == Op::divide);
}

const Expr* findDivision(const Expr& e) {
    if (isDivision(e))
        return &e;
    for (const Expr& arg : e.args())
        if (const Expr* found = findDivision(arg))
            return found;
    return nullptr;
}

/// The loops around a block, as ranges of their variables.
bool assumeLoops(const ir::Region& region, BlockId block, symbolic::Assumptions& into) {
    for (const auto& one : region.blocks) {
        if (one->id == block)
            return true;
        std::vector<const ir::Region*> inner;
        if (const ir::Region* body = one->region())
            inner.push_back(body);
        if (const auto* conditional = one->as<ir::ConditionalBlock>())
            for (const auto& branch : conditional->branches)
                if (branch.body && branch.body->region())
                    inner.push_back(branch.body->region());
        for (const ir::Region* body : inner) {
            if (!assumeLoops(*body, block, into))
                continue;
            const auto* loop = one->as<ir::LoopRegion>();
            if (const auto range = loop ? analysis::loopRange(*loop) : std::nullopt)
                into.inRange(loop->loopVariable, *range);
            return true;
        }
    }
    return false;
}

symbolic::Assumptions assumptionsAt(const StateContext& c, NodeId scope) {
    symbolic::Assumptions all;
    if (c.in.outer && c.in.holder)
        all = symbolic::throughMapping(
            assumptionsAt(*c.in.outer, c.in.outer->index.scope(c.in.holder->id)),
            c.in.holder->as<ir::NestedSdfg>()->symbolMapping);
    const auto around = analysis::scopeAssumptions(c.index, scope);
    all.facts.insert(all.facts.end(), around.facts.begin(), around.facts.end());
    for (const auto& [name, data] : c.in.sdfg.arrays)
        for (const Expr& extent : data->shape)
            if (!extent.isInteger())
                all.atLeast(extent, 1);
    assumeLoops(c.in.sdfg.body, c.block.id, all);
    return all;
}

/// Finds divisions in the expressions of one state whose operands may be negative: DaCe's C++
/// rounds those towards zero.
class DivisionCheck {
public:
    DivisionCheck(const StateContext& c, Findings& findings) : c_(c), findings_(findings) {}

    void look(const Expr& e, NodeId scope, ElementId element, const std::string& what) {
        if (!findDivision(e))
            return;
        symbolic::Prover& prover = proverAt(scope);
        each(e, [&](const Expr& division) { judge(prover, division, element, what); });
    }
    void look(const symbolic::Subset& subset, NodeId scope, ElementId element,
              const std::string& what) {
        for (const auto& dim : subset.dims)
            for (const Expr* e : {&dim.begin, &dim.end, &dim.step})
                look(*e, scope, element, what);
    }

private:
    symbolic::Prover& proverAt(NodeId scope) {
        auto& prover = provers_[scope];
        if (!prover)
            prover.emplace(assumptionsAt(c_, scope));
        return *prover;
    }

    template <class Visit>
    static void each(const Expr& e, const Visit& visit) {
        if (isDivision(e))
            visit(e);
        for (const Expr& arg : e.args())
            each(arg, visit);
    }

    void judge(symbolic::Prover& prover, const Expr& division, ElementId element,
               const std::string& what) {
        const bool rounds = division.op() == Op::floor || division.op() == Op::ceiling;
        const auto operands = rounds ? division.args()[0].args() : division.args();
        const auto positive = prover.lessEqual(1, operands[1]);
        const auto notNegative = prover.lessEqual(0, operands[0]);
        if ((positive.proven() && notNegative.proven()) || !said_.insert(division.hash()).second)
            return;
        const bool modulo = division.op() == Op::mod;
        if (modulo && c_.in.rules.pythonArithmetic) // DaCe has Python's, too
            return;
        const bool divisor = !positive.proven();
        const bool certain = divisor ? positive.disproven() : notNegative.disproven();
        findings_.add(
            certain ? Severity::warning : Severity::hint, "rounding-division",
            fmt::format("`{}` in {} {} rounds as mathematics has it; the C++ that DaCe writes "
                        "rounds towards zero{}, and {} is {} {}.",
                        symbolic::print(division), what, where(c_),
                        modulo ? " up to 2.0.0a10 and as here from 2.0.0b1 on" : "",
                        symbolic::print(operands[divisor ? 1 : 0]),
                        certain ? "" : "not shown to be",
                        certain ? (divisor ? "not positive" : "negative")
                                : (divisor ? "positive" : "never negative")),
            {element}, symbolic::print(division));
    }

    const StateContext& c_;
    Findings& findings_;
    std::map<NodeId, std::optional<symbolic::Prover>> provers_; ///< by scope
    std::set<std::uint64_t> said_; ///< each division is said once in a state
};

} // namespace

void checkDivisions(const StateContext& c, Findings& findings) {
    DivisionCheck check(c, findings);
    for (const auto& edge : c.state.edges) {
        const ir::Node* src = c.index.node(edge->src);
        if (edge->memlet.empty() || !src)
            continue;
        const NodeId scope = src->isEntry() ? src->id : c.index.scope(src->id);
        for (const auto* subset : {&edge->memlet.subset, &edge->memlet.otherSubset})
            if (*subset)
                check.look(**subset, scope, edge->id, "the memlet of '" + edge->memlet.data + "'");
    }
    for (const auto& node : c.state.nodes) {
        const NodeId scope = c.index.scope(node->id);
        if (const auto* entry = node->as<ir::MapEntry>())
            check.look(entry->map.range, scope, node->id,
                       "the range of the map '" + entry->map.label + "'");
        if (const auto* nested = node->as<ir::NestedSdfg>())
            for (const auto& [name, value] : nested->symbolMapping)
                check.look(value, scope, node->id, "the value of the symbol '" + name + "'");
    }
}

} // namespace mw::validate
