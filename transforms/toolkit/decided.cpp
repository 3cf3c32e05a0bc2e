// Values that are known before a program runs, and conditions that they decide.

#include "transforms/toolkit/decided.h"

#include "core/analysis/footprint.h"
#include "core/analysis/loop_range.h"
#include "core/ir/predicates.h"
#include "core/ir/same.h"
#include "core/ir/symbol_value.h"
#include "transforms/toolkit/mentions.h"

#include <algorithm>
#include <limits>

namespace mw::transforms {

namespace {

using symbolic::Bindings;
using symbolic::Expr;
using symbolic::Op;
using symbolic::Value;

bool fitsInt32(const Value& value) {
    using Limits = std::numeric_limits<std::int32_t>;
    return value.isReal || (value.i >= Limits::min() && value.i <= Limits::max());
}

/// Operations that give the same in every integer type as long as nothing leaves 32 bits.
bool isPlain(Op op) {
    switch (op) {
    case Op::integer:
    case Op::symbol:
    case Op::add:
    case Op::mul:
    case Op::min:
    case Op::max:
    case Op::compare:
    case Op::logicAnd:
    case Op::logicOr:
    case Op::logicNot:
        return true;
    default:
        return false;
    }
}

bool isArithmetic(Op op) {
    return op == Op::add || op == Op::mul || op == Op::min || op == Op::max;
}

/// Reals are compared as they are, never computed with: rounding could be another.
std::optional<Value> valueOf(const Expr& e, const Bindings& values) {
    if (!isPlain(e.op()) && e.op() != Op::real)
        return std::nullopt;
    for (const Expr& arg : e.args()) {
        const auto value = valueOf(arg, values);
        if (!value || (value->isReal && isArithmetic(e.op())))
            return std::nullopt;
    }
    const auto value = symbolic::evaluate(e, values);
    if (!value || (e.op() != Op::symbol && !fitsInt32(*value)))
        return std::nullopt;
    return *value;
}

/// The number that an expression is with these values; reals are not computed with.
std::optional<Value> numberOf(const Expr& e, const Bindings& values,
                              const symbolic::Substitution& integers) {
    const Expr number = integers.empty() ? e : symbolic::substitute(e, integers);
    if (number.isInteger())
        return Value::integer(number.value());
    if (number.op() == Op::real)
        return Value::real(number.realValue());
    const auto found = number.isSymbol() ? values.find(number.name()) : values.end();
    return found == values.end() ? std::nullopt : std::optional(found->second);
}

/// What the node of the nested SDFG hands in, as far as it is a number of the symbol's type.
void addMapped(const ir::NestedSdfg& nested, const Bindings& outer, Bindings& values) {
    const auto integers = integersOf(outer);
    for (const auto& [name, expression] : nested.symbolMapping) {
        const auto declared = nested.sdfg->symbols.find(name);
        const auto number = declared == nested.sdfg->symbols.end()
                                ? std::nullopt
                                : numberOf(expression, outer, integers);
        if (!number)
            continue;
        const auto fitted = ir::symbolValue(name, *number, declared->second.scalar);
        if (fitted && ir::sameValue(*fitted, *number))
            values.emplace(name, *number);
    }
}

} // namespace

symbolic::Substitution integersOf(const Bindings& values) {
    symbolic::Substitution integers;
    for (const auto& [name, value] : values)
        if (!value.isReal)
            integers.emplace(name, Expr(value.i));
    return integers;
}

Bindings knownValues(const ir::DocumentIndex& index, SdfgId id) {
    return knownValues(index, id, {});
}

Bindings knownValues(const ir::DocumentIndex& index, SdfgId id, const Bindings& outer) {
    const auto* place = index.find(id);
    Bindings values = place->sdfg->constants;
    if (place->parent)
        if (const auto* node = index.find(place->parent)->node)
            addMapped(*node->as<ir::NestedSdfg>(), outer, values);
    if (values.empty())
        return values;
    const auto bound = boundNames(*place->sdfg);
    std::erase_if(values, [&](const auto& entry) { return bound.contains(entry.first); });
    return values;
}

namespace {

constexpr std::size_t kMostRounds = 1000;

/// nullopt: it is not understood.
std::optional<Expr> parsedCondition(std::string_view condition) {
    if (ir::isAlwaysTrue({std::string(condition), ir::Language::Python}))
        return Expr(1);
    const auto parsed = symbolic::parse(condition, symbolic::Dialect::code);
    return parsed ? std::optional(*parsed) : std::nullopt;
}

std::optional<bool> truthOf(const std::optional<Expr>& condition, const Bindings& values) {
    const auto value = condition ? valueOf(*condition, values) : std::nullopt;
    return value ? std::optional(value->truthy()) : std::nullopt;
}

std::optional<Expr> initOf(const ir::LoopRegion& loop) {
    return analysis::assignedExpression(loop.init.text, loop.loopVariable);
}

std::optional<Value> integerOf(const std::optional<Expr>& e, const Bindings& values) {
    const auto value = e ? valueOf(*e, values) : std::nullopt;
    return value && !value->isReal ? value : std::nullopt;
}

bool isEmpty(const ir::Region& region) {
    return std::ranges::all_of(region.blocks,
                               [](const ir::BlockPtr& block) {
                                   const auto* state = block->as<ir::State>();
                                   return state && state->nodes.empty();
                               }) &&
           std::ranges::all_of(region.edges, [](const ir::InterstateEdge& edge) {
               return edge.assignments.empty() && ir::isAlwaysTrue(edge.condition);
           });
}

} // namespace

std::optional<bool> decided(std::string_view condition, const Bindings& values) {
    return truthOf(parsedCondition(condition), values);
}

std::optional<std::vector<std::int64_t>> roundsOf(const ir::LoopRegion& loop,
                                                  const Bindings& values) {
    if (loop.inverted || loop.loopVariable.empty())
        return std::nullopt;
    const auto condition = parsedCondition(loop.condition.text);
    const auto next = analysis::assignedExpression(loop.update.text, loop.loopVariable);
    std::vector<std::int64_t> rounds;
    Bindings inside = values;
    auto at = integerOf(initOf(loop), values);
    while (at && rounds.size() <= kMostRounds) {
        inside.insert_or_assign(loop.loopVariable, *at);
        const auto runs = truthOf(condition, inside);
        if (!runs)
            return std::nullopt;
        if (!*runs)
            return rounds;
        rounds.push_back(at->i);
        at = integerOf(next, inside);
    }
    return std::nullopt;
}

bool neverRuns(const ir::LoopRegion& loop, const Bindings& values) {
    if (loop.inverted || loop.loopVariable.empty())
        return false;
    const auto begin = integerOf(initOf(loop), values);
    if (!begin)
        return false;
    Bindings inside = values;
    inside.insert_or_assign(loop.loopVariable, *begin);
    return decided(loop.condition.text, inside) == false;
}

bool doesNothing(const ir::LoopRegion& loop, const Bindings& values) {
    return isEmpty(loop.body) && !loop.inverted && !loop.loopVariable.empty() &&
           (analysis::loopRange(loop) || roundsOf(loop, values));
}

std::optional<bool> decided(std::string_view condition, const Bindings& values,
                            const LoopRounds& rounds) {
    const auto parsed = parsedCondition(condition);
    const auto alone = truthOf(parsed, values);
    if (alone || !parsed)
        return alone;
    std::vector<Bindings> combined{values};
    for (const auto& name : symbolic::freeSymbols(*parsed)) {
        const auto known = rounds.find(name);
        if (known == rounds.end())
            continue;
        if (known->second.size() * combined.size() > kMostRounds)
            return std::nullopt;
        std::vector<Bindings> all;
        for (const Bindings& one : combined)
            for (const std::int64_t value : known->second) {
                all.push_back(one);
                all.back().insert_or_assign(name, Value::integer(value));
            }
        combined = std::move(all);
    }
    std::optional<bool> truth;
    for (const Bindings& one : combined) {
        const auto here = truthOf(parsed, one);
        if (!here || (truth && *truth != *here))
            return std::nullopt;
        truth = here;
    }
    return truth;
}

} // namespace mw::transforms
