#pragma once

#include "app/workbench/device_models.h"
#include "app/workbench/optimise.h"
#include "app/workbench/tune/log.h"
#include "core/exec/trust.h"

namespace mw::workbench {

/// Where and on what forms of an optimisation are measured.
struct FormsSetup {
    const DeviceModel* model = nullptr; ///< nothing but this device measures
    InputChoice inputs{};
    std::string grid{}; ///< where the inputs leave it open
    RunSettings settings{};
    exec::AskConsent consent{}; ///< to C++ of the graphs' own; none: refused
    exec::ProgressSink progress{};
};

/// Measures forms in turns in one run of the settings' runner, which takes a second or two. Nothing
/// is started before it is asked. "no-device": the runner has no such device.
MeasureForms measureForms(FormsSetup setup);

/// Notes what was measured beside what was predicted for it (model_error.h).
void keepForms(TuneLog& log, const ir::DocumentPtr& start, const Optimisation& done,
               const DeviceRates& rates, int repeats);

} // namespace mw::workbench
