#pragma once

#include "core/exec/runner/sequence.h"
#include "core/exec/sequence.h"

namespace mw::exec {

/// A sequence under measurement: takes one sample at a time, as Subject does of a program. The
/// definitions stand in docs/measuring.md.
class SequenceSubject {
public:
    SequenceSubject(ProgramSequence& sequence, const MeasureOptions& options);

    Expected<void> prepare(); ///< warm-up, and the graph of a pass
    Expected<void> sampleCall();
    Expected<void> sampleSustained();

    /// By the device's own records, while the profiler is on.
    Expected<void> prepareRecords();
    Expected<void> sampleRecords();
    /// By device events; after it nothing is left of samples by records.
    Expected<void> prepareEvents(std::string whyNoRecords);
    Expected<void> sampleEvents();

    SequenceSamples take() { return std::move(samples_); }

private:
    /// A launch of a pass.
    struct Launch {
        std::size_t call = 0;
        std::string kernel; ///< empty: a copy kernel
    };

    Expected<void> enqueuePass();
    Expected<void> enqueueCall(std::size_t call);
    Expected<void> settle();
    Expected<void> sampleInline();
    Expected<void> record();
    Expected<std::vector<double>> timesOfCalls(const std::vector<DeviceActivity>& kernels) const;

    ProgramSequence& sequence_;
    Backend& backend_;
    const MeasureOptions& options_;
    std::unique_ptr<Replay> pass_;               ///< null: started step by step
    std::vector<std::unique_ptr<Replay>> calls_; ///< for samples by events
    std::vector<Launch> launches_;               ///< of a pass, in order
    SequenceSamples samples_;
};

} // namespace mw::exec
