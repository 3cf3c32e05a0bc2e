// Which calls of a sequence are made.
#include "core/inputs/sequence.h"

#include "core/inputs/specialised.h"
#include "core/support/identifiers.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mw::inputs {

namespace {

Unexpected badCondition(const SequenceInput& sequence, const SequenceCall& call,
                        const std::string& why) {
    return fail("call-condition", fmt::format("{} has the condition '{}', {}",
                                              callText(sequence, call), call.condition, why));
}

/// Of the scenarios' values those that mean one thing, and each under its program's name.
symbolic::Bindings valuesOf(const SequenceInput& sequence) {
    symbolic::Bindings values;
    std::set<std::string> different;
    for (const SequenceProgram& program : sequence.programs)
        for (const auto& [name, value] : program.scenario.symbols) {
            values.emplace(fmt::format("{}_{}", identifierOf(program.name), name), value);
            const auto [known, isNew] = values.emplace(name, value);
            if (!isNew && !isSame(known->second, value))
                different.insert(name);
        }
    for (const auto& name : different)
        values.erase(name);
    for (const auto& [name, scalar] : sequence.scalars)
        values.insert_or_assign(name, scalar.value);
    return values;
}

/// The programs that some call is left of, or that had none.
void dropPrograms(SequenceInput& sequence, const std::vector<SequenceCall>& before) {
    const auto isCalled = [](const std::vector<SequenceCall>& calls, std::size_t program) {
        return std::ranges::find(calls, program, &SequenceCall::program) != calls.end();
    };
    for (std::size_t p = sequence.programs.size(); p-- > 0;) {
        if (isCalled(sequence.calls, p) || !isCalled(before, p))
            continue;
        sequence.programs.erase(sequence.programs.begin() + static_cast<std::ptrdiff_t>(p));
        for (SequenceCall& call : sequence.calls)
            call.program -= call.program > p ? 1 : 0;
    }
}

} // namespace

std::string identifierOf(const std::string& text) {
    std::string name;
    for (const char c : text)
        name += isWordCharacter(c) ? c : '_';
    if (name.empty() || (name.front() >= '0' && name.front() <= '9'))
        name.insert(name.begin(), '_');
    return name;
}

std::string callText(const SequenceInput& sequence, const SequenceCall& call) {
    return fmt::format("the call of '{}' in the sequence '{}'",
                       sequence.programs[call.program].name, sequence.name);
}

Expected<symbolic::Expr> conditionOf(const SequenceInput& sequence, const SequenceCall& call) {
    if (call.condition.empty())
        return symbolic::Expr(1);
    auto condition = symbolic::parse(call.condition, symbolic::Dialect::code);
    if (!condition)
        return badCondition(sequence, call, "which cannot be read: " + condition.error().sentence);
    return *condition;
}

Expected<bool> isMade(const SequenceInput& sequence, const SequenceCall& call,
                      const symbolic::Bindings& values) {
    MW_TRY(const symbolic::Expr condition, conditionOf(sequence, call));
    for (const auto& name : symbolic::freeSymbols(condition))
        if (!values.contains(name))
            return badCondition(sequence, call,
                                fmt::format("and '{}' has no value: no program has it, programs "
                                            "differ in it, or the scenario lacks it; \"scalars\" "
                                            "can say one",
                                            name));
    const auto value = symbolic::evaluate(condition, values);
    if (!value)
        return badCondition(sequence, call, "which has no value: " + value.error().sentence);
    return value->truthy();
}

Expected<SequenceInput> withoutOmittedCalls(SequenceInput sequence) {
    const auto all = std::move(sequence.calls);
    const auto values = valuesOf(sequence);
    auto exchange = sequence.exchanges.begin();
    sequence.calls.clear();
    for (std::size_t c = 0; c <= all.size(); ++c) {
        for (; exchange != sequence.exchanges.end() && exchange->before == c; ++exchange)
            exchange->before = sequence.calls.size();
        if (c == all.size())
            break;
        MW_TRY(const bool made,
               all[c].condition.empty() ? Expected<bool>(true) : isMade(sequence, all[c], values));
        if (made)
            sequence.calls.push_back(all[c]);
    }
    dropPrograms(sequence, all);
    return sequence;
}

} // namespace mw::inputs
