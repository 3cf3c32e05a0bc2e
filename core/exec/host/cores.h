#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mw::exec {

/// How many of usableProcessors() it can keep busy: not more than the control group's quota, nor
/// than Slurm gave its task; at least 1.
int availableCores();
/// Whole cores of a quota: text of `cpu.max` ("150000 100000", "max 100000"); nullopt: no limit.
std::optional<double> quotaOf(std::string_view cpuMax);
/// Seconds for which the quota held the control group up, so far.
double throttledSeconds();

/// How kernels of the CPU use threads, for a process that loads them: waiting threads sleep rather
/// than take a core from those that work, and there are not more than cores. What the user set in
/// the environment stays, the number of threads no larger than that. Before any other thread.
void setUpOpenMp();
int openMpThreads();
/// The first number of OMP_NUM_THREADS ("4", "4,2"), not above `cores`; `cores` where it says none.
int threadsFrom(const std::string& setting, int cores);

} // namespace mw::exec
