// From programs and a sequence of calls to one program with a scenario.
#include "core/link/link.h"

#include "core/analysis/boundaries.h"
#include "core/link/detail/graph.h"
#include "core/link/detail/sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mw::link {

namespace {

Expected<void> checkCalls(const inputs::SequenceInput& sequence) {
    if (sequence.calls.empty())
        return fail("link-calls", fmt::format("the sequence '{}' calls nothing", sequence.name));
    for (const std::size_t program : calledPrograms(sequence))
        if (!analysis::boundariesOf(*sequence.programs[program].document->root).empty())
            return fail("link-calls",
                        fmt::format("{} is a linked one with boundaries that must stay: take it "
                                    "apart (mw unlink), and call its programs",
                                    programText(sequence, program)));
    return {};
}

/// A graph means what it does in its DaCe, and the linked one is for one alone.
Expected<void> checkVersions(const inputs::SequenceInput& sequence) {
    const std::size_t first = sequence.calls.front().program;
    const auto version = [&](std::size_t program) {
        return sequence.programs[program].document->format.daceVersion;
    };
    for (const std::size_t program : calledPrograms(sequence))
        if (ir::rulesOf(version(program)) != ir::rulesOf(version(first)))
            return fail("link-version",
                        fmt::format("{} is for DaCe {}, and '{}' for DaCe {}, in which graphs mean "
                                    "something else: convert one of them (mw convert --dace)",
                                    programText(sequence, program), version(program),
                                    sequence.programs[first].name, version(first)));
    return {};
}

/// Tables are filled from one grid.
Expected<void> checkGrids(const inputs::SequenceInput& sequence) {
    const std::size_t first = sequence.calls.front().program;
    const auto& grid = sequence.programs[first].scenario.grid;
    for (const std::size_t program : calledPrograms(sequence))
        if (!(sequence.programs[program].scenario.grid == grid))
            return fail("link-grid",
                        fmt::format("{} has inputs for the grid {}, and '{}' for {}",
                                    programText(sequence, program),
                                    inputs::toString(sequence.programs[program].scenario.grid),
                                    sequence.programs[first].name, inputs::toString(grid)));
    return {};
}

Expected<inputs::SequenceInput> completed(const inputs::SequenceInput& given) {
    inputs::SequenceInput sequence = given;
    for (std::size_t p = 0; p < sequence.programs.size(); ++p) {
        auto& program = sequence.programs[p];
        auto scenario = inputs::completeScenario(*program.document->root, program.scenario);
        if (!scenario) {
            Diagnostic why = scenario.error();
            why.sentence = fmt::format("{}: {}", programText(sequence, p), why.sentence);
            return fail(std::move(why));
        }
        program.scenario = std::move(*scenario);
    }
    return sequence;
}

/// A file that holds one array has no name for it.
bool isByName(const inputs::ArrayInput& input) {
    const auto* file = std::get_if<inputs::FileFill>(&input.fill);
    return file && !file->path.ends_with(".npy");
}

/// The values of an array as the first program says that has it. A file of arrays has them by name:
/// null where none has this one.
const inputs::ArrayInput* inputOf(const inputs::SequenceInput& sequence, const LinkedArray& array) {
    for (const Argument& user : array.users) {
        const auto& given = sequence.programs[user.program].scenario.arrays;
        const auto input = given.find(user.name);
        if (input != given.end() && (user.name == array.name || !isByName(input->second)))
            return &input->second;
    }
    return nullptr;
}

Expected<inputs::Scenario> scenarioOf(const inputs::SequenceInput& sequence,
                                      const ir::Sdfg& program, const Arrays& arrays,
                                      const Values& values) {
    inputs::Scenario scenario;
    const auto& first = sequence.programs[sequence.calls.front().program].scenario;
    scenario.program = program.name;
    scenario.grid = first.grid;
    scenario.horizontal = first.horizontal;
    scenario.tolerance = first.tolerance;
    for (const std::size_t called : calledPrograms(sequence))
        scenario.tolerance =
            std::min(scenario.tolerance, sequence.programs[called].scenario.tolerance);
    for (const auto& [name, value] : values.all)
        if (value.value && (program.symbols.contains(name) || program.data(name)))
            scenario.symbols[name] = *value.value;
    for (const LinkedArray& array : arrays.all) {
        const auto* data = program.data(array.name);
        if (!data || data->transient) // between two boundaries, or passing over one
            continue;
        const auto* input = inputOf(sequence, array);
        const bool given = std::ranges::any_of(array.users, [&](const Argument& user) {
            return sequence.programs[user.program].scenario.arrays.contains(user.name);
        });
        if (!input && given)
            return fail("link-array",
                        fmt::format("{}: the values of '{}' are in a file under that name, and the "
                                    "array is '{}'",
                                    programText(sequence, array.users.front().program),
                                    array.users.front().name, array.name));
        if (input) // else what completing a scenario makes of it
            scenario.arrays.emplace(array.name, *input);
    }
    return scenario;
}

} // namespace

Expected<Linked> link(const inputs::SequenceInput& given) {
    MW_CHECK(checkCalls(given));
    MW_CHECK(checkVersions(given));
    MW_CHECK(checkGrids(given));
    MW_TRY(const inputs::SequenceInput sequence, completed(given));
    const auto uses = programUses(sequence);
    MW_TRY(const Arrays arrays, arraysOf(sequence, uses));
    MW_TRY(Values values, valuesOf(sequence, uses, arrays));
    unifySizes(uses, arrays, values);
    MW_TRY(const auto conditions, callConditions(sequence, arrays, values));
    MW_TRY(InternalFields internal, internalFields(sequence, uses, arrays, values, conditions));
    sizeTemporaries(uses, arrays, values, internal);
    Linked linked;
    linked.document = linkedGraph(sequence, uses, arrays, values, internal, conditions);
    const ir::Sdfg& program = *linked.document->root;
    MW_TRY(const auto scenario, scenarioOf(sequence, program, arrays, values));
    MW_TRY(linked.scenario, inputs::completeScenario(program, scenario));
    linked.internal.assign(internal.names.begin(), internal.names.end());
    linked.notices = arrays.notices;
    std::ranges::copy(internal.notices, std::back_inserter(linked.notices));
    linked.arrays.resize(sequence.programs.size());
    for (const LinkedArray& array : arrays.all)
        for (const Argument& user : array.users)
            linked.arrays[user.program][user.name] = array.name;
    return linked;
}

} // namespace mw::link
