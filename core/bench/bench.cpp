// From variants and a scenario to verified measurements: lowers, loads, runs, compares, times.
#include "core/bench/bench.h"

#include "core/bench/describe_kernel.h"
#include "core/bench/explain.h"
#include "core/bench/prepare.h"
#include "core/bench/verify.h"
#include "core/codegen/magnitudes.h"
#include "core/codegen/traffic.h"
#include "core/conventions/conventions.h"
#include "core/inputs/check_inputs.h"
#include "core/inputs/known_values.h"
#include "core/inputs/memory_need.h"
#include "core/validate/require_valid.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::bench {

namespace {

/// One variant on its way through lowering, loading and inputs.
struct Prepared {
    std::string name;
    inputs::Scenario scenario;
    codegen::Plan plan;
    exec::CompileResult compile;
    exec::ProgramHandle handle = -1;
    ir::DocumentPtr document;
    std::shared_ptr<const ir::Sdfg> program;
    std::vector<std::string> outputs;
    std::map<NodeId, std::vector<NodeId>> origins; ///< as the input's
    codegen::Choices choices;                      ///< as the input's
    inputs::HostArrays results;
    double argumentBytes = 0;
    bool verified = true;
    std::string verification = "the variant that the others are compared with";
};

/// The outputs of the program that its plan has as arguments.
std::vector<std::string> outputsOf(const codegen::Plan& plan, const ir::Sdfg& program,
                                   const inputs::Scenario& scenario) {
    std::vector<std::string> names = bench::outputsOf(program, scenario);
    std::erase_if(names, [&](const std::string& name) {
        return std::ranges::none_of(plan.arrays, [&](const codegen::PlanArray& array) {
            return array.argument && array.name == name;
        });
    });
    return names;
}

Expected<Prepared> prepare(BenchInput input, const inputs::Scenario& given,
                           const BenchOptions& options) {
    const std::string& name = input.name;
    if (auto valid = validate::requireValid(input.document); !valid)
        return withName(name, valid.error());
    const ir::Document& document = *input.document;
    Prepared variant;
    variant.name = name;
    variant.origins = input.origins;
    variant.document = input.document;
    variant.program = document.root;
    auto scenario = completeScenario(*document.root, given);
    if (!scenario)
        return withName(name, scenario.error());
    variant.scenario = std::move(*scenario);
    auto plan = lowered(input, variant.scenario, options);
    if (!plan)
        return withName(name, plan.error());
    variant.choices = input.choices;
    variant.plan = std::move(*plan);
    if (options.magnitudes)
        codegen::sumMagnitudes(variant.plan);
    variant.outputs = outputsOf(variant.plan, *document.root, variant.scenario);
    return variant;
}

/// Which kernels run as somebody wrote them, and which do not although somebody did.
std::vector<Diagnostic> aboutHandTexts(const Prepared& variant) {
    std::vector<Diagnostic> found;
    for (const Diagnostic& note : variant.plan.notes)
        if (note.code == kHandTextLeftOut || note.code == kSymbolsStayOpen)
            found.push_back(withName(variant.name, note).value());
    for (const codegen::Kernel& kernel : variant.plan.kernels) {
        if (!kernel.hand)
            continue;
        Diagnostic remark;
        remark.severity = Severity::hint;
        remark.code = "kernel-by-hand";
        remark.sentence = fmt::format("{}: {}", variant.name, whereByHand(kernel));
        found.push_back(std::move(remark));
    }
    return found;
}

/// The arrays that any of the variants needs, made once.
Expected<inputs::HostArrays> makeArrays(const std::vector<Prepared>& variants) {
    inputs::HostArrays arrays;
    for (const Prepared& variant : variants) {
        for (const auto& [name, input] : variant.scenario.arrays) {
            if (arrays.contains(name))
                continue;
            MW_TRY(arrays[name], makeArray(name, input, variant.scenario.grid));
        }
    }
    return arrays;
}

KernelRow kernelRow(const Prepared& variant, const exec::Samples& samples, std::size_t index) {
    const codegen::Kernel& kernel = variant.plan.kernels[index];
    KernelRow row = describeKernel(variant.plan, kernel, variant.origins);
    if (index < samples.launches.size())
        row.launches = samples.launches[index];
    if (index < samples.kernels.size())
        row.samples = samples.kernels[index];
    row.time = summarise(row.samples);
    const auto& symbols = variant.scenario.symbols;
    const auto read = symbolic::evaluate(kernel.bytesRead, symbols);
    const auto written = symbolic::evaluate(kernel.bytesWritten, symbols);
    row.modelledBytes = codegen::modelledTraffic(kernel, symbols) * row.launches;
    if (read && written)
        row.bytes = (read->asReal() + written->asReal()) * row.launches;
    if (const auto operations = symbolic::evaluate(kernel.flops, symbols))
        row.operations = operations->asReal() * row.launches;
    if (row.time.median > 0)
        row.gigabytesPerSecond = row.bytes / row.time.median / 1000.0;
    if (index < variant.compile.kernels.size())
        row.resources = variant.compile.kernels[index];
    if (const auto shape = codegen::launchShape(kernel, symbols))
        row.shape = *shape;
    row.launch = kernel.launch;
    row.byHand = kernel.hand.has_value();
    return row;
}

VariantResult variantResult(const Prepared& variant, const exec::Samples& samples,
                            const exec::Samples& firstSamples, codegen::Target target,
                            double copyBandwidth) {
    VariantResult result;
    result.name = variant.name;
    result.compile = variant.compile;
    result.choices = variant.choices;
    result.source = codegen::print(variant.plan, target).text;
    for (std::size_t k = 0; k < variant.plan.kernels.size(); ++k) {
        result.kernels.push_back(kernelRow(variant, samples, k));
        KernelRow& row = result.kernels.back();
        if (copyBandwidth > 0)
            row.share = row.gigabytesPerSecond / copyBandwidth;
        result.bytes += row.bytes;
        result.modelledBytes += row.modelledBytes;
    }
    result.callSamples = samples.call;
    result.deviceSamples = samples.device;
    result.sustainedSamples = samples.sustained;
    result.call = summarise(samples.call);
    result.device = summarise(samples.device);
    result.sustainedSeries = summarise(samples.sustained);
    result.sustained = result.sustainedSeries.median;
    result.copies = summarise(samples.copies);
    result.copyCount = samples.copyCount;
    result.allocation = samples.allocation;
    result.temporaryBytes = static_cast<double>(samples.temporaryBytes);
    result.workingBytes = variant.argumentBytes + result.temporaryBytes;
    result.clock = samples.clock;
    result.clockNote = samples.clockNote;
    result.ratio = ratioInterval(samples.device, firstSamples.device);
    return result;
}

constexpr int kEarlyRounds = 3; ///< see BenchOptions::early

/// Of the arrays that are arguments of the plan.
double bytesOf(const codegen::Plan& plan, const inputs::HostArrays& arrays) {
    double bytes = 0;
    for (const codegen::PlanArray& array : plan.arrays)
        if (const auto found = arrays.find(array.name); array.argument && found != arrays.end())
            bytes += static_cast<double>(found->second.bytes.size());
    return bytes;
}

/// A bench or a run under way: the session and who may stop it.
class Job {
public:
    Job(const inputs::Scenario& given, BenchOptions options, exec::ProgressSink progress,
        std::stop_token stop)
        : given_(given), options_(std::move(options)), progress_(std::move(progress)),
          stop_(std::move(stop)),
          kept_(options_.session ? options_.session
                                 : std::make_shared<exec::Session>(options_.runner)),
          session_(*kept_) {
        session_.setProgressSink(progress_);
        session_.setStop(stop_);
        earlier_ = session_.programs();
        if (!options_.memo)
            options_.memo = std::make_shared<codegen::KernelMemo>();
    }
    ~Job() {
        session_.setProgressSink({});
        session_.setStop({});
    }
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    Expected<exec::DeviceInfo> describeDevice() {
        MW_TRY(exec::DeviceInfo device, bench::describeDevice(session_, options_.target));
        MW_CHECK(stopped());
        return device;
    }

