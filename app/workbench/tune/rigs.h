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
    std::vector<exec::RunnerOptions> runners{}; ///< that measure in parallel; empty: that of `how`
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
    /// "no-device" where a runner has none, "other-device" where they have different ones: times of
    /// one say nothing of another. Fills in device and machine of the options.
    Expected<void> describe(TuneOptions& options);
    /// Valid as long as this is.
    std::vector<TuneMeasure> measurers(const TuneOptions& options) const;

private:
    TuneRigs(inputs::Scenario scenario, bench::BenchOptions how)
        : scenario_(std::move(scenario)), how_(std::move(how)) {}

    inputs::Scenario scenario_;
    bench::BenchOptions how_;
    std::vector<std::unique_ptr<TuneRig>> rigs_;
};

} // namespace mw::workbench
