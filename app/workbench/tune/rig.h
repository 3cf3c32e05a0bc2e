#pragma once

#include "app/workbench/tune/runner_report.h"
#include "app/workbench/tune/search.h"
#include "core/bench/bench.h"

#include <memory>

namespace mw::workbench {

/// Measures forms of one program in one runner: a TuneMeasure. Keeps the start and the inputs in
/// the runner from round to round; forms are compiled ahead, several at once, in runners of their
/// own.
class TuneRig {
public:
    /// `scenario`: completed for the start. Nothing is started yet.
    TuneRig(TuneForm start, inputs::Scenario scenario, bench::BenchOptions options);
    ~TuneRig();
    TuneRig(const TuneRig&) = delete;
    TuneRig& operator=(const TuneRig&) = delete;

    /// What a form is compiled from.
    Expected<codegen::Plan> lower(const TuneForm& form) const;
    /// "NVIDIA H200 (sm_90), NVRTC 13.0, ...": what measurements hold for. "no-device" where there
    /// is none. Starts the runner.
    Expected<std::string> device();
    /// It measures no more: every call from now on fails so.
    void giveUp(const Diagnostic& why);
    RunnerReport report() const;
    /// From two threads at once, one compiles while the other one measures. A runner that was lost
    /// ("runner-lost": preempted, out of time, its node down) stays lost, and no form is blamed.
    Expected<std::vector<FormResult>> measure(const std::vector<TuneForm>& forms, int repeats);
    void setStop(std::stop_token stop);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace mw::workbench
