// From what the user chose to scenario, target and options of a run.

#include "app/workbench/run_setup.h"

#include "app/workbench/captured_call.h"
#include "core/analysis/analysis.h"
#include "core/analysis/flatten_structures.h"
#include "core/exec/processors.h"
#include "core/exec/run_defaults.h"
#include "core/exec/slurm.h"
#include "core/inputs/check_inputs.h"
#include "core/inputs/implied_grid.h"
#include "core/inputs/memory_need.h"
#include "core/io/file.h"
#include "core/support/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace mw::workbench {

namespace {

constexpr const char* kGpuGrid = "torus:160,140,80";
/// Vertices of the tori that a CPU's grid is chosen from, each about twice the one before.
constexpr std::array<std::pair<int, int>, 8> kTori = {
    {{40, 35}, {60, 50}, {80, 70}, {120, 100}, {160, 140}, {240, 200}, {320, 280}, {480, 400}}};
constexpr int kCpuLevels = 40;
/// Bytes of arguments that a run on a CPU has at least: three times the 32 MB of a usual last
/// cache, and twice the one that there is.
constexpr double kBeyondCaches = 96e6, kCachesBeyond = 2;

/// A whole number, a real one, or True or False.
std::optional<symbolic::Value> valueOf(std::string_view text) {
    if (text == "True" || text == "true")
        return symbolic::Value::integer(1);
    if (text == "False" || text == "false")
        return symbolic::Value::integer(0);
    const char* end = text.data() + text.size();
    std::int64_t whole = 0;
    if (const auto read = std::from_chars(text.data(), end, whole);
        read.ec == std::errc{} && read.ptr == end)
        return symbolic::Value::integer(whole);
    double real = 0;
    if (const auto read = std::from_chars(text.data(), end, real);
        read.ec == std::errc{} && read.ptr == end)
        return symbolic::Value::real(real);
    return std::nullopt;
}

/// The values that are given, each for something that the program has.
Expected<symbolic::Bindings> givenSymbols(const ir::Sdfg& program,
                                          const std::vector<std::string>& set) {
    symbolic::Bindings given;
    for (const std::string& one : set) {
        const auto equals = one.find('=');
        if (equals == std::string::npos || !valueOf(one.substr(equals + 1)))
            return fail("bad-value",
                        fmt::format("--set {}: expected NAME=VALUE with a number", one));
        const std::string name = one.substr(0, equals);
        const auto value = readValue(program, name, one.substr(equals + 1));
        if (!value)
            return fail("bad-value", fmt::format("--set {}: {}", one, value.error().sentence));
        given[name] = *value;
    }
    return given;
}

/// Of a symbol or scalar; nullopt: nobody says it.
std::optional<ir::DType> typeOf(const ir::Sdfg& program, const std::string& name) {
    if (const auto symbol = program.symbols.find(name); symbol != program.symbols.end())
        return symbol->second;
    const auto* data = program.data(name);
    return data ? std::optional(data->dtype) : std::nullopt;
}

} // namespace

bool takesValue(const ir::Sdfg& program, std::string_view name) {
    const auto* data = program.data(name);
    return program.symbols.contains(name) || program.constants.contains(name) ||
           (data && data->isScalar()) || analysis::usedSymbols(program).contains(name);
}

Expected<symbolic::Value> readValue(const ir::Sdfg& original, const std::string& name,
                                    const std::string& text) {
    const analysis::FlatProgram flat(original);
    const ir::Sdfg& program = *flat;
    if (!takesValue(program, name))
        return fail("bad-value", fmt::format("the program '{}' has no symbol or scalar '{}'",
                                             program.name, name));
    const auto type = typeOf(program, name);
    const auto value = valueOf(text);
    if (!value || (value->isReal && type && type->isInteger()))
        return fail("bad-value", fmt::format("'{}' is no value of '{}', which is {}", text, name,
                                             type ? std::string("of the type ") +
                                                        std::string(ir::name(type->scalar))
                                                  : "a number"));
    return *value;
}

