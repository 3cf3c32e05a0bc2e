// A runner that tuning measures with.
#include "app/workbench/tune/rig.h"

#include "app/workbench/launches.h"
#include "core/bench/prepare.h"
#include "core/bench/verify.h"
#include "core/exec/lost_runner.h"
#include "core/exec/slurm.h"
#include "core/inputs/check_inputs.h"
#include "core/validate/require_valid.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

namespace mw::workbench {

namespace {

/// Runners that compile beside each other, each for some kernels at a time.
constexpr std::size_t kMostCompilers = 8;

/// A form in the runner.
struct Loaded {
    codegen::Plan plan;
    exec::ProgramHandle handle = -1;
};

} // namespace

struct TuneRig::Impl {
    TuneForm start;
    inputs::Scenario scenario;
    bench::BenchOptions options;
    std::mutex device;            ///< guards the session, and what is in it
    std::mutex compiling;         ///< guards the compilers
    mutable std::mutex reporting; ///< guards the report and what was lost
    RunnerReport report;
    std::optional<Diagnostic> lost;
    exec::Session session;
    std::vector<std::unique_ptr<exec::Session>> compilers;
    exec::DeviceInfo info;
    inputs::HostArrays arrays, expected;
    std::vector<std::string> outputs;
    std::optional<Loaded> loaded; ///< the start
    std::stop_token stop;

    Impl(TuneForm form, inputs::Scenario completed, bench::BenchOptions how)
        : start(std::move(form)), scenario(std::move(completed)), options(std::move(how)),
          session(options.runner) {
        if (!options.memo)
            options.memo = std::make_shared<codegen::KernelMemo>();
    }

    Expected<codegen::Plan> planOf(const TuneForm& form) const {
        bench::BenchOptions how = options;
        how.without.insert(form.without.begin(), form.without.end());
        MW_CHECK(noneByHand(form.choices, "tuned")); // nobody would be asked
        return bench::lowered(*form.document, scenario, how, form.choices);
    }

    Expected<void> findDevice() {
        if (!info.name.empty())
            return {};
        MW_TRY(info, session.device(options.target));
        const std::lock_guard lock(reporting);
        report.node = session.place().node;
        report.job = session.place().job;
        report.device = info.bus.empty() ? info.name : info.name + " " + info.bus;
        return info.canRun ? Expected<void>{} : fail("no-device", info.missing);
    }

    std::string where() const {
        const std::lock_guard lock(reporting);
        return report.node + ", " + report.device;
    }

    Expected<void> stillHere() const {
        const std::lock_guard lock(reporting);
        return lost ? Expected<void>(fail(*lost)) : Expected<void>{};
    }

    void giveUp(const Diagnostic& why) {
        const std::lock_guard lock(reporting);
        if (!lost) {
            lost = why;
            report.lost = why.sentence;
        }
    }

    Expected<void> makeInputs() {
        if (!arrays.empty())
            return {};
        for (const auto& [name, input] : scenario.arrays) {
            MW_TRY(arrays[name], inputs::makeArray(name, input, scenario.grid));
        }
        MW_TRY(const auto warnings, inputs::checkInputs(*start.document->root, scenario, arrays));
        return {};
    }

    Expected<Loaded> load(codegen::Plan plan) {
        Loaded one{std::move(plan), -1};
        MW_TRY(one.handle, session.load(one.plan, options.target, nullptr, options.contraction));
        MW_CHECK(session.setInputs(one.handle, scenario.symbols,
                                   bench::argumentsOf(one.plan, arrays),
                                   options.measure.allocation));
        return one;
    }

    std::vector<std::string> outputsOf(const codegen::Plan& plan) const {
        auto names = bench::outputsOf(*start.document->root, scenario);
        std::erase_if(names, [&](const std::string& name) {
            return std::ranges::none_of(plan.arrays, [&](const codegen::PlanArray& array) {
                return array.argument && array.name == name;
            });
        });
        return names;
    }

