// From programs that are called one after the other to a verified measurement of them as one.
#include "core/bench/sequence.h"

#include "core/bench/explain.h"
#include "core/bench/prepare.h"
#include "core/bench/shared_arrays.h"
#include "core/bench/verify.h"
#include "core/conventions/conventions.h"
#include "core/inputs/check_inputs.h"
#include "core/inputs/known_values.h"
#include "core/inputs/memory_need.h"
#include "core/validate/require_valid.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mw::bench {

namespace {

/// Every array of the sequence, by place.
using Places = inputs::HostArrays;

class SequenceJob {
public:
    SequenceJob(const SequenceInput& given, BenchOptions options, RunOne runOne,
                exec::ProgressSink progress, std::stop_token stop)
        : input_(given), options_(std::move(options)), runOne_(std::move(runOne)),
          progress_(std::move(progress)), stop_(std::move(stop)),
          kept_(options_.session ? options_.session
                                 : std::make_shared<exec::Session>(options_.runner)),
          session_(*kept_) {
        session_.setProgressSink(progress_);
        session_.setStop(stop_);
        if (!options_.memo)
            options_.memo = std::make_shared<codegen::KernelMemo>();
    }
    ~SequenceJob() {
        session_.setProgressSink({});
        session_.setStop({});
    }
    SequenceJob(const SequenceJob&) = delete;
    SequenceJob& operator=(const SequenceJob&) = delete;

    Expected<SequenceResult> run(const std::string& reference) {
        SequenceResult result;
        MW_CHECK(prepare());
        MW_TRY(exec::DeviceInfo device, describeDevice(session_, options_.target));
        result.device = std::move(device.name);
        result.versions = std::move(device.versions);
        MW_CHECK(load(loaded_, Arithmetic::asBefore));
        MW_TRY(Places inputs, makeInputs());
        MW_TRY(const Places expected, oneByOne(loaded_, inputs));
        MW_TRY(const Places got, asOne(loaded_, std::move(inputs)));
        Verdict verdict = verify(got, expected, options_.tolerance);
        explain(verdict, got, expected);
        result.verified = verdict.same();
        result.verification = toText(verdict);
        result.reference =
            reference.empty() ? "the same calls one by one, on the same back end" : reference;
        MW_CHECK(stopped());
        MW_TRY(const auto samples,
               session_.measure(loaded_.sequence, options_.measure, &result.load));
        MW_CHECK(unload(loaded_));
        describe(result, samples);
        return result;
    }

private:
    /// The programs, by number, and the sequence of them.
    struct Loaded {
        std::vector<exec::ProgramHandle> handles;
        exec::Sequence sequence;
    };

    void report(const char* what, std::size_t done, std::size_t total) const {
        if (progress_)
            progress_({what, static_cast<int>(done), static_cast<int>(total)});
    }
    Expected<void> stopped() const {
        return stop_.stop_requested() ? fail("cancelled", "the request was cancelled")
                                      : Expected<void>{};
    }
    std::string named(std::size_t program) const {
        return fmt::format("the program '{}' of the sequence '{}'", input_.programs[program].name,
                           input_.name);
    }

    Expected<void> checkCalls() const {
        std::set<std::size_t> called;
        for (const SequenceCall& call : input_.calls)
            called.insert(call.program);
        for (std::size_t p = 0; p < input_.programs.size(); ++p)
            if (!called.contains(p))
                return fail("sequence-binding", named(p) + " is never called");
        return called.empty() ? fail("sequence-binding", fmt::format("the sequence '{}' calls "
                                                                     "nothing",
                                                                     input_.name))
                              : Expected<void>{};
    }

