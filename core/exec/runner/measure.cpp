// The passes of a measurement, interleaved over the programs.
#include "core/exec/runner/measure.h"

#include "core/exec/runner/subject.h"
#include "core/support/statistics.h"

#include <algorithm>

namespace mw::exec {

namespace {

constexpr int kSustainedSeries = 5;
constexpr int kAllocations = 5;

using Subjects = std::vector<Subject>;
/// One sample of one program.
using Sample = Expected<void> (Subject::*)();

/// Counts the samples of all passes for the progress report.
class Passes {
public:
    Passes(Subjects& subjects, const ProgressReport& progress, int total)
        : subjects_(subjects), progress_(progress), total_(total) {}

    /// `repeats` times one sample of each program in turn: A B A B.
    Expected<void> run(Sample sample, int repeats) {
        for (int repeat = 0; repeat < repeats; ++repeat) {
            progress_("timing", std::min(done_++, total_), total_);
            for (Subject& subject : subjects_)
                MW_CHECK((subject.*sample)());
        }
        return {};
    }

private:
    Subjects& subjects_;
    const ProgressReport& progress_;
    int total_, done_ = 0;
};

/// The profiler is on only in here.
Expected<void> sampleRecords(Backend& backend, Subjects& subjects, Passes& passes, int repeats) {
    struct Off {
        Backend& backend;
        ~Off() { backend.stopProfiler(); }
    };
    MW_CHECK(backend.startProfiler());
    const Off off{backend};
    for (Subject& subject : subjects)
        MW_CHECK(subject.prepareRecords());
    return passes.run(&Subject::sampleRecords, repeats);
}

/// Kernels and programs on the device: by its own records, or else by events.
Expected<void> sampleDevice(Backend& backend, Subjects& subjects, Passes& passes,
                            const MeasureOptions& options) {
    std::string whyNot = "not asked for";
    if (options.profiler) {
        const auto recorded = sampleRecords(backend, subjects, passes, options.repeats);
        if (recorded || recorded.error().code == "device-lost")
            return recorded;
        whyNot = recorded.error().sentence;
    }
    for (Subject& subject : subjects)
        MW_CHECK(subject.prepareEvents(whyNot));
    return passes.run(&Subject::sampleEvents, options.repeats);
}

Expected<void> sampleOnlyKernels(Backend& backend, Subjects& subjects,
                                 const MeasureOptions& options, const ProgressReport& progress) {
    Passes passes(subjects, progress, options.repeats);
    if (backend.runsInline()) // each call tells of every kernel
        return passes.run(&Subject::sampleCall, options.repeats);
    for (Subject& subject : subjects)
        MW_CHECK(subject.prepareEvents("only some kernels were asked for"));
    return passes.run(&Subject::sampleKernelEvents, options.repeats);
}

std::vector<Samples> takeAll(Subjects& subjects) {
    std::vector<Samples> all;
    for (Subject& subject : subjects)
        all.push_back(subject.take());
    return all;
}

} // namespace

Expected<std::vector<Samples>> measure(std::span<Program* const> programs,
                                       const MeasureOptions& options,
                                       const ProgressReport& progress) {
    if (programs.empty())
        return std::vector<Samples>{};
    Backend& backend = programs.front()->backend();
    Subjects subjects;
    for (Program* program : programs) {
        if (!program->hasInputs())
            return fail("no-inputs", "a program cannot be timed before its inputs are set");
        subjects.emplace_back(*program, options);
    }
    for (Subject& subject : subjects)
        MW_CHECK(subject.prepare());
    if (!options.onlyKernels.empty()) {
        MW_CHECK(sampleOnlyKernels(backend, subjects, options, progress));
        return takeAll(subjects);
    }
    const int devicePasses = backend.runsInline() ? 0 : options.repeats;
    if (options.deviceOnly) {
        Passes passes(subjects, progress, options.repeats);
        if (backend.runsInline()) // a call is the time on the device
            MW_CHECK(passes.run(&Subject::sampleCall, options.repeats));
        else
            MW_CHECK(sampleDevice(backend, subjects, passes, options));
        return takeAll(subjects);
    }
    Passes passes(subjects, progress,
                  options.repeats + devicePasses + kSustainedSeries + kAllocations);
    MW_CHECK(passes.run(&Subject::sampleCall, options.repeats));
    MW_CHECK(passes.run(&Subject::sampleSustained, kSustainedSeries));
    MW_CHECK(passes.run(&Subject::sampleAllocation, kAllocations));
    if (!backend.runsInline())
        MW_CHECK(sampleDevice(backend, subjects, passes, options));
    return takeAll(subjects);
}

} // namespace mw::exec