    /// Does everything that comes before compiling, the consent to it included.
    Expected<void> prepareAll(const std::vector<BenchInput>& inputs) {
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            report("lowering", static_cast<int>(i), static_cast<int>(inputs.size()));
            MW_TRY(Prepared variant, prepare(inputs[i], given_, options_));
            variants_.push_back(std::move(variant));
            warn(aboutHandTexts(variants_.back()));
            MW_CHECK(stopped());
        }
        return askConsent();
    }

    Expected<void> load() {
        for (std::size_t i = 0; i < variants_.size(); ++i) {
            report("compiling", static_cast<int>(i), static_cast<int>(variants_.size()));
            Prepared& variant = variants_[i];
            auto handle = bench::load(session_, variant.plan, options_, Arithmetic::asBefore,
                                      &variant.compile);
            if (!handle)
                return withName(variant.name, handle.error());
            variant.handle = *handle;
            MW_CHECK(stopped());
        }
        return {};
    }

    Expected<void> runAll() {
        report("making inputs", 0, 1);
        std::vector<const inputs::Scenario*> scenarios;
        for (const Prepared& variant : variants_)
            scenarios.push_back(&variant.scenario);
        const bool here =
            options_.target == codegen::Target::cpu && options_.runner.command.empty();
        MW_CHECK(checkMemory(scenarios, here));
        MW_TRY(inputs_, makeArrays(variants_));
        for (std::size_t i = 0; i < variants_.size(); ++i) {
            Prepared& variant = variants_[i];
            report("running", static_cast<int>(i), static_cast<int>(variants_.size()));
            auto fits = checkInputs(*variant.program, variant.scenario, inputs_);
            if (!fits)
                return withName(variant.name, fits.error());
            warn(std::move(*fits));
            variant.argumentBytes = bytesOf(variant.plan, inputs_);
            const auto setInputs = [&] {
                return session_.setInputs(variant.handle, variant.scenario.symbols,
                                          argumentsOf(variant.plan, inputs_),
                                          options_.measure.allocation);
            };
            auto set = setInputs();
            if (!set && set.error().code == "out-of-memory" && !earlier_.empty()) {
                unloadEarlier();
                set = setInputs();
            }
            if (!set)
                return withName(variant.name, set.error());
            auto results = session_.run(variant.handle, variant.outputs);
            if (!results)
                return withName(variant.name, results.error());
            variant.results = std::move(*results);
            MW_CHECK(stopped());
        }
        unloadEarlier();
        return {};
    }

