#pragma once

#include "app/workbench/tune/rig.h"

#include <memory>
#include <string>
#include <vector>

namespace mw::workbench {

/// What is measured on which inputs, where.
struct RigSetup {
    TuneForm start;
    inputs::Scenario scenario;
    bench::BenchOptions how;
    /// That measure in parallel; empty: that of `how`. All of Slurm's, or none.
    std::vector<exec::RunnerOptions> runners{};
};

/// Asks for consent to C++ of the start's own, as it is compiled; afterwards its forms may be.
Expected<void> askConsent(RigSetup& setup, const exec::AskConsent& ask);

/// The runners that measure forms of one program.
class TuneRigs {
public:
    /// Nothing is started yet; the error: the scenario does not fit, the start cannot be lowered.
    static Expected<TuneRigs> make(const RigSetup& setup);

    /// With the completed scenario.
    const inputs::Scenario& scenario() const { return scenario_; }
    Expected<codegen::Plan> lower(const TuneForm& form) const { return rigs_.front()->lower(form); }
    /// Starts the runners, all at once. "no-device" where a runner has none, "other-device" where
    /// they have different ones: times of one say nothing of another. Of Slurm's, what does not
    /// come is given up, and of several kinds of device those of the commonest stay: the error is
    /// for the case that none does. Fills in device and machine of the options.
    Expected<void> describe(TuneOptions& options);
    std::vector<RunnerReport> report() const;
    /// Valid as long as this is.
    std::vector<TuneMeasure> measurers(const TuneOptions& options) const;

private:
    TuneRigs(inputs::Scenario scenario, bench::BenchOptions how)
        : scenario_(std::move(scenario)), how_(std::move(how)) {}

    Expected<std::string> commonDevice();

    inputs::Scenario scenario_;
    bench::BenchOptions how_;
    std::vector<std::unique_ptr<TuneRig>> rigs_;
};

} // namespace mw::workbench
