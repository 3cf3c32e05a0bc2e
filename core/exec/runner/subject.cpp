// Takes the samples of one program in a measurement.
#include "core/exec/runner/subject.h"

#include "core/support/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace mw::exec {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr int kSustainedCalls = 50, kFewestCalls = 3;
constexpr double kSeriesMicroseconds = 200'000;
/// A pair of events around one short kernel reads microseconds too much; around up to this many in
/// one graph, or around a millisecond of them, it is spread thin.
constexpr int kKernelRepeats = 20;
constexpr double kEnoughMicroseconds = 1000;

double microsecondsSince(SteadyClock::time_point start) {
    return std::chrono::duration<double, std::micro>(SteadyClock::now() - start).count();
}

} // namespace

int callsOfSeries(double microseconds, int most) {
    return static_cast<int>(std::clamp(std::ceil(kSeriesMicroseconds / std::max(microseconds, 1.0)),
                                       double{kFewestCalls}, static_cast<double>(most)));
}

Subject::Subject(Program& program, const MeasureOptions& options)
    : program_(program), backend_(program.backend()), options_(options) {
    samples_.kernels.resize(program.plan().kernels.size());
}

Expected<void> Subject::prepare() {
    for (int i = 0; i < std::max(1, options_.warmup); ++i)
        MW_CHECK(program_.execute());
    MW_CHECK(backend_.synchronise());
    splitByKernel();
    if (!backend_.runsInline() && program_.isStatic() && options_.onlyKernels.empty()) {
        MW_TRY(call_, backend_.record(program_.lastSteps(), 1));
    }
    return {};
}

Expected<void> Subject::enqueueCall() {
    return call_ ? call_->enqueue() : program_.execute();
}

/// Brings the caches to the stated condition: ours in them (another program ran in between), or
/// nothing of ours.
Expected<void> Subject::settle() {
    if (options_.coldCache)
        return backend_.flushCaches();
    MW_CHECK(enqueueCall());
    return backend_.synchronise();
}

Expected<void> Subject::sampleCall() {
    MW_CHECK(settle());
    if (backend_.runsInline())
        return sampleInline();
    const auto start = SteadyClock::now();
    MW_CHECK(enqueueCall());
    MW_CHECK(backend_.synchronise());
    samples_.call.push_back(microsecondsSince(start));
    return {};
}

/// On the host: one call with a clock around every step.
Expected<void> Subject::sampleInline() {
    std::vector<double> perKernel(samples_.kernels.size(), 0);
    double copies = 0;
    samples_.copyCount = 0;
    const auto start = SteadyClock::now();
    MW_CHECK(program_.executeObserved([&](const PreparedStep& step, double microseconds) {
        const auto* launch = std::get_if<PreparedLaunch>(&step);
        if (launch && launch->kernel >= 0) {
            perKernel[static_cast<std::size_t>(launch->kernel)] += microseconds;
        } else {
            copies += microseconds;
            ++samples_.copyCount;
        }
    }));
    const double call = microsecondsSince(start);
    samples_.call.push_back(call);
    samples_.device.push_back(call);
    samples_.copies.push_back(copies);
    for (std::size_t k = 0; k < perKernel.size(); ++k)
        samples_.kernels[k].push_back(perKernel[k]);
    return {};
}

Expected<void> Subject::sampleSustained() {
    MW_CHECK(enqueueCall());
    MW_CHECK(backend_.synchronise());
    const int calls = callsOfSeries(summarise(samples_.call).median, kSustainedCalls);
    const auto start = SteadyClock::now();
    for (int i = 0; i < calls; ++i)
        MW_CHECK(enqueueCall());
    MW_CHECK(backend_.synchronise());
    samples_.sustained.push_back(microsecondsSince(start) / calls);
    return {};
}

/// The time that a program with its temporaries allocated anew spends on that in every call.
Expected<void> Subject::sampleAllocation() {
    if (program_.temporaryBytes() == 0)
        return {};
    MW_CHECK(backend_.synchronise());
    const auto start = SteadyClock::now();
    if (program_.allocateOnce()) // beside the ones in use: may not fit
        allocations_.push_back(microsecondsSince(start));
    return {};
}

// ---- by the device's records

Expected<void> Subject::prepareRecords() {
    samples_.clock = Clock::records;
    // A graph made before the profiler was on may tell nothing of its kernels.
    if (program_.isStatic()) {
        MW_TRY(call_, backend_.record(program_.lastSteps(), 1));
    }
    return {};
}

Expected<void> Subject::sampleRecords() {
    MW_CHECK(settle());
    MW_TRY(const auto activities, backend_.profiled([this] { return enqueueCall(); }));
    if (!program_.isStatic())
        splitByKernel();
    MW_CHECK(addRecords(activities, !options_.coldCache));
    return options_.coldCache ? sampleColdKernels() : Expected<void>{};
}

