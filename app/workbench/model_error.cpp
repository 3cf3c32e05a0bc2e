// Quantiles of measured times beside their predictions.
#include "app/workbench/model_error.h"

#include "app/workbench/measured_times.h"
#include "app/workbench/read_measurement.h"
#include "core/support/amounts.h"

#include <fmt/format.h>

#include <cmath>

namespace mw::workbench {

namespace {

/// Of nine in ten.
ModelError between(const std::vector<double>& ratios, std::string of) {
    constexpr double kOutside = 0.05; // to either side
    return {quantile(ratios, kOutside), quantile(ratios, 1 - kOutside), ratios.size(),
            std::move(of)};
}

constexpr double kAllLaunch = 2; // us

void add(std::vector<ComparedTime>& times, ComparedTime one) {
    if (one.predicted > 0 && one.measured >= kAllLaunch)
        times.push_back(std::move(one));
}

} // namespace

std::vector<ComparedTime> comparedTimes(const Program& program) {
    std::vector<ComparedTime> times;
    for (const Measurement& kept : program.measurements) {
        const auto result = readMeasurement(kept.result);
        if (!result || result->model.empty())
            continue;
        for (const auto& variant : result->variants) {
            add(times, {result->model, "", "", variant.predicted, variant.device.median});
            for (const auto& row : variant.kernels)
                add(times,
                    {result->model, row.name, row.structure, row.predicted, row.time.median});
        }
    }
    for (const Trial& trial : program.tuning.trials())
        if (!trial.model.empty() && trial.outcome == Trial::Outcome::measured)
            add(times, {trial.model, trial.name, "", trial.predicted, trial.time});
    return times;
}

std::optional<double> measuredTime(std::span<const ComparedTime> kept, const DeviceRates& rates,
                                   const PredictedKernel& kernel) {
    constexpr double kRounding = 1e-9;
    const std::string model = modelKey(rates);
    std::optional<double> found;
    for (const ComparedTime& one : kept) // the newest comes last
        if (one.model == model && !one.key.empty() && one.key == kernel.structure &&
            std::abs(one.predicted - kernel.microseconds) <= kRounding * kernel.microseconds)
            found = one.measured;
    return found;
}

std::string modelKey(const DeviceRates& rates) {
    return fmt::format("{} {:.4g} {:.4g} {:.4g} {:.4g} {:.4g}", rates.device, rates.memory,
                       rates.cache, rates.instructions, rates.launch, rates.wait);
}

ModelError errorOf(const DeviceRates& rates, std::span<const ComparedTime> kept) {
    const std::string model = modelKey(rates);
    std::vector<double> ratios;
    for (const ComparedTime& one : kept)
        if (one.model == model && one.predicted > 0 && one.measured > 0)
            ratios.push_back(one.ratio());
    if (ratios.size() >= kEnoughTimes) {
        auto of = fmt::format("{} kept with the project", counted(ratios.size(), "time"));
        return between(ratios, std::move(of));
    }
    const DeviceRates h200;
    ratios.clear();
    for (const TimedWork& one : measuredTimes())
        ratios.push_back(one.microseconds / one.predicted(h200));
    std::string of =
        fmt::format("{} of programs on an {}", counted(ratios.size(), "time"), h200.device);
    if (rates.device != h200.device)
        of += fmt::format(", as too few are known on this device ({})", rates.device);
    return between(ratios, std::move(of));
}

} // namespace mw::workbench