    /// Against the first variant, before anything is timed.
    Expected<void> verifyAll() {
        for (std::size_t i = 1; i < variants_.size(); ++i) {
            Prepared& variant = variants_[i];
            report("verifying", static_cast<int>(i) - 1, static_cast<int>(variants_.size()) - 1);
            Verdict verdict =
                verify(variant.results, variants_.front().results, options_.tolerance, inputs_);
            if (auto change = precisionChange(*variants_.front().program, *variant.program))
                verdict.precision =
                    precisionErrors(std::move(*change), variant.results, variants_.front().results,
                                    inputs_, [&](ir::ScalarType type) { return rounded(type); });
            else
                explain(verdict, comparedRun(variant), comparedRun(variants_.front()),
                        {options_.tolerance, inputs_, variants_.front().scenario.symbols});
            variant.verified = verdict.same();
            variant.verification = toText(verdict);
            MW_CHECK(stopped());
        }
        inputs_.clear();
        return {};
    }

    Expected<std::vector<exec::Samples>> measure(exec::MachineLoad& load) {
        std::vector<exec::ProgramHandle> handles;
        for (const Prepared& variant : variants_)
            handles.push_back(variant.handle);
        return session_.measure(handles, options_.measure, &load);
    }

    /// Times on the device of so few rounds that they say what to expect, no more.
    Expected<std::vector<exec::Samples>> measureQuickly(int rounds, exec::MachineLoad& load) {
        std::vector<exec::ProgramHandle> handles;
        for (const Prepared& variant : variants_)
            handles.push_back(variant.handle);
        auto options = options_.measure;
        options.repeats = rounds;
        options.warmup = 1;
        options.deviceOnly = true;
        return session_.measure(handles, options, &load);
    }