/// In a call only the first kernel finds cold caches: each launch again, after a flush.
Expected<void> Subject::sampleColdKernels() {
    MW_TRY(const auto activities, backend_.profiled([this]() -> Expected<void> {
        for (const PreparedSteps& steps : stepsOfKernel_) {
            for (const auto& step : steps) {
                MW_CHECK(backend_.flushCaches());
                MW_CHECK(backend_.enqueue(*step));
            }
        }
        return {};
    }));
    std::vector<double> times(samples_.kernels.size(), 0);
    for (const DeviceActivity& activity : activities)
        if (const int kernel = kernelNamed(activity.name); kernel >= 0)
            times[static_cast<std::size_t>(kernel)] += activity.end - activity.start;
    for (std::size_t k = 0; k < times.size(); ++k)
        samples_.kernels[k].push_back(times[k]);
    return {};
}

int Subject::kernelNamed(const std::string& name) const {
    const auto& kernels = program_.plan().kernels;
    for (std::size_t k = 0; !name.empty() && k < kernels.size(); ++k)
        if (kernels[k].name == name)
            return static_cast<int>(k);
    return -1;
}

/// Adds one call's records: kernels, what else it did, first start to last end.
Expected<void> Subject::addRecords(const std::vector<DeviceActivity>& activities, bool kernelsToo) {
    std::vector<double> times(samples_.kernels.size(), 0);
    std::vector<std::size_t> counts(times.size(), 0);
    double copies = 0;
    int copyCount = 0;
    double first = 0;
    double last = 0;
    for (const DeviceActivity& activity : activities) {
        first = &activity == activities.data() ? activity.start : std::min(first, activity.start);
        last = std::max(last, activity.end);
        const int kernel = kernelNamed(activity.name);
        if (kernel >= 0) {
            times[static_cast<std::size_t>(kernel)] += activity.end - activity.start;
            ++counts[static_cast<std::size_t>(kernel)];
        } else {
            copies += activity.end - activity.start;
            ++copyCount;
        }
    }
    for (std::size_t k = 0; k < times.size(); ++k)
        if (counts[k] != stepsOfKernel_[k].size())
            return fail("lost-records",
                        fmt::format("the profiler recorded {} of {} launches of '{}'", counts[k],
                                    stepsOfKernel_[k].size(), program_.plan().kernels[k].name));
    samples_.device.push_back(last - first);
    samples_.copies.push_back(copies);
    samples_.copyCount = copyCount;
    for (std::size_t k = 0; kernelsToo && k < times.size(); ++k)
        samples_.kernels[k].push_back(times[k]);
    return {};
}

// ---- by events

Expected<void> Subject::prepareEvents(std::string whyNoRecords) {
    samples_.clock = Clock::events;
    samples_.clockNote = std::move(whyNoRecords);
    samples_.device.clear();
    samples_.copies.clear();
    for (auto& kernel : samples_.kernels)
        kernel.clear();
    for (std::size_t k = 0; k < stepsOfKernel_.size(); ++k) {
        const PreparedSteps& steps = stepsOfKernel_[k];
        RepeatedKernel repeated;
        if (!steps.empty() && isWanted(k)) {
            MW_TRY(repeated.times, repeatsOf(steps));
            MW_TRY(repeated.replay, backend_.record(steps, repeated.times));
        }
        kernels_.push_back(std::move(repeated));
    }
    return {};
}

Expected<int> Subject::repeatsOf(const PreparedSteps& steps) {
    if (options_.coldCache)
        return 1;
    MW_TRY(const double once, backend_.timed([&]() -> Expected<void> {
        for (const auto& step : steps)
            MW_CHECK(backend_.enqueue(*step));
        return {};
    }));
    return static_cast<int>(std::clamp(std::ceil(kEnoughMicroseconds / std::max(once, 1.0)), 1.0,
                                       double{kKernelRepeats}));
}

Expected<void> Subject::sampleEvents() {
    MW_CHECK(settle());
    MW_TRY(const double device, backend_.timed([&] { return enqueueCall(); }));
    samples_.device.push_back(device);
    return sampleKernelEvents();
}

bool Subject::isWanted(std::size_t kernel) const {
    const auto& only = options_.onlyKernels;
    return only.empty() ||
           std::find(only.begin(), only.end(), program_.plan().kernels[kernel].name) != only.end();
}

Expected<void> Subject::sampleKernelEvents() {
    for (std::size_t k = 0; k < kernels_.size(); ++k) {
        if (!kernels_[k].replay) {
            samples_.kernels[k].push_back(0);
            continue;
        }
        if (options_.coldCache)
            MW_CHECK(backend_.flushCaches());
        MW_TRY(const double time, backend_.timed([&] { return kernels_[k].replay->enqueue(); }));
        samples_.kernels[k].push_back(time / kernels_[k].times);
    }
    return {};
}

Samples Subject::take() {
    for (const PreparedSteps& steps : stepsOfKernel_)
        samples_.launches.push_back(static_cast<int>(steps.size()));
    samples_.allocation = summarise(allocations_).median;
    samples_.temporaryBytes = static_cast<std::int64_t>(program_.temporaryBytes());
    return std::move(samples_);
}

void Subject::splitByKernel() {
    stepsOfKernel_.assign(samples_.kernels.size(), {});
    samples_.copyCount = 0;
    for (const auto& step : program_.lastSteps()) {
        const auto* launch = std::get_if<PreparedLaunch>(step.get());
        if (launch && launch->kernel >= 0)
            stepsOfKernel_[static_cast<std::size_t>(launch->kernel)].push_back(step);
        else
            ++samples_.copyCount;
    }
}

} // namespace mw::exec
