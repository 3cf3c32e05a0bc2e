// The passes of a sequence's measurement, interleaved with its programs by themselves.
#include "core/exec/runner/measure_sequence.h"

#include "core/exec/runner/sequence_subject.h"
#include "core/exec/runner/subject.h"

#include <algorithm>

namespace mw::exec {

namespace {

constexpr int kSequenceSeries = 5;

/// The sequence and its programs, sampled in turn.
class Parts {
public:
    Parts(ProgramSequence& sequence, const MeasureOptions& options, const ProgressReport& progress)
        : options_(options), progress_(progress), backend_(sequence.backend()),
          whole_(sequence, options) {
        for (Program* program : sequence.programs())
            singles_.emplace_back(*program, options);
    }

    Expected<SequenceSamples> measure() {
        MW_CHECK(whole_.prepare());
        MW_CHECK(eachSingle(&Subject::prepare));
        MW_CHECK(inTurn(&SequenceSubject::sampleCall, &Subject::sampleCall));
        for (int i = 0; i < kSequenceSeries; ++i)
            MW_CHECK(whole_.sampleSustained());
        if (!backend_.runsInline())
            MW_CHECK(onDevice());
        SequenceSamples samples = whole_.take();
        for (Subject& single : singles_)
            samples.singles.push_back(single.take().device);
        return samples;
    }

private:
    Expected<void> eachSingle(Expected<void> (Subject::*what)()) {
        for (Subject& single : singles_)
            MW_CHECK((single.*what)());
        return {};
    }
    Expected<void> inTurn(Expected<void> (SequenceSubject::*whole)(),
                          Expected<void> (Subject::*single)()) {
        for (int repeat = 0; repeat < options_.repeats; ++repeat) {
            progress_("timing", repeat, options_.repeats);
            MW_CHECK((whole_.*whole)());
            MW_CHECK(eachSingle(single));
        }
        return {};
    }

    Expected<void> onDevice() {
        std::string whyNot = "not asked for";
        if (options_.profiler) {
            const auto recorded = byRecords();
            if (recorded || recorded.error().code == "device-lost")
                return recorded;
            whyNot = recorded.error().sentence;
        }
        MW_CHECK(whole_.prepareEvents(whyNot));
        for (Subject& single : singles_)
            MW_CHECK(single.prepareEvents(whyNot));
        return inTurn(&SequenceSubject::sampleEvents, &Subject::sampleEvents);
    }
    Expected<void> byRecords() {
        struct Off {
            Backend& backend;
            ~Off() { backend.stopProfiler(); }
        };
        MW_CHECK(backend_.startProfiler());
        const Off off{backend_};
        MW_CHECK(whole_.prepareRecords());
        MW_CHECK(eachSingle(&Subject::prepareRecords));
        return inTurn(&SequenceSubject::sampleRecords, &Subject::sampleRecords);
    }

    const MeasureOptions& options_;
    const ProgressReport& progress_;
    Backend& backend_;
    SequenceSubject whole_;
    std::vector<Subject> singles_;
};

} // namespace

Expected<SequenceSamples> measureSequence(ProgramSequence& sequence, const MeasureOptions& options,
                                          const ProgressReport& progress) {
    return Parts(sequence, options, progress).measure();
}

} // namespace mw::exec