    Expected<void> prepare() {
        MW_CHECK(checkCalls());
        MW_TRY(input_, inputs::withoutOmittedCalls(std::move(input_)));
        if (input_.calls.empty())
            return fail("sequence-binding", fmt::format("the sequence '{}' calls nothing with the "
                                                        "values of its scenarios",
                                                        input_.name));
        for (std::size_t p = 0; p < input_.programs.size(); ++p) {
            report("lowering", p, input_.programs.size());
            SequenceProgram& program = input_.programs[p];
            if (auto valid = validate::requireValid(program.document); !valid)
                return withName(named(p), valid.error());
            auto scenario = completeScenario(*program.document->root, program.scenario);
            if (!scenario)
                return withName(named(p), scenario.error());
            program.scenario = std::move(*scenario);
            auto plan = lowered(*program.document, program.scenario, options_);
            if (!plan)
                return withName(named(p), plan.error());
            plans_.push_back(std::move(*plan));
            MW_CHECK(stopped());
        }
        MW_TRY(arrays_, SharedArrays::find(input_, plans_));
        return askConsent();
    }
    Expected<void> askConsent() const {
        std::vector<PlannedProgram> programs;
        for (std::size_t p = 0; p < plans_.size(); ++p)
            programs.push_back({*input_.programs[p].document->root, plans_[p]});
        return bench::askConsent(options_, programs);
    }

    /// Those that were loaded before an error stand in `loaded` too.
    Expected<void> load(Loaded& loaded, Arithmetic how) {
        for (std::size_t p = 0; p < plans_.size(); ++p) {
            report("compiling", p, plans_.size());
            auto handle = bench::load(session_, plans_[p], options_, how);
            if (!handle)
                return withName(named(p), handle.error());
            loaded.handles.push_back(*handle);
            MW_CHECK(stopped());
        }
        for (const SequenceCall& call : input_.calls)
            loaded.sequence.calls.push_back({loaded.handles[call.program], call.count});
        loaded.sequence.shares = arrays_.shares(loaded.handles);
        return {};
    }

    /// Each array once, as the first program that has it says.
    Expected<Places> makeInputs() {
        report("making inputs", 0, 1);
        std::vector<const inputs::Scenario*> scenarios;
        for (const SequenceProgram& program : input_.programs)
            scenarios.push_back(&program.scenario);
        const bool here =
            options_.target == codegen::Target::cpu && options_.runner.command.empty();
        MW_CHECK(inputs::checkMemory(scenarios, here));
        Places places;
        for (const auto& [place, users] : arrays_.users()) {
            const auto& first = users.front();
            const inputs::Scenario& scenario = input_.programs[first.program].scenario;
            const auto input = scenario.arrays.find(first.name);
            if (input == scenario.arrays.end())
                continue; // a scalar, by value
            auto made = makeArray(first.name, input->second, scenario.grid);
            if (!made)
                return withName(named(first.program), made.error());
            places[place] = std::move(*made);
        }
        return places;
    }

    /// What a program is given of the arrays as they are.
    inputs::HostArrays argumentsOf(std::size_t program, const Places& places) const {
        inputs::HostArrays arguments;
        for (const codegen::PlanArray& array : plans_[program].arrays) {
            if (!array.argument)
                continue;
            const auto found = places.find(arrays_.placeOf({program, array.name}));
            if (found != places.end())
                arguments.emplace(array.name, found->second);
        }
        return arguments;
    }
    std::vector<std::string> writtenBy(std::size_t program) const {
        std::vector<std::string> names;
        for (const codegen::PlanArray& array : plans_[program].arrays)
            if (array.argument && array.written && array.name != conventions::kComputeTime)
                names.push_back(array.name);
        return names;
    }
    Expected<void> setInputs(const Loaded& loaded, std::size_t program, const Places& places) {
        auto set =
            session_.setInputs(loaded.handles[program], input_.programs[program].scenario.symbols,
                               argumentsOf(program, places), options_.measure.allocation);
        return set ? std::move(set) : withName(named(program), set.error());
    }

