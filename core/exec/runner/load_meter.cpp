// Measures what the machine does besides.
#include "core/exec/runner/load_meter.h"

#include "core/exec/host/cores.h"
#include "core/exec/processors.h"
#include "core/support/environment.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace mw::exec {

namespace {

std::string textOf(const char* path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

double ownSeconds() {
    double sum = 0;
    for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage usage{};
        if (getrusage(who, &usage) == 0)
            sum += seconds(usage.ru_utime) + seconds(usage.ru_stime);
    }
    return sum;
}

std::optional<BusySnapshot> snapshot() {
    const auto ticks = busyTicks(textOf("/proc/stat"), usableProcessors());
    if (!ticks)
        return std::nullopt;
    return BusySnapshot{*ticks / static_cast<double>(sysconf(_SC_CLK_TCK)), ownSeconds(),
                        throttledSeconds(), std::chrono::steady_clock::now()};
}

} // namespace

double busyWithOthers(const BusySnapshot& before, const BusySnapshot& after) {
    const double elapsed = std::chrono::duration<double>(after.at - before.at).count();
    if (elapsed <= 0)
        return 0;
    return std::max(0.0, (after.all - before.all - (after.own - before.own)) / elapsed);
}

std::optional<double> busyTicks(std::string_view procStat, const std::vector<int>& processors) {
    std::istringstream lines{std::string(procStat)};
    double sum = 0;
    std::size_t found = 0;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string name;
        words >> name;
        if (!name.starts_with("cpu") || name == "cpu")
            continue;
        const int processor = std::atoi(name.c_str() + 3);
        if (std::ranges::find(processors, processor) == processors.end())
            continue;
        ++found;
        // user nice system idle iowait irq softirq steal; guest time counts as user's already.
        double value = 0;
        for (int column = 0; column < 8 && words >> value; ++column)
            if (column != 3 && column != 4)
                sum += value;
    }
    if (found != processors.size() || found == 0)
        return std::nullopt;
    return sum;
}

LoadMeter::LoadMeter() : start_(snapshot()) {}

MachineLoad LoadMeter::read() const {
    MachineLoad load;
    load.processors = static_cast<int>(usableProcessors().size());
    load.cores = availableCores();
    load.threads = openMpThreads();
    load.passiveWaiting = environmentVariable("OMP_WAIT_POLICY") == "passive";
    if (const auto now = snapshot(); start_ && now) {
        const double elapsed = std::chrono::duration<double>(now->at - start_->at).count();
        load.othersBusy = busyWithOthers(*start_, *now);
        if (elapsed > 0)
            load.throttled = std::clamp((now->throttled - start_->throttled) / elapsed, 0.0, 1.0);
    }
    std::istringstream words(textOf("/proc/loadavg"));
    double average = 0;
    std::string skip;
    std::string running;
    if (words >> average >> skip >> skip >> running) {
        load.loadAverage = average;
        load.runnable = std::atoi(running.c_str());
    }
    return load;
}

} // namespace mw::exec
