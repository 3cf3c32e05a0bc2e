// From an edit to a measured kernel, as the app does it: one map is changed (two fused, or where
// nothing fuses, another block size), the program is lowered and printed again, what changed is
// compiled, and the changed kernel is timed on the device. First with nothing of it in the cache,
// then again. Prints JSON.
//
//   edit_bench GRAPH SCENARIO [cuda|hip|cpu]

#include "core/exec/session.h"
#include "core/inputs/check_inputs.h"
#include "core/inputs/scenario.h"
#include "core/io/sdfg_io.h"
#include "core/support/statistics.h"
#include "transforms/framework/apply.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <unistd.h>

namespace {

using namespace mw;
using Json = nlohmann::ordered_json;

[[noreturn]] void fatal(const Diagnostic& diagnostic) {
    std::fprintf(stderr, "edit_bench: %s\n", toString(diagnostic).c_str());
    std::exit(1);
}
template <class T>
T orDie(Expected<T> value) {
    if (!value)
        fatal(value.error());
    return std::move(*value);
}
void orDie(const Expected<void>& value) {
    if (!value)
        fatal(value.error());
}

/// Milliseconds since the last call, by name.
class Watch {
public:
    void lap(const char* name) {
        const auto now = std::chrono::steady_clock::now();
        laps_[name] = std::chrono::duration<double, std::milli>(now - last_).count();
        last_ = now;
        laps_["total"] = std::chrono::duration<double, std::milli>(now - start_).count();
    }
    Json& laps() { return laps_; }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point last_ = start_;
    Json laps_ = Json::object();
};

codegen::Plan lowered(const ir::Document& document, const inputs::Scenario& scenario,
                      codegen::Target target) {
    static const auto memo = std::make_shared<codegen::KernelMemo>(); // as the window keeps one
    codegen::LowerOptions options;
    options.memo = memo;
    options.constants = scenario.symbols;
    codegen::Plan plan = orDie(codegen::lower(document, options));
    orDie(codegen::chooseLaunches(plan, codegen::launchDevice(target)));
    return plan;
}

struct Edit {
    std::string what;
    ir::DocumentPtr document; ///< null: the plan is changed instead
};

Edit edited(const ir::DocumentPtr& document) {
    const auto* fusion = transforms::findTransformation("map-fusion-vertical");
    if (const auto applied = orDie(transforms::applyFirst(*fusion, document, {})))
        return {"fused " + applied->match.label, applied->result.document};
    return {"another block size", nullptr};
}

std::vector<std::string> kernelTexts(const codegen::Plan& plan, codegen::Target target) {
    const codegen::Source source = codegen::print(plan, target);
    std::vector<std::string> lines;
    std::istringstream in(source.text);
    for (std::string line; std::getline(in, line);)
        lines.push_back(std::move(line));
    std::vector<std::string> list;
    for (const codegen::KernelLines& kernel : source.kernels) {
        list.emplace_back();
        for (int line = kernel.firstLine; line <= kernel.lastLine; ++line)
            list.back() += lines[static_cast<std::size_t>(line) - 1] + '\n';
    }
    return list;
}

/// Kernels whose text is not among the known ones.
std::vector<std::string> changedKernels(const codegen::Plan& plan,
                                        const std::set<std::string>& known,
                                        codegen::Target target) {
    const auto now = kernelTexts(plan, target);
    std::vector<std::string> names;
    for (std::size_t k = 0; k < now.size(); ++k)
        if (!known.contains(now[k]))
            names.push_back(plan.kernels[k].name);
    return names;
}

struct Baseline {
    ir::DocumentPtr document;
    inputs::Scenario scenario;
    codegen::Target target;
    codegen::Plan plan;
    std::set<std::string> texts; ///< of its kernels
    exec::ProgramHandle program = -1;
    inputs::HostArrays arrays; ///< its inputs: the runner keeps them
};

Json editToMeasured(exec::Session& session, const Baseline& baseline) {
    Watch watch;
    const Edit edit = edited(baseline.document);
    watch.lap("edit");
    codegen::Plan plan = baseline.plan;
    if (edit.document)
        plan = lowered(*edit.document, baseline.scenario, baseline.target);
    else
        orDie(codegen::chooseLaunches(plan, codegen::launchDevice(baseline.target),
                                      {{plan.kernels[0].name, {.block = {{64, 2, 1}}}}}));
    watch.lap("lower");
    exec::MeasureOptions options;
    options.onlyKernels = changedKernels(plan, baseline.texts, baseline.target);
    options.warmup = 1;
    options.repeats = 3;
    watch.lap("compare");
    exec::CompileResult compiled;
    const auto program = orDie(session.load(plan, baseline.target, &compiled));
    watch.lap("compile_and_load");
    orDie(session.setInputs(program, baseline.scenario.symbols, baseline.arrays));
    watch.lap("inputs");
    const auto samples = orDie(session.measure({program}, options));
    watch.lap("measure");
    session.unload(program);
    Json kernels = Json::object();
    for (std::size_t k = 0; k < plan.kernels.size(); ++k)
        for (const std::string& name : options.onlyKernels)
            if (plan.kernels[k].name == name)
                kernels[name] = summarise(samples[0].kernels[k]).median;
    return {{"edit", edit.what},
            {"kernels_before", baseline.plan.kernels.size()},
            {"milliseconds", watch.laps()},
            {"compiler_milliseconds", compiled.seconds * 1000},
            {"cached", compiled.cached},
            {"changed_kernels_us", kernels}};
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fputs("edit_bench GRAPH SCENARIO [cuda|hip|cpu]\n", stderr);
        return 2;
    }
    // A cache of its own: the first edit must find nothing.
    const auto cache =
        std::filesystem::temp_directory_path() / ("edit_bench." + std::to_string(getpid()));
    setenv("MAPWRIGHT_CACHE", cache.c_str(), 1);
    Baseline baseline;
    baseline.target =
        codegen::targetFromName(argc > 3 ? argv[3] : "cuda").value_or(codegen::Target::cuda);
    baseline.document = orDie(io::readSdfgFile(argv[1]));
    baseline.scenario = orDie(
        inputs::completeScenario(*baseline.document->root, orDie(inputs::readScenario(argv[2]))));
    baseline.plan = lowered(*baseline.document, baseline.scenario, baseline.target);
    const auto texts = kernelTexts(baseline.plan, baseline.target);
    baseline.texts.insert(texts.begin(), texts.end());
    exec::Session session;
    exec::CompileResult compiled;
    baseline.program = orDie(session.load(baseline.plan, baseline.target, &compiled));
    for (const codegen::PlanArray& array : baseline.plan.arrays)
        if (const auto input = baseline.scenario.arrays.find(array.name);
            array.argument && input != baseline.scenario.arrays.end())
            baseline.arrays[array.name] =
                orDie(inputs::makeArray(array.name, input->second, baseline.scenario.grid));
    orDie(inputs::checkInputs(*baseline.document->root, baseline.scenario, baseline.arrays));
    orDie(session.setInputs(baseline.program, baseline.scenario.symbols, baseline.arrays));
    exec::MeasureOptions options;
    options.repeats = 3;
    const auto before = orDie(session.measure({baseline.program}, options));
    const Json first = editToMeasured(session, baseline);
    const Json second = editToMeasured(session, baseline);
    // Whether having profiled slows what comes after.
    const auto after = orDie(session.measure({baseline.program}, options));
    const Json result = {{"program", baseline.plan.program},
                         {"target", codegen::name(baseline.target)},
                         {"kernels", baseline.plan.kernels.size()},
                         {"whole_program_compiler_milliseconds", compiled.seconds * 1000},
                         {"sustained_us_before", summarise(before[0].sustained).median},
                         {"sustained_us_after", summarise(after[0].sustained).median},
                         {"first", first},
                         {"cached", second}};
    std::printf("%s\n", result.dump(1).c_str());
    std::filesystem::remove_all(cache);
    return 0;
}
