// How many cores this process may keep busy: affinity and control groups.
#include "core/exec/host/cores.h"

#include "core/exec/processors.h"
#include "core/support/environment.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

namespace mw::exec {

namespace {

std::string textOf(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The folder of this process' control group that has the controller `cpu`: version 2, or 1.
std::vector<std::string> groupFolders() {
    std::vector<std::string> folders;
    std::istringstream lines(textOf("/proc/self/cgroup"));
    for (std::string line; std::getline(lines, line);) {
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos)
            continue;
        const auto controllers = "," + line.substr(first + 1, second - first - 1) + ",";
        auto path = line.substr(second + 1);
        const bool unified = controllers == ",,";
        if (!unified && controllers.find(",cpu,") == std::string::npos)
            continue;
        const std::string mount = unified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/cpu";
        // A limit of any group around it holds too.
        while (true) {
            folders.push_back(mount + path);
            if (path.empty() || path == "/")
                break;
            path.resize(path.rfind('/'));
        }
    }
    return folders;
}

std::optional<double> quotaIn(const std::string& folder) {
    if (const auto text = textOf(folder + "/cpu.max"); !text.empty())
        return quotaOf(text);
    const auto quota = std::atof(textOf(folder + "/cpu.cfs_quota_us").c_str());
    const auto period = std::atof(textOf(folder + "/cpu.cfs_period_us").c_str());
    return quota > 0 && period > 0 ? std::optional(quota / period) : std::nullopt;
}

/// Of a task of Slurm, which need not be bound to its processors.
std::optional<double> givenBySlurm() {
    if (environmentVariable("SLURM_PROCID").empty())
        return std::nullopt;
    std::optional<double> given;
    for (const char* variable : {"SLURM_CPUS_ON_NODE", "SLURM_CPUS_PER_TASK"})
        if (const int cores = std::atoi(environmentVariable(variable).c_str()); cores > 0)
            given = std::min<double>(given.value_or(cores), cores);
    return given;
}

} // namespace

std::optional<double> quotaOf(std::string_view cpuMax) {
    std::istringstream words{std::string(cpuMax)};
    double quota = 0;
    double period = 0;
    if (!(words >> quota >> period) || quota <= 0 || period <= 0)
        return std::nullopt;
    return quota / period;
}

int availableCores() {
    auto cores = static_cast<double>(usableProcessors().size());
    for (const auto& folder : groupFolders())
        if (const auto quota = quotaIn(folder))
            cores = std::min(cores, *quota);
    if (const auto given = givenBySlurm())
        cores = std::min(cores, *given);
    return std::max(1, static_cast<int>(cores));
}

double throttledSeconds() {
    for (const auto& folder : groupFolders()) {
        std::istringstream words(textOf(folder + "/cpu.stat"));
        std::string name;
        double value = 0;
        while (words >> name >> value) {
            if (name == "throttled_usec")
                return value * 1e-6;
            if (name == "throttled_time") // version 1: nanoseconds
                return value * 1e-9;
        }
    }
    return 0;
}

int threadsFrom(const std::string& setting, int cores) {
    const int wanted = std::atoi(setting.c_str());
    return wanted > 0 ? std::min(wanted, cores) : cores;
}

int openMpThreads() {
    return threadsFrom(environmentVariable("OMP_NUM_THREADS"), availableCores());
}

void setUpOpenMp() {
    setenv("OMP_NUM_THREADS", std::to_string(openMpThreads()).c_str(), 1);
    setenv("OMP_WAIT_POLICY", "passive", 0);
}

} // namespace mw::exec
