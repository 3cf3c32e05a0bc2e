// Chooses beginnings and ends of ranges so that every access of the program stays inside.
#include "core/inputs/choose_bounds.h"

#include "core/inputs/bounded_accesses.h"
#include "core/inputs/move_bounds.h"
#include "core/inputs/program_ranges.h"
#include "core/inputs/symbol_roles.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace mw::inputs {

void chooseBounds(const ir::Sdfg& program, const FreeInputs& free, bool runs, Scenario& scenario) {
    if (free.usual.empty() && free.open.empty() && free.arrays.empty())
        return;
    auto movable = free.usual;
    movable.insert(free.open.begin(), free.open.end());
    const BoundedAccesses accesses(program, scenario, movable);
    std::map<std::string, std::string> reasons;
    if (!free.open.empty()) {
        const auto indices = accesses.indexSymbols();
        const SymbolRoles roles(program, scenario, indices);
        for (const std::string& name : free.open)
            if (const auto choice = roles.choose(name)) {
                scenario.symbols[name] = symbolic::Value::integer(choice->value);
                reasons[name] = choice->reason;
            }
    }
    // With a value missing, nothing can run, wherever the others move.
    if (!runs || std::ranges::any_of(free.open, [&](const std::string& name) {
            return !scenario.symbols.contains(name);
        }))
        return;
    for (auto& [name, reason] : moveBounds(program, free, movable, accesses, scenario))
        reasons[name] = reason;
    for (const auto& [name, reason] : reasons) {
        const auto array = scenario.arrays.find(name);
        if (array == scenario.arrays.end()) {
            scenario.notes.push_back(
                fmt::format("{} = {}: {}", name, scenario.symbols.at(name).i, reason));
            continue;
        }
        const auto& fill = std::get<HashedFill>(array->second.fill);
        scenario.notes.push_back(
            fmt::format("{} has values from {} to {}: {}", name, fill.low, fill.high - 1, reason));
    }
}

void noteEmptyProgram(const ir::Sdfg& program, Scenario& scenario) {
    const auto ranges = programRanges(program);
    const ProgramRange* empty = nothingRuns(ranges, scenario.symbols);
    if (!empty)
        return;
    const auto begin = symbolic::evaluateInteger(empty->range.begin, scenario.symbols);
    const auto end = symbolic::evaluateInteger(empty->range.end, scenario.symbols);
    scenario.notes.push_back(fmt::format(
        "nothing is computed: no map or loop has an iteration on {}; '{}' in '{}' runs over {}, "
        "which is {}:{}",
        toString(scenario.grid), empty->parameter, empty->map, symbolic::print(empty->range),
        begin.value_or(0), end.value_or(-1) + 1));
}

} // namespace mw::inputs
