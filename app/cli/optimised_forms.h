#pragma once

#include "app/workbench/optimise.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <span>
#include <string>

// What `mw optimise` says of predictions, and of the forms that it could end at.

namespace mw::cli {

/// `--measure` and `--no-measure`.
void addMeasuring(CLI::App& command, std::optional<bool>& measures);
/// MAPWRIGHT_MEASURE=never: nothing is measured that nobody asked for, as in tests.
bool isMeasuringForbidden();

/// Another form was taken than that of the pipeline itself, or something was measured.
bool isNews(const workbench::Optimisation& done);
/// Of the form that was taken; `pipeline`: where there was no choice.
std::string takenName(const workbench::Optimisation& done, const std::string& pipeline);
/// The forms with their predictions, the intervals of these, and what was taken and why.
std::string formsText(const workbench::Optimisation& done, const workbench::ModelError& error);
/// Kernels with the launches that the rules choose for the device, predicted times with their
/// intervals, and measured times where the project has any.
std::string kernelsText(const workbench::Prediction& prediction,
                        const workbench::DeviceRates& rates, const workbench::ModelError& error,
                        std::span<const workbench::ComparedTime> known);

// As texts in JSON.
std::string predictionJson(const workbench::Prediction& prediction);
std::string errorJson(const workbench::ModelError& error);
std::string formsJson(const workbench::Optimisation& done, const workbench::ModelError& error);

} // namespace mw::cli
