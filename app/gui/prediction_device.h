#pragma once

#include "app/workbench/device_models.h"

#include <QString>

#include <string>

namespace mw::app {

/// Which device times are predicted for, as the window has it: a value, for jobs.
struct PredictionDevice {
    std::string asked; ///< of workbench::deviceModelNames(); empty: that is left to the program
    codegen::Target target = codegen::Target::cpu; ///< of the device that runs would be on
    std::string name;                              ///< of that device; empty: none is known
    std::filesystem::path file; ///< the program's, beside which it may say what it is for

    /// The one that was asked for, else as workbench::chooseModel() has it. Takes a walk through
    /// the graph.
    const workbench::DeviceModel& modelFor(const ir::Document& document) const;
    workbench::DeviceRates ratesFor(const ir::Document& document) const;
    /// "an H200", and that this is not where the program would run, if so.
    QString text(const workbench::DeviceModel& model) const;

    bool operator==(const PredictionDevice&) const = default;
};

/// "an H200", "a CPU".
QString modelText(const std::string& model);

} // namespace mw::app