    Expected<exec::Bandwidth> bandwidth() {
        report("copy bandwidth", 0, 1);
        return session_.bandwidth(options_.target);
    }

    /// Graphs with exit code of their own: how it fared is part of the run.
    Expected<void> finish() {
        for (const Prepared& variant : variants_)
            if (variant.plan.state.used)
                if (auto ended = session_.unload(variant.handle); !ended)
                    return withName(variant.name, ended.error());
        return {};
    }

    std::vector<Prepared>& variants() { return variants_; }
    inputs::HostArrays& inputs() { return inputs_; }
    std::vector<Diagnostic>& warnings() { return warnings_; }

private:
    /// Variants mostly share what there is to say.
    void warn(std::vector<Diagnostic> found) {
        for (Diagnostic& one : found)
            if (std::ranges::find(warnings_, one.sentence, &Diagnostic::sentence) ==
                warnings_.end())
                warnings_.push_back(std::move(one));
    }

    ComparedRun comparedRun(const Prepared& variant) {
        ComparedRun run{fmt::format("'{}'", variant.name), variant.document, variant.results};
        if (contracts(options_))
            run.again = [this, &variant](Arithmetic how) {
                return resultsOf(variant, how, inputs_);
            };
        return run;
    }

    Expected<inputs::HostArrays> resultsOf(const Prepared& variant, Arithmetic how,
                                           const inputs::HostArrays& inputs) {
        MW_TRY(const exec::ProgramHandle program,
               bench::load(session_, variant.plan, options_, how));
        auto set =
            session_.setInputs(program, variant.scenario.symbols, argumentsOf(variant.plan, inputs),
                               options_.measure.allocation);
        auto results = set ? session_.run(program, variant.outputs)
                           : Expected<inputs::HostArrays>(Unexpected(set.error()));
        session_.unload(program);
        return results;
    }

    /// What the first variant makes of inputs that are rounded once.
    Expected<inputs::HostArrays> rounded(ir::ScalarType type) {
        inputs::HostArrays once = inputs_;
        for (auto& [name, array] : once)
            inputs::roundOnce(array, type);
        return resultsOf(variants_.front(), Arithmetic::asBefore, once);
    }

    void report(const char* what, int done, int total) const {
        if (progress_)
            progress_({what, done, total});
    }
    Expected<void> stopped() const {
        return stop_.stop_requested() ? fail("cancelled", "the request was cancelled")
                                      : Expected<void>{};
    }

    /// To all that would be compiled of programs with C++ of their own, at once.
    Expected<void> askConsent() const {
        std::vector<PlannedProgram> programs;
        for (const Prepared& variant : variants_)
            programs.push_back({*variant.program, variant.plan});
        return bench::askConsent(options_, programs);
    }

    /// Programs of the bench before: kept until now because the runner forgets inputs that no
    /// program uses, and the next bench mostly has the same.
    void unloadEarlier() {
        for (const exec::ProgramHandle program : std::exchange(earlier_, {}))
            session_.unload(program);
    }