Expected<void> checkSet(const InputChoice& choice) {
    if (choice.isDefault() && !choice.set.empty())
        return fail("which-inputs",
                    "--set takes the place of values that a scenario or a grid says: "
                    "name one with --scenario or --grid");
    return {};
}

Expected<InputChoice> parseInputChoice(const std::string& text) {
    InputChoice choice;
    if (text.ends_with(".json")) {
        choice.scenario = text;
    } else if (!text.empty()) {
        MW_TRY(const auto grid, inputs::parseGrid(text));
        choice.grid = inputs::toString(grid);
    }
    return choice;
}

std::string toString(const InputChoice& choice) {
    return choice.scenario.empty() ? choice.grid : choice.scenario;
}

std::optional<std::filesystem::path> scenarioBeside(const std::filesystem::path& program) {
    auto beside = program;
    beside.replace_extension(".scenario.json");
    std::error_code ignored;
    return std::filesystem::is_regular_file(beside, ignored) ? std::optional(beside) : std::nullopt;
}

std::vector<std::string> filesRead(const InputChoice& choice) {
    if (choice.scenario.empty())
        return {};
    std::vector<std::string> files{choice.scenario};
    const auto base = std::filesystem::path(choice.scenario).parent_path();
    if (const auto scenario = inputs::readScenario(choice.scenario))
        for (const auto& [name, array] : scenario->arrays)
            if (const auto* fill = std::get_if<inputs::FileFill>(&array.fill))
                files.push_back((base / fill->path).string());
    return files;
}

std::string gpuGrid() {
    return kGpuGrid;
}

namespace {

/// Bytes of the program's arguments on the grid; nullopt: it does not fit the program.
std::optional<double> bytesOn(const ir::Sdfg& program, const inputs::Grid& grid) {
    const auto scenario = inputs::makeScenario(program, grid);
    const auto bytes = scenario ? inputs::argumentBytes(*scenario) : std::nullopt;
    if (!bytes || !inputs::checkSizes(program, *scenario) ||
        inputs::leavesSizes(program, *scenario))
        return std::nullopt;
    return static_cast<double>(*bytes);
}

/// The smallest of the grids on which the program's arguments have so many bytes, else the largest
/// that fits the program.
std::optional<inputs::Grid> beyond(double bytes, const ir::Sdfg& program,
                                   const std::vector<inputs::Grid>& grids) {
    std::optional<inputs::Grid> best;
    double most = 0;
    for (const auto& grid : grids) {
        const auto has = bytesOn(program, grid);
        if (!has || *has <= most) // the arguments are of another size than the grid's
            break;
        best = grid;
        most = *has;
        if (most >= bytes)
            break;
    }
    return best;
}

} // namespace

std::string measuringGrid(const ir::Sdfg& program, codegen::Target target) {
    const bool onCpu = target == codegen::Target::cpu;
    std::vector<inputs::Grid> usual;
    for (const auto& [nx, ny] : kTori)
        usual.push_back({nx, ny, kCpuLevels});
    if (!onCpu)
        usual = {*inputs::parseGrid(kGpuGrid)};
    const double wanted =
        onCpu ? std::max(kBeyondCaches, kCachesBeyond * exec::lastCacheBytes()) : 0;
    const auto implied = inputs::impliedGrids(program, usual);
    const auto fitting = std::ranges::find_if(
        implied.grids, [&](const auto& grid) { return bytesOn(program, grid).has_value(); });
    if (implied.sayElements && fitting != implied.grids.end())
        return inputs::toString(*fitting);
    if (const auto grid = beyond(wanted, program, usual))
        return inputs::toString(*grid);
    return inputs::toString(fitting == implied.grids.end() ? usual.front() : *fitting);
}

