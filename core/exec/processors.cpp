// The processors that this process may use, and their last caches.

#include "core/exec/processors.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sched.h>
#include <string>
#include <thread>

namespace mw::exec {

namespace {

std::string firstWord(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::string word;
    stream >> word;
    return word;
}

/// "32768K" as bytes; 0: no size.
double bytesOfSize(const std::string& size) {
    char* unit = nullptr;
    const double number = std::strtod(size.c_str(), &unit);
    switch (*unit) {
    case 'K':
        return number * 1024;
    case 'M':
        return number * 1024 * 1024;
    case 'G':
        return number * 1024 * 1024 * 1024;
    default:
        return number;
    }
}

} // namespace

std::vector<int> usableProcessors() {
    std::vector<int> processors;
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        for (int i = 0; i < CPU_SETSIZE; ++i)
            if (CPU_ISSET(i, &set))
                processors.push_back(i);
    if (processors.empty())
        for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i)
            processors.push_back(static_cast<int>(i));
    return processors;
}

double lastCacheBytes(const std::vector<int>& processors, const std::filesystem::path& root) {
    std::map<int, std::map<std::string, double>> levels; // each cache by who shares it
    for (const int processor : processors) {
        const auto caches = root / ("cpu" + std::to_string(processor)) / "cache";
        for (int i = 0;; ++i) {
            const auto cache = caches / ("index" + std::to_string(i));
            const std::string level = firstWord(cache / "level");
            if (level.empty())
                break;
            if (firstWord(cache / "type") == "Instruction")
                continue;
            levels[std::atoi(level.c_str())][firstWord(cache / "shared_cpu_list")] =
                bytesOfSize(firstWord(cache / "size"));
        }
    }
    double bytes = 0;
    if (!levels.empty())
        for (const auto& [sharedBy, size] : levels.rbegin()->second)
            bytes += size;
    return bytes;
}

double lastCacheBytes() {
    static const double bytes = lastCacheBytes(usableProcessors());
    return bytes;
}

} // namespace mw::exec
