// Assumptions of a program as facts about its symbols.
#include "core/analysis/assumed.h"

#include "core/analysis/bound_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <sstream>

namespace mw::analysis {

namespace {

using symbolic::Expr;
using symbolic::Op;

bool isCondition(const Expr& e) {
    constexpr std::array kJoins{Op::logicAnd, Op::logicOr, Op::logicNot};
    return e.op() == Op::compare || (std::ranges::find(kJoins, e.op()) != kJoins.end() &&
                                     std::ranges::all_of(e.args(), isCondition));
}

Unexpected bad(const std::string& text, const std::string& why) {
    return fail("bad-assumption", fmt::format("'{}' cannot be assumed: {}", text, why));
}

/// Why nothing can be assumed about a name; empty where it can.
std::string objection(const ir::Sdfg& program, const NameSet& bound, const std::string& name) {
    const auto symbol = program.symbols.find(name);
    if (symbol == program.symbols.end() && !bound.contains(name))
        return fmt::format("{} has no symbol '{}'", program.name, name);
    if (bound.contains(name))
        return fmt::format("'{}' is no argument alone: something in {} gives it a value", name,
                           program.name);
    if (!symbol->second.isInteger())
        return fmt::format("'{}' is no integer", name);
    return {};
}

Expected<Expr> conditionOf(const ir::Sdfg& program, const NameSet& bound, const std::string& text) {
    const auto parsed = symbolic::parse(text, symbolic::Dialect::code);
    if (!parsed)
        return bad(text, parsed.error().sentence);
    if (!isCondition(*parsed))
        return bad(text, "it is no condition, as 'N >= 3' is");
    for (const auto& name : symbolic::freeSymbols(*parsed))
        if (const auto why = objection(program, bound, name); !why.empty())
            return bad(text, why);
    return *parsed;
}

} // namespace

std::vector<std::string> assumptionsOf(const ir::Sdfg& program) {
    std::vector<std::string> conditions;
    const auto stated = program.globalCode.find(kAssumptionsFile);
    std::istringstream lines(stated == program.globalCode.end() ? "" : stated->second.text);
    for (std::string line; std::getline(lines, line);) {
        if (line.find_first_not_of(" \t\r") == std::string::npos)
            continue;
        const auto parsed = symbolic::parse(line, symbolic::Dialect::code);
        conditions.push_back(parsed ? symbolic::print(*parsed, symbolic::Dialect::code) : line);
    }
    return conditions;
}

void addAssumption(ir::Sdfg& program, const Expr& condition) {
    auto all = assumptionsOf(program);
    const auto text = symbolic::print(condition, symbolic::Dialect::code);
    if (std::ranges::find(all, text) != all.end())
        return;
    all.push_back(text);
    program.globalCode[std::string(kAssumptionsFile)] = {fmt::format("{}", fmt::join(all, "\n")),
                                                         ir::Language::Python};
}

Expected<Expr> assumedCondition(const ir::Sdfg& program, const std::string& text) {
    return conditionOf(program, boundNames(program), text);
}

symbolic::Assumptions assumedFacts(const ir::Sdfg& program) {
    symbolic::Assumptions assumed;
    const auto conditions = assumptionsOf(program);
    const NameSet bound = conditions.empty() ? NameSet() : boundNames(program);
    for (const auto& text : conditions)
        if (auto condition = conditionOf(program, bound, text))
            assumed.facts.push_back(std::move(*condition));
    return assumed;
}

} // namespace mw::analysis