    const inputs::Scenario& given_;
    BenchOptions options_;
    exec::ProgressSink progress_;
    std::stop_token stop_;
    std::shared_ptr<exec::Session> kept_;
    exec::Session& session_;
    std::vector<Prepared> variants_;
    inputs::HostArrays inputs_; ///< of all variants
    std::vector<exec::ProgramHandle> earlier_;
    std::vector<Diagnostic> warnings_;
};

} // namespace

bool contracts(const BenchOptions& options) {
    return options.contraction == exec::Contraction::always ||
           (options.contraction == exec::Contraction::usual &&
            options.target != codegen::Target::cpu);
}

Expected<BenchResult> measure(const std::vector<BenchInput>& variants,
                              const inputs::Scenario& scenario, const BenchOptions& options,
                              const exec::ProgressSink& progress, std::stop_token stop) {
    if (variants.empty())
        return fail("no-variants", "there is nothing to time");
    MW_CHECK(inputs::checkedTolerance(options.tolerance));
    BenchResult result;
    Job job(scenario, options, progress, std::move(stop));
    MW_CHECK(job.prepareAll(variants));
    MW_TRY(const exec::DeviceInfo device, job.describeDevice());
    MW_CHECK(job.load());
    MW_CHECK(job.runAll());
    MW_CHECK(job.verifyAll());
    MW_TRY(const exec::Bandwidth bandwidth, job.bandwidth());
    result.copyBandwidth = bandwidth.memory;
    result.cacheBandwidth = bandwidth.cache;
    result.device = device.name;
    result.versions = device.versions;
    result.peakGigaflops = device.peakGigaflops;
    result.lastCacheBytes = device.lastCacheBytes;
    result.target = options.target;
    result.measure = options.measure;
    result.specialised = options.specialise;
    result.without = {options.without.begin(), options.without.end()};
    result.contraction = options.contraction;
    result.date = today();
    result.program = job.variants()[0].plan.program;
    result.scenario = job.variants()[0].scenario;
    result.warnings = std::move(job.warnings());
    const auto take = [&](const std::vector<exec::Samples>& samples) {
        result.variants.clear();
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const Prepared& variant = job.variants()[i];
            VariantResult row = variantResult(variant, samples[i], samples[0], options.target,
                                              result.copyBandwidth);
            row.recipe = variants[i].recipe;
            row.verified = variant.verified;
            row.verification = variant.verification;
            result.variants.push_back(std::move(row));
        }
    };
    if (options.early && options.measure.repeats > kEarlyRounds) {
        MW_TRY(const auto first, job.measureQuickly(kEarlyRounds, result.load));
        take(first);
        options.early(result);
        result.load = {};
    }
    MW_TRY(const std::vector<exec::Samples> samples, job.measure(result.load));
    MW_CHECK(job.finish());
    take(samples);
    return result;
}

Expected<RunResult> runOnce(const ir::DocumentPtr& document, const inputs::Scenario& scenario,
                            const BenchOptions& options, const codegen::Choices& choices) {
    RunResult result;
    Job job(scenario, options, {}, {});
    MW_CHECK(
        job.prepareAll({{.name = document->root->name, .document = document, .choices = choices}}));
    MW_TRY(const exec::DeviceInfo device, job.describeDevice());
    result.device = device.name;
    MW_CHECK(job.load());
    Prepared& program = job.variants()[0];
    const auto& arrays = program.plan.arrays;
    if (conventions::wantsComputeTime(program.scenario.symbols) &&
        std::any_of(arrays.begin(), arrays.end(), [](const auto& a) {
            return a.name == conventions::kComputeTime && a.argument;
        }))
        program.outputs.emplace_back(conventions::kComputeTime);
    MW_CHECK(job.runAll());
    MW_CHECK(job.finish());
    result.outputs = std::move(job.variants()[0].results);
    result.inputs = std::move(job.inputs());
    result.warnings = std::move(job.warnings());
    return result;
}

} // namespace mw::bench
