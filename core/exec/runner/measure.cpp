#include "core/exec/runner/measure.h"

#include "core/exec/runner/memory.h"
#include "core/exec/statistics.h"

#include <chrono>

namespace mw::exec {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kSustainedCalls = 50;
/// A pair of events around one short kernel reads microseconds too much; around this many in one
/// graph it is spread thin.
constexpr int kKernelRepeats = 20;

double microsecondsSince(Clock::time_point start) {
    return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

/// One program under measurement.
class Subject {
public:
    Subject(Program& program, const MeasureOptions& options)
        : program_(program), backend_(program.backend()), options_(options) {
        samples_.kernels.resize(program.plan().kernels.size());
    }

    Expected<void> prepare() {
        for (int i = 0; i < std::max(1, options_.warmup); ++i)
            MW_CHECK(program_.execute());
        MW_CHECK(backend_.synchronise());
        splitByKernel();
        if (backend_.runsInline())
            return {};
        if (program_.isStatic()) {
            MW_TRY(call_, backend_.record(program_.lastSteps(), 1));
        }
        for (const PreparedSteps& steps : stepsOfKernel_) {
            std::unique_ptr<Replay> replay;
            if (!steps.empty()) {
                MW_TRY(replay, backend_.record(steps, options_.coldCache ? 1 : kKernelRepeats));
            }
            kernels_.push_back(std::move(replay));
        }
        return {};
    }

    Expected<void> sampleCall() {
        MW_CHECK(settle());
        if (backend_.runsInline())
            return sampleInline();
        const auto start = Clock::now();
        MW_CHECK(enqueueCall());
        MW_CHECK(backend_.synchronise());
        samples_.call.push_back(microsecondsSince(start));
        MW_CHECK(settle());
        MW_TRY(const double device, backend_.timed([&] { return enqueueCall(); }));
        samples_.device.push_back(device);
        return {};
    }

    Expected<void> sampleKernels() {
        for (std::size_t k = 0; k < kernels_.size(); ++k) {
            if (!kernels_[k]) {
                samples_.kernels[k].push_back(0);
                continue;
            }
            if (options_.coldCache)
                MW_CHECK(backend_.flushCaches());
            MW_TRY(const double time, backend_.timed([&] { return kernels_[k]->enqueue(); }));
            samples_.kernels[k].push_back(time / (options_.coldCache ? 1 : kKernelRepeats));
        }
        return {};
    }

    Expected<void> sampleSustained() {
        MW_CHECK(enqueueCall());
        MW_CHECK(backend_.synchronise());
        const auto start = Clock::now();
        for (int i = 0; i < kSustainedCalls; ++i)
            MW_CHECK(enqueueCall());
        MW_CHECK(backend_.synchronise());
        sustained_.push_back(microsecondsSince(start) / kSustainedCalls);
        return {};
    }

    Samples take() {
        samples_.sustained = summarise(sustained_).median;
        for (const PreparedSteps& steps : stepsOfKernel_)
            samples_.launches.push_back(static_cast<int>(steps.size()));
        return std::move(samples_);
    }

private:
    Expected<void> enqueueCall() { return call_ ? call_->enqueue() : program_.execute(); }

    /// Brings the caches to the stated condition: ours in them (another program ran in between), or
    /// nothing of ours.
    Expected<void> settle() {
        if (options_.coldCache)
            return backend_.flushCaches();
        MW_CHECK(enqueueCall());
        return backend_.synchronise();
    }

    /// On the host: one call with a clock around every step.
    Expected<void> sampleInline() {
        std::vector<double> perKernel(samples_.kernels.size(), 0);
        const auto start = Clock::now();
        MW_CHECK(program_.executeObserved([&](const PreparedStep& step, double microseconds) {
            const auto* launch = std::get_if<PreparedLaunch>(&step);
            if (launch && launch->kernel >= 0)
                perKernel[static_cast<std::size_t>(launch->kernel)] += microseconds;
        }));
        const double call = microsecondsSince(start);
        samples_.call.push_back(call);
        samples_.device.push_back(call);
        for (std::size_t k = 0; k < perKernel.size(); ++k)
            samples_.kernels[k].push_back(perKernel[k]);
        return {};
    }

    void splitByKernel() {
        stepsOfKernel_.resize(samples_.kernels.size());
        for (const auto& step : program_.lastSteps()) {
            const auto* launch = std::get_if<PreparedLaunch>(step.get());
            if (launch && launch->kernel >= 0)
                stepsOfKernel_[static_cast<std::size_t>(launch->kernel)].push_back(step);
        }
    }

    Program& program_;
    Backend& backend_;
    const MeasureOptions& options_;
    std::vector<PreparedSteps> stepsOfKernel_;
    std::unique_ptr<Replay> call_;
    std::vector<std::unique_ptr<Replay>> kernels_;
    Samples samples_;
    std::vector<double> sustained_;
};

} // namespace

Expected<std::vector<Samples>> measure(std::span<Program* const> programs,
                                       const MeasureOptions& options,
                                       const ProgressReport& progress) {
    std::vector<Subject> subjects;
    for (Program* program : programs) {
        if (!program->hasInputs())
            return fail("no-inputs", "a program cannot be timed before its inputs are set");
        subjects.emplace_back(*program, options);
    }
    for (Subject& subject : subjects)
        MW_CHECK(subject.prepare());
    for (int repeat = 0; repeat < options.repeats; ++repeat) {
        progress("timing", repeat, options.repeats);
        for (Subject& subject : subjects)
            MW_CHECK(subject.sampleCall());
        for (Subject& subject : subjects)
            MW_CHECK(subject.sampleKernels());
    }
    constexpr int kSustainedRepeats = 5;
    for (int repeat = 0; repeat < kSustainedRepeats; ++repeat)
        for (Subject& subject : subjects)
            MW_CHECK(subject.sampleSustained());
    std::vector<Samples> all;
    for (Subject& subject : subjects)
        all.push_back(subject.take());
    return all;
}

Expected<double> measureBandwidth(Backend& backend) {
    MW_CHECK(backend.open());
    const std::size_t bytes = backend.bandwidthBytes();
    MW_TRY(const DeviceMemory a, DeviceMemory::allocate(backend, bytes));
    MW_TRY(const DeviceMemory b, DeviceMemory::allocate(backend, bytes));
    MW_CHECK(backend.enqueue(PreparedFill{a.get(), 1, bytes}));
    MW_CHECK(backend.enqueue(PreparedFill{b.get(), 2, bytes}));
    MW_CHECK(backend.synchronise());
    constexpr int kMeasurements = 20;
    constexpr int kCopiesEach = 4; // so that the cost of the events themselves does not count
    std::vector<double> rates;
    for (int i = 0; i < kMeasurements; ++i) {
        MW_TRY(const double microseconds, backend.timed([&]() -> Expected<void> {
            for (int copy = 0; copy < kCopiesEach; ++copy)
                MW_CHECK(backend.enqueue(PreparedCopy{b.get(), a.get(), bytes}));
            return {};
        }));
        rates.push_back(2.0 * kCopiesEach * static_cast<double>(bytes) / microseconds / 1000.0);
    }
    return summarise(rates).median;
}

} // namespace mw::exec
