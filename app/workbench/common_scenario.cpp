// One scenario for programs that are compared.
#include "app/workbench/common_scenario.h"

#include "app/workbench/run_values.h"
#include "core/inputs/check_inputs.h"
#include "core/inputs/implied_grid.h"
#include "core/inputs/specialised.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::workbench {

namespace {

/// Values of symbols that some of the programs are specialised to.
struct SpecialisedValues {
    symbolic::Bindings all;

    static Expected<SpecialisedValues> of(std::span<const ir::DocumentPtr> programs) {
        SpecialisedValues found;
        for (const auto& program : programs) {
            MW_TRY(const auto values, inputs::specialisedValues(*program->root));
            for (const auto& [name, value] : values) {
                const auto [known, isNew] = found.all.emplace(name, value);
                if (!isNew && !inputs::isSame(known->second, value))
                    return fail("different-sizes",
                                fmt::format("the program '{}' is specialised to {} = {}, and "
                                            "another that it is compared with to {}: no inputs "
                                            "fit both",
                                            program->root->name, name, inputs::toText(value),
                                            inputs::toText(known->second)));
            }
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
            given != said.end() && !inputs::isSame(given->second, value))
            return fail("different-sizes",
                        fmt::format("{} says {} = {}, and one of the programs is specialised to {}",
                                    file, name, inputs::toText(given->second),
                                    inputs::toText(value)));
        const bool isSet =
            std::ranges::any_of(choice.set, [start = name + "="](const std::string& one) {
                return one.starts_with(start);
            });
        if (!isSet)
            choice.set.push_back(name + "=" + inputs::toText(value));
    }
    return scenarioFor(program, choice, grid);
}

/// Of the values that are set, those of the first program; what none of them takes is refused.
InputChoice choiceForFirst(std::span<const ir::DocumentPtr> programs, InputChoice choice) {
    std::erase_if(choice.set, [&](const std::string& one) {
        const auto name = one.substr(0, one.find('='));
        return !takesValue(*programs.front()->root, name) &&
               std::ranges::any_of(programs.subspan(1), [&](const ir::DocumentPtr& program) {
                   return takesValue(*program->root, name);
               });
    });
    return choice;
}

/// What the scenario of the first program is for another one, with what is set of it alone.
Expected<inputs::Scenario> otherScenario(const ir::Sdfg& program, inputs::Scenario given,
                                         const InputChoice& choice) {
    for (const auto& [name, text] : setValues(choice))
        if (!given.symbols.contains(name) && takesValue(program, name)) {
            MW_TRY(given.symbols[name], readValue(program, name, text));
        }
    return inputs::completeScenario(program, given);
}

/// "N = 5, which the second program is specialised to", some by name.
std::string valuesText(const symbolic::Bindings& values, const std::string& who) {
    constexpr std::size_t kNamed = 3;
    if (values.size() > kNamed)
        return fmt::format("{} values that {} is specialised to", values.size(), who);
    std::string text;
    for (const auto& [name, value] : values)
        text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, inputs::toText(value));
    return fmt::format("{}, which {} is specialised to", text, who);
}

/// Those that have values which another one takes from the outside.
std::vector<std::size_t> specialisedFor(std::span<const ir::DocumentPtr> programs,
                                        const symbolic::Bindings& taken) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < programs.size(); ++i)
        if (std::ranges::any_of(taken, [&](const auto& one) {
                return programs[i]->root->constants.contains(one.first);
            }))
            found.push_back(i);
    return found;
}

Expected<CommonScenario> onGrid(std::span<const ir::DocumentPtr> programs,
                                const InputChoice& choice, const std::string& grid,
                                const SpecialisedValues& specialised) {
    CommonScenario common;
    const auto taken = specialised.takenBy(*programs.front()->root);
    MW_TRY(auto first,
           firstScenario(*programs.front()->root, choiceForFirst(programs, choice), grid, taken));
    common.each.push_back(std::move(first));
    symbolic::Bindings all = taken;
    for (const auto& program : programs.subspan(1)) {
        MW_TRY(auto scenario, otherScenario(*program->root, common.each.front(), choice));
        common.each.push_back(std::move(scenario));
        all.merge(specialised.takenBy(*program->root));
    }
    common.inputs = choice.isDefault() ? grid : toString(choice);
    common.sizes = common.inputs;
    common.specialised = specialisedFor(programs, all);
    if (all.empty())
        return common;
    const std::string who = programs.size() > 2 || common.specialised.size() > 1
                                ? "one of the programs"
                            : common.specialised.front() == 0 ? "the first program"
                                                              : "the second program";
    const std::string values = valuesText(all, who);
    common.sizes += ", with " + values;
    for (auto& scenario : common.each)
        scenario.notes.push_back("inputs: " + values);
    return common;
}

Expected<void> checkSizes(std::span<const ir::DocumentPtr> programs, const CommonScenario& common) {
    for (std::size_t i = 0; i < programs.size(); ++i)
        MW_CHECK(inputs::checkSizes(*programs[i]->root, common.each[i]));
    return {};
}

} // namespace

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

Expected<CommonScenario> commonSizes(std::span<const ir::DocumentPtr> programs,
                                     const InputChoice& choice, const std::string& grid) {
    MW_TRY(auto common, commonScenario(programs, choice, grid));
    MW_CHECK(checkSizes(programs, common));
    return common;
}

} // namespace mw::workbench