    /// The program that tuning began with, loaded; again where its runner is another one by now.
    Expected<void> prepareStart() {
        MW_CHECK(findDevice());
        MW_CHECK(makeInputs());
        if (loaded && std::ranges::count(session.programs(), loaded->handle) > 0)
            return {};
        MW_TRY(auto plan, planOf(start));
        outputs = outputsOf(plan);
        MW_TRY(loaded, load(std::move(plan)));
        if (expected.empty()) {
            MW_TRY(expected, session.run(loaded->handle, outputs));
        }
        return {};
    }

    /// Of where the runner is.
    std::size_t processors() const {
        const int said = session.place().processors;
        return said > 0 ? static_cast<std::size_t>(said)
                        : std::max<std::size_t>(1, std::thread::hardware_concurrency());
    }

    /// Fills the cache that the runner reads: what fails here is said when the form is loaded.
    void compileAhead(const std::vector<Expected<codegen::Plan>>& plans) {
        const std::size_t workers = std::min({plans.size(), kMostCompilers, processors()});
        if (workers == 1 && options.target == codegen::Target::cpu)
            return; // the runner does it as well
        while (compilers.size() < workers)
            compilers.push_back(std::make_unique<exec::Session>(
                exec::besideRunner(options.runner, session.place())));
        std::atomic<std::size_t> next = 0;
        std::vector<std::jthread> threads;
        for (std::size_t w = 0; w < workers; ++w)
            threads.emplace_back([&, &compiler = *compilers[w]] {
                for (std::size_t i = next++; i < plans.size() && !stop.stop_requested(); i = next++)
                    if (plans[i]) [[maybe_unused]]
                        const auto compiled = compiler.compile(
                            *plans[i], options.target, info.architecture, options.contraction);
            });
    }

    static FormResult problemOf(Trial::Outcome outcome, std::string problem) {
        FormResult result;
        result.outcome = outcome;
        result.problem = std::move(problem);
        return result;
    }

    /// Its results are compared; nullopt and a reason where they differ or there are none. The
    /// error: the runner was lost, which is no fault of the form.
    Expected<std::optional<Loaded>> verified(const Expected<codegen::Plan>& plan,
                                             FormResult& result) {
        if (!plan) {
            result = problemOf(Trial::Outcome::failed, plan.error().sentence);
            return std::nullopt;
        }
        auto one = load(*plan);
        const auto got = one ? session.run(one->handle, outputs)
                             : Expected<inputs::HostArrays>(fail(one.error()));
        if (!got && exec::isLoss(got.error()))
            return fail(got.error());
        if (!got) {
            result = problemOf(Trial::Outcome::failed, got.error().sentence);
        } else {
            const auto verdict = bench::verify(*got, expected, options.tolerance, arrays);
            if (verdict.same())
                return std::optional(std::move(*one));
            result = problemOf(Trial::Outcome::differs, bench::toText(verdict));
        }
        if (one)
            session.unload(one->handle);
        return std::nullopt;
    }

    Expected<std::vector<exec::Samples>> timed(const std::vector<exec::ProgramHandle>& handles,
                                               int repeats) {
        exec::MeasureOptions measure = options.measure;
        measure.repeats = repeats;
        measure.deviceOnly = true;
        return session.measure(handles, measure);
    }

    void take(FormResult& result, const codegen::Plan& plan, exec::Samples samples) const {
        result.where = where();
        result.device = std::move(samples.device);
        for (std::size_t k = 0; k < plan.kernels.size() && k < samples.kernels.size(); ++k)
            result.kernels[plan.kernels[k].name] = std::move(samples.kernels[k]);
    }

