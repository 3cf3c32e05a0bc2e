// The symbols and scalars of a program with the values of its runs.
#include "app/workbench/run_values.h"

#include "app/workbench/advise.h"
#include "core/analysis/flatten_structures.h"
#include "core/inputs/specialised.h"

#include <algorithm>

namespace mw::workbench {

bool haveSameSizes(const symbolic::Bindings& run, const symbolic::Bindings& shown) {
    return std::ranges::all_of(run, [&](const auto& one) {
        const auto found = shown.find(one.first);
        return found == shown.end() || areSame({*found}, {one});
    });
}

namespace {

std::string textOf(const symbolic::Value& value, ir::ScalarType type) {
    if (type == ir::ScalarType::boolean)
        return value.truthy() ? "True" : "False";
    return inputs::toText(value);
}

std::vector<RunValue> valuesOf(const ir::Sdfg& program) {
    std::vector<RunValue> all;
    for (const auto& [name, type] : program.symbols)
        all.push_back({name, type.scalar, true, {}, {}});
    for (const auto& entry : program.arrays)
        if (entry.value->isScalar() && !entry.value->transient)
            all.push_back({entry.name, entry.value->dtype.scalar, false, {}, {}});
    std::ranges::sort(all, {}, &RunValue::name);
    return all;
}

} // namespace

std::map<std::string, std::string> setValues(const InputChoice& choice) {
    std::map<std::string, std::string> values;
    for (const auto& one : choice.set)
        if (const auto equals = one.find('='); equals != std::string::npos)
            values[one.substr(0, equals)] = one.substr(equals + 1);
    return values;
}

RunValues runValues(const ir::Sdfg& original, const InputChoice& choice, const std::string& grid) {
    const analysis::FlatProgram flat(original);
    const ir::Sdfg& program = *flat;
    RunValues result{valuesOf(program), {}, {}};
    auto unset = choice;
    unset.set.clear();
    const auto usual = scenarioFor(program, unset, grid);
    const auto scenario = choice.set.empty() ? usual : scenarioFor(program, choice, grid);
    const auto set = setValues(choice);
    for (auto& value : result.values) {
        if (const auto given = set.find(value.name); given != set.end())
            value.set = given->second;
        if (!usual)
            continue;
        if (const auto found = usual->symbols.find(value.name); found != usual->symbols.end())
            value.usual = textOf(found->second, value.type);
    }
    if (scenario)
        result.notes = scenario->notes;
    else
        result.problem = scenario.error();
    return result;
}

} // namespace mw::workbench