std::string MeasuringGrids::of(codegen::Target target) {
    const std::lock_guard lock(mutex_);
    auto& grid = known_[target];
    if (grid.empty()) {
        const auto captured = capturedCallBeside(file_);
        grid = captured ? captured->string() : measuringGrid(*original_->root, target);
    }
    return grid;
}

Expected<inputs::Scenario> scenarioFor(const ir::Sdfg& original, const InputChoice& choice,
                                       const std::string& grid) {
    const analysis::FlatProgram flat(original);
    const ir::Sdfg& program = *flat;
    MW_TRY(const auto symbols, givenSymbols(program, choice.set));
    if (!choice.scenario.empty()) {
        MW_TRY(inputs::Scenario given, inputs::readScenario(choice.scenario));
        for (const auto& [name, value] : symbols)
            given.symbols[name] = value;
        return inputs::completeScenario(program, given);
    }
    if (choice.grid.empty() && grid.ends_with(".json"))
        return scenarioFor(program, {grid, {}, choice.set}, {});
    MW_TRY(const inputs::Grid parsed, inputs::parseGrid(choice.grid.empty() ? grid : choice.grid));
    return inputs::makeScenario(program, parsed, symbols);
}

Expected<codegen::Target> targetNamed(const std::string& name) {
    if (const auto target = codegen::targetFromName(name))
        return *target;
    return fail("bad-target",
                fmt::format("there is no target '{}'; there are cpu, cuda, hip", name));
}

Expected<ChosenTarget> targetFor(const RunSettings& settings) {
    ChosenTarget chosen;
    if (!settings.target.empty()) {
        MW_TRY(chosen.target, targetNamed(settings.target));
        return chosen;
    }
    exec::Session session(runnerOptions(settings));
    MW_TRY(const auto devices, session.devices());
    if (const auto* device = exec::preferredDevice(devices))
        chosen.target = device->target;
    for (const auto& device : devices)
        if (device.target == codegen::Target::cuda && chosen.target == codegen::Target::cpu)
            chosen.missing = device.missing;
    return chosen;
}

Expected<codegen::Choices> readChoices(const std::filesystem::path& file) {
    if (file.empty())
        return codegen::Choices{};
    MW_TRY(const auto text, io::readFile(file));
    auto choices = codegen::choicesFromJson(text);
    if (!choices)
        choices.error().sentence = fmt::format("'{}': {}", file.string(), choices.error().sentence);
    return choices;
}

std::vector<exec::RunnerOptions> runnersOf(const RunSettings& settings) {
    exec::RunnerOptions options;
    options.idle = settings.idle;
    if (settings.timeout > 0)
        options.timeoutSeconds = settings.timeout;
    if (!settings.slurm.empty())
        options.greetingSeconds = exec::kSlurmWaitSeconds;
    if (settings.runnerWait > 0)
        options.greetingSeconds = settings.runnerWait;
    if (!settings.slurm.empty())
        return exec::slurmRunners(exec::parseSlurm(settings.slurm).value_or(exec::SlurmRequest()),
                                  options);
    options.command = splitWords(settings.runner).value_or(std::vector{settings.runner});
    return {options};
}

exec::RunnerOptions runnerOptions(const RunSettings& settings) {
    return runnersOf(settings).front();
}

bench::BenchOptions benchOptions(const RunSettings& settings, codegen::Target target,
                                 const inputs::Scenario& scenario) {
    bench::BenchOptions options;
    options.target = target;
    options.specialise = !settings.symbolsAsArguments;
    options.measure.allocation =
        exec::allocationFromName(settings.alloc).value_or(exec::Allocation::arena);
    options.measure.repeats = settings.repeats;
    options.measure.warmup = settings.warmup;
    options.measure.coldCache = settings.coldCache;
    options.measure.profiler = settings.profiler;
    options.runner = runnerOptions(settings);
    options.tolerance = scenario.tolerance;
    return options;
}

} // namespace mw::workbench