    Expected<inputs::HostArrays> runAlone(const Loaded& loaded, std::size_t program,
                                          const Places& places) {
        const SequenceProgram& one = input_.programs[program];
        const auto arguments = argumentsOf(program, places);
        auto fits = checkInputs(*one.document->root, one.scenario, arguments);
        if (!fits)
            return withName(named(program), fits.error());
        for (const Diagnostic& warning : *fits)
            if (std::ranges::find(warnings_, warning.sentence) == warnings_.end())
                warnings_.push_back(warning.sentence);
        if (runOne_) {
            auto results = runOne_(one, arguments);
            return results ? std::move(results) : withName(named(program), results.error());
        }
        MW_CHECK(setInputs(loaded, program, places));
        auto results = session_.run(loaded.handles[program], writtenBy(program));
        return results ? std::move(results) : withName(named(program), results.error());
    }

    /// The arrays that the sequence writes, after each call by itself.
    Expected<Places> oneByOne(const Loaded& loaded, Places places) {
        Places written;
        for (std::size_t c = 0; c < input_.calls.size(); ++c) {
            const SequenceCall& call = input_.calls[c];
            for (int i = 0; i < call.count; ++i) {
                report("running one by one", c, input_.calls.size());
                MW_TRY(inputs::HostArrays results, runAlone(loaded, call.program, places));
                for (auto& [name, array] : results)
                    if (arrays_.has({call.program, name}))
                        places[arrays_.placeOf({call.program, name})] = std::move(array);
                MW_CHECK(stopped());
            }
        }
        for (std::size_t p = 0; p < plans_.size(); ++p)
            for (const std::string& name : writtenBy(p)) {
                const std::string& place = arrays_.placeOf({p, name});
                written[place] = places[place];
            }
        return written;
    }

    Expected<Places> asOne(const Loaded& loaded, Places inputs) {
        report("running the sequence", 0, 1);
        for (std::size_t p = 0; p < plans_.size(); ++p)
            MW_CHECK(setInputs(loaded, p, inputs));
        inputs.clear(); // the results need the memory
        std::map<exec::ProgramHandle, std::vector<std::string>> wanted;
        for (std::size_t p = 0; p < plans_.size(); ++p)
            wanted[loaded.handles[p]] = writtenBy(p);
        MW_TRY(auto results, session_.run(loaded.sequence, wanted));
        Places places;
        for (std::size_t p = 0; p < plans_.size(); ++p)
            for (auto& [name, array] : results[loaded.handles[p]])
                places[arrays_.placeOf({p, name})] = std::move(array);
        return places;
    }

    /// How exit code of the graphs' own fared is part of the run.
    Expected<void> unload(const Loaded& loaded) {
        for (std::size_t p = 0; p < loaded.handles.size(); ++p)
            if (auto ended = session_.unload(loaded.handles[p]); !ended)
                return withName(named(p), ended.error());
        return {};
    }

    // ---- why results differ

    using Way = Expected<Places> (SequenceJob::*)(const Loaded&, Places);
    /// The results from the same inputs, computed in a way of their own.
    Expected<Places> resultsOf(Way way, Arithmetic how) {
        const auto run = [&](Loaded& loaded) -> Expected<Places> {
            MW_CHECK(load(loaded, how));
            MW_TRY(Places inputs, makeInputs());
            return (this->*way)(loaded, std::move(inputs));
        };
        Loaded loaded;
        auto results = run(loaded);
        for (const exec::ProgramHandle program : loaded.handles)
            session_.unload(program);
        return results;
    }

    void explain(Verdict& verdict, const Places& got, const Places& expected) {
        ComparedRun one{"the sequence", nullptr, got}, reference{"its calls", nullptr, expected};
        if (contracts(options_)) {
            one.again = [this](Arithmetic how) { return resultsOf(&SequenceJob::asOne, how); };
            if (!runOne_)
                reference.again = [this](Arithmetic how) {
                    return resultsOf(&SequenceJob::oneByOne, how);
                };
        }
        // Both sides write the same arrays: none is looked up in the inputs.
        bench::explain(verdict, one, reference, {options_.tolerance, {}, {}});
        if (verdict.same())
            return;
        for (const SequenceProgram& program : input_.programs)
            for (const std::string& reason :
                 reasonsToDiffer({{program.name, program.document}}, program.scenario.symbols))
                verdict.reasons.push_back(fmt::format("in '{}': {}", program.name, reason));
    }

