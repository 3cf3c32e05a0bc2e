// Chooses beginnings and ends of ranges so that every access of the program stays inside.
#include "core/inputs/choose_bounds.h"

#include "core/inputs/move_bounds.h"
#include "core/inputs/program_ranges.h"
#include "core/inputs/symbol_roles.h"

#include <fmt/format.h>

namespace mw::inputs {

BoundsChoice::BoundsChoice(const ir::Sdfg& program, const FreeInputs& free, Scenario& scenario)
    : program_(program), free_(free), scenario_(scenario), movable_(free.usual) {
    movable_.insert(free.open.begin(), free.open.end());
    if (!movable_.empty() || !free.arrays.empty())
        accesses_.emplace(program, scenario, movable_);
}

void BoundsChoice::chooseOpen() {
    if (free_.open.empty())
        return;
    const auto indices = accesses_->indexSymbols();
    const SymbolRoles roles(program_, scenario_, indices);
    for (const std::string& name : free_.open)
        if (const auto choice = roles.choose(name)) {
            scenario_.symbols[name] = symbolic::Value::integer(choice->value);
            reasons_[name] = choice->reason;
        }
}

void BoundsChoice::move() {
    if (!accesses_)
        return;
    for (auto& [name, reason] : moveBounds(program_, free_, movable_, *accesses_, scenario_))
        reasons_[name] = reason;
    for (const auto& [name, reason] : reasons_) {
        const auto array = scenario_.arrays.find(name);
        if (array == scenario_.arrays.end()) {
            scenario_.notes.push_back(
                fmt::format("{} = {}: {}", name, scenario_.symbols.at(name).i, reason));
            continue;
        }
        const auto& fill = std::get<HashedFill>(array->second.fill);
        scenario_.notes.push_back(
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
