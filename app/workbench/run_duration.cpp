// How long a run is likely to take.
#include "app/workbench/run_duration.h"

#include <algorithm>
#include <cmath>

namespace mw::workbench {

namespace {

/// Calls of the series that follow one another, as core/exec/runner/subject.cpp makes them: enough
/// for a millisecond, within bounds.
double callsOfSeries(double microseconds) {
    constexpr double kSeries = 5, kFewest = 3, kMost = 50, kEnough = 1000;
    return kSeries *
           (1 + std::clamp(std::ceil(kEnough / std::max(microseconds, 1.0)), kFewest, kMost));
}

} // namespace

std::optional<double> secondsOfRun(const bench::BenchResult& earlier, codegen::Target target,
                                   const std::vector<std::string>& variants,
                                   const exec::MeasureOptions& options) {
    if (earlier.target != target || earlier.variants.empty())
        return std::nullopt;
    const auto callOf = [](const bench::VariantResult& one) {
        return std::max(one.call.median, one.device.median);
    };
    const auto longest = std::ranges::max(earlier.variants, {}, callOf);
    const int rounds = options.repeats * (target == codegen::Target::cpu ? 1 : 2);
    constexpr int kFirst = 5; // verified from fresh inputs, and the first times that are shown
    double microseconds = 0;
    for (const auto& name : variants) {
        const auto found = std::ranges::find(earlier.variants, name, &bench::VariantResult::name);
        const double call = callOf(found == earlier.variants.end() ? longest : *found);
        microseconds += call * (options.warmup + rounds + kFirst + callsOfSeries(call));
    }
    return microseconds > 0 ? std::optional(microseconds / 1e6) : std::nullopt;
}

} // namespace mw::workbench