    // ---- the result

    void describe(SequenceResult& result, const exec::SequenceSamples& samples) {
        result.name = input_.name;
        result.date = today();
        result.target = options_.target;
        result.measure = options_.measure;
        result.specialised = options_.specialise;
        result.contraction = options_.contraction;
        result.calls = input_.calls;
        result.shared = arrays_.shared(input_);
        result.notes = arrays_.notes();
        if (!input_.exchanges.empty())
            result.notes.emplace_back("Nothing happens where the sequence has exchanges: they are "
                                      "neither carried out nor timed.");
        std::ranges::copy(warnings_, std::back_inserter(result.notes));
        if (auto note = noteOf(options_.contraction); !note.empty())
            result.notes.push_back(std::move(note));
        result.oneGraph = samples.oneGraph;
        result.clock = samples.clock;
        result.clockNote = samples.clockNote;
        result.pass = summarise(samples.device);
        result.call = summarise(samples.call);
        result.sustained = summarise(samples.sustained);
        result.passSamples = samples.device;
        for (std::size_t p = 0; p < plans_.size(); ++p)
            result.programs.push_back(programRow(p, samples));
        result.aloneSamples.assign(samples.device.size(), 0);
        for (const SequenceProgramRow& row : result.programs)
            addTo(result.aloneSamples, row.aloneSamples, row.calls);
        result.alone = summarise(result.aloneSamples);
        result.ratio = ratioInterval(result.passSamples, result.aloneSamples);
    }
    static void addTo(std::vector<double>& sum, const std::vector<double>& samples, double factor) {
        for (std::size_t i = 0; i < std::min(sum.size(), samples.size()); ++i)
            sum[i] += factor * samples[i];
    }

    SequenceProgramRow programRow(std::size_t p, const exec::SequenceSamples& samples) const {
        SequenceProgramRow row;
        row.name = input_.programs[p].name;
        row.kernels = static_cast<int>(plans_[p].kernels.size());
        row.insideSamples.assign(samples.device.size(), 0);
        for (std::size_t c = 0; c < input_.calls.size(); ++c) {
            if (input_.calls[c].program != p)
                continue;
            row.calls += input_.calls[c].count;
            if (c < samples.calls.size())
                addTo(row.insideSamples, samples.calls[c], 1);
        }
        for (std::size_t i = 0; i < samples.programs.size() && i < samples.singles.size(); ++i)
            if (samples.programs[i] == loaded_.handles[p])
                row.aloneSamples = samples.singles[i];
        row.inside = summarise(row.insideSamples);
        row.alone = summarise(row.aloneSamples);
        const auto& symbols = input_.programs[p].scenario.symbols;
        for (const codegen::Kernel& kernel : plans_[p].kernels)
            for (const symbolic::Expr* bytes : {&kernel.bytesRead, &kernel.bytesWritten})
                if (const auto value = symbolic::evaluate(*bytes, symbols))
                    row.bytes += row.calls * value->asReal();
        return row;
    }

    SequenceInput input_;
    BenchOptions options_;
    RunOne runOne_;
    exec::ProgressSink progress_;
    std::stop_token stop_;
    std::shared_ptr<exec::Session> kept_;
    exec::Session& session_;
    std::vector<codegen::Plan> plans_;
    SharedArrays arrays_;
    Loaded loaded_; ///< what is measured
    std::vector<std::string> warnings_;
};

} // namespace

Expected<SequenceResult> measureSequence(const SequenceInput& input, const BenchOptions& options,
                                         const RunOne& runOne, const std::string& reference,
                                         const exec::ProgressSink& progress, std::stop_token stop) {
    MW_CHECK(inputs::checkedTolerance(options.tolerance));
    return SequenceJob(input, options, runOne, progress, std::move(stop)).run(reference);
}

} // namespace mw::bench
