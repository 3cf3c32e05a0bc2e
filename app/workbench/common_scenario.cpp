// One scenario for programs that are compared.
#include "app/workbench/common_scenario.h"

#include "core/inputs/check_inputs.h"
#include "core/inputs/implied_grid.h"
#include "core/ir/symbol_value.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::workbench {

namespace {

std::string numberText(const symbolic::Value& value) {
    return value.isReal ? fmt::format("{}", value.d) : fmt::format("{}", value.i);
}

/// Values of symbols that some of the programs are specialised to and others are not.
struct SpecialisedValues {
    symbolic::Bindings all;

    static Expected<SpecialisedValues> of(std::span<const ir::DocumentPtr> programs) {
        SpecialisedValues found;
        for (const auto& program : programs)
            for (const auto& [name, constant] : program->root->constants) {
                const auto declared = program->root->symbols.find(name);
                if (declared == program->root->symbols.end())
                    continue; // never was an argument
                MW_TRY(const auto value, ir::symbolValue(name, constant, declared->second.scalar));
                const auto [known, isNew] = found.all.emplace(name, value);
                if (!isNew && known->second.asReal() != value.asReal())
                    return fail("different-sizes",
                                fmt::format("the program '{}' is specialised to {} = {}, and "
                                            "another that it is compared with to {}: no inputs "
                                            "fit both",
                                            program->root->name, name, numberText(value),
                                            numberText(known->second)));
            }
        return found;
    }

    /// Those that the program takes from the outside.
    symbolic::Bindings takenBy(const ir::Sdfg& program) const {
        symbolic::Bindings taken;
        for (const auto& [name, value] : all)
            if (!program.constants.contains(name) && takesValue(program, name))
                taken.emplace(name, value);
        return taken;
    }
};

/// The inputs for the first program; values that others are specialised to are its own.
Expected<inputs::Scenario> firstScenario(const ir::Sdfg& program, InputChoice choice,
                                         const std::string& grid,
                                         const symbolic::Bindings& specialised) {
    const bool byDefault = choice.isDefault() && grid.ends_with(".json");
    const std::string file = byDefault ? grid : choice.scenario;
    symbolic::Bindings said;
    if (!file.empty()) {
        MW_TRY(auto scenario, inputs::readScenario(file));
        said = std::move(scenario.symbols);
    }
    for (const auto& [name, value] : specialised) {
        if (const auto given = said.find(name);
            given != said.end() && given->second.asReal() != value.asReal())
            return fail("different-sizes",
                        fmt::format("{} says {} = {}, and one of the programs is specialised to {}",
                                    file, name, numberText(given->second), numberText(value)));
        const bool isSet = std::ranges::any_of(
            choice.set, [&](const std::string& one) { return one.starts_with(name + "="); });
        if (!isSet)
            choice.set.push_back(name + "=" + numberText(value));
    }
    return scenarioFor(program, choice, grid);
}

Expected<CommonScenario> onGrid(std::span<const ir::DocumentPtr> programs,
                                const InputChoice& choice, const std::string& grid,
                                const SpecialisedValues& specialised) {
    CommonScenario common;
    const auto taken = specialised.takenBy(*programs.front()->root);
    MW_TRY(auto first, firstScenario(*programs.front()->root, choice, grid, taken));
    common.each.push_back(std::move(first));
    for (const auto& program : programs.subspan(1)) {
        MW_TRY(auto scenario, inputs::completeScenario(*program->root, common.each.front()));
        common.each.push_back(std::move(scenario));
    }
    common.sizes = choice.isDefault() ? grid : toString(choice);
    if (taken.empty())
        return common;
    std::string values;
    for (const auto& [name, value] : taken)
        values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", name, numberText(value));
    values += fmt::format(", which {} is specialised to",
                          programs.size() == 2 ? "the second program" : "another program");
    common.sizes += ", with " + values;
    for (auto& scenario : common.each)
        scenario.notes.push_back("inputs: " + values);
    return common;
}

} // namespace

Expected<void> checkSizes(std::span<const ir::DocumentPtr> programs, const CommonScenario& common) {
    for (std::size_t i = 0; i < programs.size(); ++i)
        MW_CHECK(inputs::checkSizes(*programs[i]->root, common.each[i]));
    return {};
}

Expected<CommonScenario> commonScenario(std::span<const ir::DocumentPtr> programs,
                                        const InputChoice& choice, const std::string& grid) {
    MW_TRY(const auto specialised, SpecialisedValues::of(programs));
    std::vector<std::string> grids;
    if (const auto usual = inputs::parseGrid(grid); choice.isDefault() && usual)
        for (const auto& program : programs)
            if (const auto implied = inputs::impliedGrids(*program->root, {*usual});
                implied.sayElements)
                for (const auto& one : implied.grids)
                    grids.push_back(inputs::toString(one));
    for (const std::string& one : grids)
        if (auto common = onGrid(programs, choice, one, specialised);
            common && checkSizes(programs, *common))
            return common;
    return onGrid(programs, choice, grid, specialised);
}

} // namespace mw::workbench
