// Takes the samples of one sequence in a measurement.
#include "core/exec/runner/sequence_subject.h"

#include "core/exec/runner/subject.h"
#include "core/support/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace mw::exec {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr int kSustainedPasses = 10;

double microsecondsBetween(SteadyClock::time_point start, SteadyClock::time_point end) {
    return std::chrono::duration<double, std::micro>(end - start).count();
}

} // namespace

SequenceSubject::SequenceSubject(ProgramSequence& sequence, const MeasureOptions& options)
    : sequence_(sequence), backend_(sequence.backend()), options_(options) {
    samples_.calls.resize(sequence.calls().size());
}

Expected<void> SequenceSubject::prepare() {
    for (int i = 0; i < std::max(1, options_.warmup); ++i)
        MW_CHECK(sequence_.execute());
    MW_CHECK(backend_.synchronise());
    return record();
}

/// One graph of the device for a whole pass, where every pass has the same steps.
Expected<void> SequenceSubject::record() {
    if (backend_.runsInline() || !sequence_.isStatic())
        return {};
    MW_TRY(pass_, backend_.record(sequence_.steps(), 1));
    samples_.oneGraph = true;
    return {};
}

Expected<void> SequenceSubject::enqueuePass() {
    return pass_ ? pass_->enqueue() : sequence_.execute();
}

/// As Subject::settle: the caches as the pass before left them, or nothing of ours in them.
Expected<void> SequenceSubject::settle() {
    if (options_.coldCache)
        return backend_.flushCaches();
    MW_CHECK(enqueuePass());
    return backend_.synchronise();
}

Expected<void> SequenceSubject::sampleCall() {
    MW_CHECK(settle());
    if (backend_.runsInline())
        return sampleInline();
    const auto start = SteadyClock::now();
    MW_CHECK(enqueuePass());
    MW_CHECK(backend_.synchronise());
    samples_.call.push_back(microsecondsBetween(start, SteadyClock::now()));
    return {};
}

/// On the host: one pass with the clock read after every call.
Expected<void> SequenceSubject::sampleInline() {
    const auto start = SteadyClock::now();
    auto last = start;
    MW_CHECK(sequence_.execute([&](std::size_t call) -> Expected<void> {
        const auto now = SteadyClock::now();
        samples_.calls[call].push_back(microsecondsBetween(last, now));
        last = now;
        return {};
    }));
    samples_.call.push_back(microsecondsBetween(start, last));
    samples_.device.push_back(samples_.call.back());
    return {};
}

Expected<void> SequenceSubject::sampleSustained() {
    MW_CHECK(enqueuePass());
    MW_CHECK(backend_.synchronise());
    const int passes = callsOfSeries(summarise(samples_.call).median, kSustainedPasses);
    const auto start = SteadyClock::now();
    for (int i = 0; i < passes; ++i)
        MW_CHECK(enqueuePass());
    MW_CHECK(backend_.synchronise());
    samples_.sustained.push_back(microsecondsBetween(start, SteadyClock::now()) / passes);
    return {};
}

// ---- by the device's records

Expected<void> SequenceSubject::prepareRecords() {
    if (!sequence_.isStatic())
        return fail("not-static", "which kernels a pass launches depends on what it computes");
    samples_.clock = Clock::records;
    launches_.clear();
    for (std::size_t call = 0; call < sequence_.calls().size(); ++call) {
        const auto& kernels = sequence_.calls()[call].program->plan().kernels;
        for (const auto& step : sequence_.stepsOf(call))
            if (const auto* launch = std::get_if<PreparedLaunch>(step.get()))
                launches_.push_back(
                    {call, launch->kernel < 0
                               ? std::string()
                               : kernels[static_cast<std::size_t>(launch->kernel)].name});
    }
    return record(); // a graph made before the profiler was on may tell nothing of its kernels
}

Expected<void> SequenceSubject::sampleRecords() {
    MW_CHECK(settle());
    MW_TRY(const auto activities, backend_.profiled([this] { return enqueuePass(); }));
    std::vector<DeviceActivity> kernels;
    double first = 0, last = 0;
    for (const DeviceActivity& activity : activities) {
        first = &activity == activities.data() ? activity.start : std::min(first, activity.start);
        last = std::max(last, activity.end);
        if (activity.kind == DeviceActivity::Kind::kernel)
            kernels.push_back(activity);
    }
    std::ranges::stable_sort(kernels, {}, &DeviceActivity::start);
    MW_TRY(const auto times, timesOfCalls(kernels));
    for (std::size_t call = 0; call < times.size(); ++call)
        samples_.calls[call].push_back(times[call]);
    samples_.device.push_back(last - first);
    return {};
}

/// From the start of a call's first kernel to that of the next call's, so that all together are the
/// pass: gaps count for the call before them. A call that launches nothing takes nothing.
Expected<std::vector<double>>
SequenceSubject::timesOfCalls(const std::vector<DeviceActivity>& kernels) const {
    bool all = kernels.size() == launches_.size();
    for (std::size_t i = 0; all && i < kernels.size(); ++i)
        all = launches_[i].kernel.empty() || kernels[i].name == launches_[i].kernel;
    if (!all)
        return fail("lost-records",
                    fmt::format("the profiler recorded {} kernels, and not the {} of the sequence "
                                "in their order",
                                kernels.size(), launches_.size()));
    std::vector<double> times(sequence_.calls().size(), 0);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const double until = i + 1 < kernels.size() ? kernels[i + 1].start : kernels[i].end;
        times[launches_[i].call] += until - kernels[i].start;
    }
    return times;
}

// ---- by events

Expected<void> SequenceSubject::prepareEvents(std::string whyNoRecords) {
    samples_.clock = Clock::events;
    samples_.clockNote = std::move(whyNoRecords);
    samples_.device.clear();
    for (auto& call : samples_.calls)
        call.clear();
    calls_.clear();
    for (std::size_t call = 0; pass_ && call < sequence_.calls().size(); ++call) {
        MW_TRY(calls_.emplace_back(), backend_.record(sequence_.stepsOf(call), 1));
    }
    return {};
}

Expected<void> SequenceSubject::enqueueCall(std::size_t call) {
    if (!calls_.empty())
        return calls_[call]->enqueue();
    for (int i = 0; i < sequence_.calls()[call].count; ++i)
        MW_CHECK(sequence_.calls()[call].program->execute());
    return {};
}

/// The pass as a whole, then once more call by call: the calls' times have the gaps between graphs
/// and none of the waiting of one call for another.
Expected<void> SequenceSubject::sampleEvents() {
    MW_CHECK(settle());
    MW_TRY(const double device, backend_.timed([&] { return enqueuePass(); }));
    samples_.device.push_back(device);
    for (std::size_t call = 0; call < samples_.calls.size(); ++call) {
        MW_TRY(const double time, backend_.timed([&] { return enqueueCall(call); }));
        samples_.calls[call].push_back(time);
    }
    return {};
}

} // namespace mw::exec
