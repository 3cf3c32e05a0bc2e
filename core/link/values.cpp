// Symbols and scalars: one where the programs agree, else one for each.
#include "core/link/detail/values.h"

#include "core/analysis/assumed.h"
#include "core/conventions/conventions.h"
#include "core/inputs/specialised.h"
#include "core/symbolic/literal.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::link {

namespace {

struct Given {
    Argument argument;
    LinkedValue value;
};

bool agree(const LinkedValue& a, const LinkedValue& b) {
    if (!(a.type == b.type) || !a.scalar != !b.scalar || !a.value != !b.value)
        return false;
    return !a.value || inputs::isSame(*a.value, *b.value);
}

/// Those that describe the memory of an array go by the name that it has.
std::string wishFor(const Argument& symbol, const ProgramUse& use, const Arrays& arrays) {
    for (const auto& [name, data] : use.sdfg().arrays) {
        const auto linked = arrays.names.find({symbol.program, name});
        if (linked == arrays.names.end() || linked->second == name)
            continue;
        if (auto renamed = conventions::symbolForField(symbol.name, name, linked->second))
            return *renamed;
    }
    return symbol.name;
}

Given symbolOf(std::size_t program, const ProgramUse& use, const std::string& name) {
    Given given{{program, name}, {}};
    if (const auto type = use.sdfg().symbols.find(name); type != use.sdfg().symbols.end())
        given.value.type = type->second;
    const auto& values = use.program->scenario.symbols;
    if (const auto value = values.find(name); value != values.end())
        given.value.value = value->second;
    return given;
}

} // namespace

Expected<Values> valuesOf(const inputs::SequenceInput& sequence,
                          const std::vector<ProgramUse>& uses, const Arrays& arrays) {
    std::map<std::string, std::vector<Given>> wishes;
    for (const std::size_t program : calledPrograms(sequence)) {
        const ProgramUse& use = uses[program];
        for (const auto& name : use.symbols) {
            Given given = symbolOf(program, use, name);
            wishes[wishFor(given.argument, use, arrays)].push_back(std::move(given));
        }
        for (const auto& [name, data] : use.sdfg().arrays) {
            if (data->transient || !data->isScalar() || !use.touches(name))
                continue;
            Given given = symbolOf(program, use, name);
            given.value.type = data->dtype;
            given.value.scalar = data;
            wishes[name].push_back(std::move(given));
        }
    }
    Values values;
    for (const auto& [wish, all] : wishes) {
        const auto agrees = [&first = all.front()](const Given& given) {
            return agree(given.value, first.value);
        };
        const bool one = !arrays.find(wish) && std::ranges::all_of(all, agrees);
        for (const Given& given : all) {
            const std::size_t program = given.argument.program;
            const auto name = one ? wish : withProgram(sequence, program, wish);
            if (!one && (arrays.find(name) || wishes.contains(name) || values.all.contains(name)))
                return fail("link-argument",
                            fmt::format("{}: its '{}' is not that of the other programs, and would "
                                        "be called '{}', as another argument is",
                                        programText(sequence, program), given.argument.name, name));
            values.names[given.argument] = name;
            values.all.emplace(name, given.value);
        }
    }
    return values;
}

symbolic::Substitution outside(const ProgramUse& use, std::size_t program, const Values& values) {
    symbolic::Substitution names;
    for (const auto& name : use.symbols) {
        const auto symbol = symbolic::Expr::symbol(values.names.at({program, name}));
        names.emplace(name, symbolic::substitute(symbol, values.same));
    }
    for (const auto& [name, value] : use.sdfg().constants)
        names.insert_or_assign(name, symbolic::literal(value));
    return names;
}

std::vector<symbolic::Expr> assumptionsOf(const inputs::SequenceInput& sequence,
                                          const std::vector<ProgramUse>& uses,
                                          const Values& values) {
    std::vector<symbolic::Expr> all;
    for (const std::size_t program : calledPrograms(sequence)) {
        const auto names = outside(uses[program], program, values);
        for (const auto& fact : analysis::assumedFacts(uses[program].sdfg()).facts)
            all.push_back(symbolic::substitute(fact, names));
    }
    return all;
}

} // namespace mw::link
