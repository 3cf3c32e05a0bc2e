// A graph with the scenario and the reference results that lie beside it.
#include "tests/support/scenario_run.h"

#include "core/inputs/check_inputs.h"
#include "core/inputs/scenario.h"
#include "core/io/sdfg_io.h"

namespace mw::test {

namespace {

exec::InputArray inputOf(const inputs::HostArray& array) {
    return {array.type, array.shape, std::make_shared<const std::vector<std::byte>>(array.bytes)};
}

/// Scalar arguments are given as symbols.
void addScalars(const ir::Sdfg& program, RunInputs& inputs) {
    for (const auto& [name, data] : program.arrays) {
        const auto symbol = inputs.symbols.find(name);
        if (data->transient || !data->isScalar() || inputs.arrays.contains(name) ||
            symbol == inputs.symbols.end())
            continue;
        const auto type = data->dtype.scalar;
        std::vector<std::byte> bytes(16);
        if (!exec::writeElement(symbol->second, type, bytes.data()))
            continue;
        bytes.resize(static_cast<std::size_t>(ir::sizeOf(type)));
        inputs.arrays[name] = {type, {}, std::make_shared<const std::vector<std::byte>>(bytes)};
    }
}

struct Sizes {
    ScenarioRun run; ///< without arrays
    inputs::Scenario scenario;
};

Expected<Sizes> sizesOf(const std::filesystem::path& graph,
                        const std::filesystem::path& scenarioFile) {
    Sizes sizes;
    auto& [run, scenario] = sizes;
    MW_TRY(run.document, io::readSdfgFile(graph));
    MW_TRY(const auto given, inputs::readScenario(scenarioFile));
    MW_TRY(scenario, inputs::completeScenario(*run.document->root, given));
    run.tolerance = given.tolerance;
    run.inputs.symbols = scenario.symbols;
    return sizes;
}

} // namespace

Expected<ScenarioRun> readSizes(const std::filesystem::path& graph,
                                const std::filesystem::path& scenarioFile) {
    MW_TRY(auto sizes, sizesOf(graph, scenarioFile));
    return std::move(sizes.run);
}

Expected<ScenarioRun> readRun(const std::filesystem::path& graph,
                              const std::filesystem::path& scenarioFile,
                              const std::filesystem::path& reference) {
    MW_TRY(auto sizes, sizesOf(graph, scenarioFile));
    auto& [run, scenario] = sizes;
    inputs::HostArrays arrays;
    for (const auto& [name, input] : scenario.arrays) {
        MW_TRY(arrays[name],
               inputs::makeArray(name, input, scenario.grid, scenarioFile.parent_path()));
        run.inputs.arrays[name] = inputOf(arrays[name]);
    }
    MW_CHECK(inputs::checkInputs(*run.document->root, scenario, arrays));
    addScalars(*run.document->root, run.inputs);
    if (!std::filesystem::exists(reference))
        return std::move(run);
    MW_TRY(const auto results, inputs::readNpz(reference));
    run.expected = run.inputs.arrays;
    for (const auto& [name, array] : results)
        (*run.expected)[name] = inputOf(array);
    return std::move(run);
}

} // namespace mw::test
