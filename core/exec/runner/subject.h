#pragma once

#include "core/exec/runner/program.h"

namespace mw::exec {

/// How many calls a sustained series has where one takes so long: of short ones as many as `most`,
/// of long ones as many as fill a stretch beside which starting and waiting are nothing.
int callsOfSeries(double microseconds, int most);

/// One program under measurement: takes one sample at a time, so that several programs can be
/// sampled in turn. The definitions stand in docs/measuring.md.
class Subject {
public:
    Subject(Program& program, const MeasureOptions& options);

    Expected<void> prepare(); ///< warm-up
    Expected<void> sampleCall();
    Expected<void> sampleSustained();
    Expected<void> sampleAllocation();

    /// Kernels and program by the device's own records, while the profiler is on.
    Expected<void> prepareRecords();
    Expected<void> sampleRecords();
    /// The same by device events; after it nothing is left of samples by records.
    Expected<void> prepareEvents(std::string whyNoRecords);
    Expected<void> sampleEvents();
    Expected<void> sampleKernelEvents(); ///< without the program as a whole

    Samples take();

private:
    Expected<void> enqueueCall();
    Expected<void> settle();
    Expected<void> sampleInline();
    Expected<void> sampleColdKernels();
    void splitByKernel();
    Expected<void> addRecords(const std::vector<DeviceActivity>& activities, bool kernelsToo);
    bool isWanted(std::size_t kernel) const;
    Expected<int> repeatsOf(const PreparedSteps& steps);
    int kernelNamed(const std::string& name) const;

    /// All launches of a kernel in one call, several times over.
    struct RepeatedKernel {
        std::unique_ptr<Replay> replay; ///< null: not wanted
        int times = 1;
    };

    Program& program_;
    Backend& backend_;
    const MeasureOptions& options_;
    std::vector<PreparedSteps> stepsOfKernel_;
    std::unique_ptr<Replay> call_;
    std::vector<RepeatedKernel> kernels_; ///< of kernels by events
    Samples samples_;
    std::vector<double> allocations_;
};

} // namespace mw::exec
