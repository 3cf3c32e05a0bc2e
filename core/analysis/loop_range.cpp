// The values of a loop region's variable as a range, where the loop certainly counts.
#include "core/analysis/footprint.h"
#include "core/analysis/names.h"
#include "core/symbolic/expr.h"

#include <algorithm>
#include <set>

namespace mw::analysis {

namespace {

using symbolic::Dialect;
using symbolic::Expr;
using symbolic::Op;

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\n");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

/// The right side of `variable = expression`.
std::optional<Expr> assigned(std::string_view text, std::string_view variable) {
    const auto sign = text.find('=');
    if (sign == std::string_view::npos || trimmed(text.substr(0, sign)) != variable)
        return std::nullopt;
    auto value = symbolic::parse(trimmed(text.substr(sign + 1)), Dialect::code);
    return value ? std::optional(*value) : std::nullopt;
}

/// The last value for which `condition` holds, on the way up or down.
std::optional<Expr> lastValue(const std::string& condition, const Expr& variable, bool upwards) {
    const auto parsed = symbolic::parse(condition, Dialect::code);
    if (!parsed || parsed->op() != Op::compare)
        return std::nullopt;
    const bool onLeft = parsed->args()[0] == variable;
    if (!onLeft && parsed->args()[1] != variable)
        return std::nullopt;
    const Expr limit = parsed->args()[onLeft ? 1 : 0];
    if (symbolic::freeSymbols(limit).contains(variable.name()))
        return std::nullopt;
    std::string sign = parsed->name();
    if (!onLeft) // b > k says k < b
        for (char& c : sign)
            c = c == '<' ? '>' : c == '>' ? '<' : c;
    if (upwards)
        return sign == "<"    ? std::optional(limit - 1)
               : sign == "<=" ? std::optional(limit)
                              : std::nullopt;
    return sign == ">"    ? std::optional(limit + 1)
           : sign == ">=" ? std::optional(limit)
                          : std::nullopt;
}

/// Whether the body changes one of the symbols: then the range is not what the statements say.
bool changes(const ir::Region& body, const std::set<std::string, std::less<>>& symbols) {
    bool found = false;
    forEachInterstateEdge(body, [&](const ir::InterstateEdge& edge) {
        for (const auto& [name, value] : edge.assignments)
            found = found || symbols.contains(name);
    });
    ir::forEachBlock(body, [&](const ir::Block& block) {
        const auto* inner = block.as<ir::LoopRegion>();
        found = found || (inner && symbols.contains(inner->loopVariable));
    });
    return found;
}

bool hasJump(const ir::Region& region) {
    bool found = false;
    ir::forEachBlock(region, [&](const ir::Block& block) {
        found = found || block.as<ir::JumpBlock>() != nullptr;
    });
    return found;
}

} // namespace

std::optional<symbolic::Range> loopRange(const ir::LoopRegion& loop) {
    const Expr variable = Expr::symbol(loop.loopVariable);
    const auto first = assigned(loop.init.text, loop.loopVariable);
    const auto next = assigned(loop.update.text, loop.loopVariable);
    if (!first || !next || loop.inverted || hasJump(loop.body))
        return std::nullopt;
    const auto step = symbolic::expand(*next - variable).asInteger();
    if (!step || *step == 0)
        return std::nullopt;
    const auto last = lastValue(loop.condition.text, variable, *step > 0);
    if (!last)
        return std::nullopt;
    auto symbols = symbolic::freeSymbols(*last);
    symbols.insert(loop.loopVariable);
    if (changes(loop.body, symbols))
        return std::nullopt;
    if (*step > 0)
        return symbolic::Range{*first, *last, *step, 1};
    const Expr trips = symbolic::intFloor(*first - *last, -*step);
    return symbolic::Range{*first + trips * Expr(*step), *first, -*step, 1};
}

} // namespace mw::analysis