    Expected<std::vector<FormResult>> measure(const std::vector<TuneForm>& forms, int repeats);
    Expected<bool> loadAll(const std::vector<TuneForm>& forms,
                           const std::vector<Expected<codegen::Plan>>& plans,
                           std::vector<FormResult>& results,
                           std::map<std::size_t, Loaded>& inRunner);
    Expected<std::vector<FormResult>> measureOrLose(const std::vector<TuneForm>& forms,
                                                    int repeats);
};

/// All forms loaded and verified, then timed together.
Expected<std::vector<FormResult>> TuneRig::Impl::measure(const std::vector<TuneForm>& forms,
                                                         int repeats) {
    {
        const std::lock_guard lock(device);
        MW_CHECK(prepareStart());
    }
    std::vector<Expected<codegen::Plan>> plans;
    for (const TuneForm& form : forms)
        plans.push_back(planOf(form));
    {
        const std::lock_guard lock(compiling);
        compileAhead(plans);
    }
    const std::lock_guard lock(device);
    MW_CHECK(prepareStart());
    std::vector<FormResult> results(forms.size());
    std::map<std::size_t, Loaded> inRunner; ///< by number of the form
    while (true) {
        MW_TRY(const bool allLoaded, loadAll(forms, plans, results, inRunner));
        if (allLoaded)
            break;
        if (stop.stop_requested())
            return fail("cancelled", "the request was cancelled");
        MW_CHECK(prepareStart());
        inRunner.clear();
    }
    std::vector<exec::ProgramHandle> handles;
    for (const auto& [form, one] : inRunner)
        handles.push_back(one.handle);
    auto samples = timed(handles, repeats);
    for (const auto& [form, one] : inRunner)
        if (one.handle != loaded->handle)
            session.unload(one.handle);
    if (!samples)
        return fail(samples.error());
    std::size_t next = 0;
    for (const auto& [form, one] : inRunner)
        take(results[form], one.plan, std::move((*samples)[next++]));
    const std::lock_guard noting(reporting);
    report.node = session.place().node; // it may be another one by now
    report.job = session.place().job;
    ++report.rounds;
    report.forms += forms.size() - 1;
    return results;
}

Expected<std::vector<FormResult>> TuneRig::Impl::measureOrLose(const std::vector<TuneForm>& forms,
                                                               int repeats) {
    MW_CHECK(stillHere());
    auto results = measure(forms, repeats);
    if (!results && exec::isLoss(results.error()))
        giveUp(results.error());
    return results;
}

/// False where one of them took the runner with it: that one is marked, and what was loaded is
/// gone.
Expected<bool> TuneRig::Impl::loadAll(const std::vector<TuneForm>& forms,
                                      const std::vector<Expected<codegen::Plan>>& plans,
                                      std::vector<FormResult>& results,
                                      std::map<std::size_t, Loaded>& inRunner) {
    for (std::size_t i = 0; i < forms.size(); ++i) {
        if (results[i].outcome != Trial::Outcome::measured)
            continue;
        if (forms[i] == start) {
            inRunner.emplace(i, *loaded);
            continue;
        }
        MW_TRY(auto one, verified(plans[i], results[i]));
        if (stop.stop_requested() || std::ranges::count(session.programs(), loaded->handle) == 0)
            return false;
        if (one)
            inRunner.emplace(i, std::move(*one));
    }
    return true;
}

TuneRig::TuneRig(TuneForm start, inputs::Scenario scenario, bench::BenchOptions options)
    : impl_(std::make_unique<Impl>(std::move(start), std::move(scenario), std::move(options))) {}
TuneRig::~TuneRig() = default;

Expected<codegen::Plan> TuneRig::lower(const TuneForm& form) const {
    return impl_->planOf(form);
}

Expected<std::string> TuneRig::device() {
    MW_CHECK(impl_->stillHere());
    const std::lock_guard lock(impl_->device);
    MW_CHECK(impl_->findDevice());
    return fmt::format("{} ({}), {}", impl_->info.name, impl_->info.architecture,
                       impl_->info.versions);
}

Expected<std::vector<FormResult>> TuneRig::measure(const std::vector<TuneForm>& forms,
                                                   int repeats) {
    return impl_->measureOrLose(forms, repeats);
}

void TuneRig::giveUp(const Diagnostic& why) {
    impl_->giveUp(why);
}

RunnerReport TuneRig::report() const {
    const std::lock_guard lock(impl_->reporting);
    return impl_->report;
}

void TuneRig::setStop(std::stop_token stop) {
    impl_->stop = stop;
    impl_->session.setStop(std::move(stop));
}

} // namespace mw::workbench
