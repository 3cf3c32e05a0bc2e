// What else a machine did during a measurement, in words.
#include "core/exec/machine_load.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::exec {

namespace {

constexpr double kIdleNoise = 0.25; // cores that any desktop uses beside
constexpr double kNoisePerThread = 0.05;
constexpr double kThrottled = 0.01;

} // namespace

std::string toText(const MachineLoad& load) {
    if (!load.known())
        return "not known";
    auto text = fmt::format("{} core{}, {} thread{} ({})", load.cores, load.cores == 1 ? "" : "s",
                            load.threads, load.threads == 1 ? "" : "s",
                            load.passiveWaiting ? "waiting passively" : "waiting actively");
    if (load.loadAverage >= 0)
        text += fmt::format(", load {:.2f}", load.loadAverage);
    if (load.runnable >= 0)
        text += fmt::format(", {} runnable", load.runnable);
    if (load.othersBusy >= 0)
        text += fmt::format(", {:.2f} cores busy with other work", load.othersBusy);
    if (load.throttled > 0)
        text += fmt::format(", held up by its quota {:.0f} % of the time", 100 * load.throttled);
    return text;
}

std::string whyLoaded(const MachineLoad& load) {
    if (!load.known())
        return {};
    if (load.throttled > kThrottled)
        return fmt::format("the control group's quota held the program up {:.0f} % of the time",
                           100 * load.throttled);
    // A core for every thread, less what the background work of an idle machine takes.
    const double needed = load.threads - std::max(kIdleNoise, kNoisePerThread * load.threads);
    if (load.othersBusy >= 0 && load.processors - load.othersBusy < needed)
        return fmt::format("other work kept {:.1f} of {} core{} busy meanwhile", load.othersBusy,
                           load.processors, load.processors == 1 ? "" : "s");
    return {};
}

} // namespace mw::exec
