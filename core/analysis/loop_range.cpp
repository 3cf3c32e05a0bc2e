// The values of a loop region's variable as a range, where the loop certainly counts.
#include "core/analysis/loop_range.h"

#include "core/analysis/footprint.h"

#include <fmt/format.h>

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

bool hasJump(const ir::Region& region) {
    bool found = false;
    ir::forEachBlock(region, [&](const ir::Block& block) {
        found = found || block.as<ir::JumpBlock>() != nullptr;
    });
    return found;
}

} // namespace

std::optional<Expr> assignedExpression(std::string_view statement, std::string_view variable) {
    const auto sign = statement.find('=');
    if (sign == std::string_view::npos)
        return std::nullopt;
    auto target = statement.substr(0, sign);
    std::string text(trimmed(statement.substr(sign + 1)));
    if (!target.empty() &&
        std::string_view("+-*/%").find(target.back()) != std::string_view::npos) {
        text = fmt::format("{} {} ({})", variable, target.back(), text);
        target.remove_suffix(1);
    }
    if (trimmed(target) != variable)
        return std::nullopt;
    auto value = symbolic::parse(text, Dialect::code);
    return value ? std::optional(*value) : std::nullopt;
}

bool assignsAny(const ir::Region& body, const NameSet& symbols) {
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

std::optional<symbolic::Range> loopRange(const ir::LoopRegion& loop) {
    const Expr variable = Expr::symbol(loop.loopVariable);
    const auto first = assignedExpression(loop.init.text, loop.loopVariable);
    const auto next = assignedExpression(loop.update.text, loop.loopVariable);
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
    if (assignsAny(loop.body, symbols)) // then it is not what the statements say
        return std::nullopt;
    if (*step > 0)
        return symbolic::Range{*first, *last, *step, 1};
    const Expr trips = symbolic::intFloor(*first - *last, -*step);
    return symbolic::Range{*first + trips * Expr(*step), *first, -*step, 1};
}

} // namespace mw::analysis
