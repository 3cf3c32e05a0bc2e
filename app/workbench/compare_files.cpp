// Which kind of times files hold, and their comparison.
#include "app/workbench/compare_files.h"

#include "app/workbench/devices/measured.h"
#include "app/workbench/timers/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mw::workbench {

namespace {

Expected<ComparedFiles> compareMeasured(const std::vector<std::filesystem::path>& files) {
    std::vector<MeasuredDevice> devices;
    for (const auto& file : files) {
        MW_TRY(auto device, readMeasured(file));
        devices.push_back(std::move(device));
    }
    MW_TRY(const auto comparison, compareDevices(std::move(devices)));
    return ComparedFiles{tableOf(comparison), toJson(comparison)};
}

Expected<TimesFile> only(const std::string& backend, TimesFile file) {
    const auto backends = backendsOf(file);
    if (backend.empty() || backends.empty()) // timers of ICON, benchmarks
        return file;
    if (std::ranges::find(backends, backend) == backends.end())
        return fail("no-backend", fmt::format("{} has no programs of the back end {}, but of {}",
                                              file.name, backend, fmt::join(backends, ", ")));
    return ofBackend(file, backend);
}

/// A file in the place of each back end of this one.
Expected<std::vector<TimesFile>> byBackend(const TimesFile& file) {
    const auto backends = backendsOf(file);
    if (backends.size() < 2)
        return fail("one-file", fmt::format("{} has times of one back end alone: name another file "
                                            "that they are set beside",
                                            file.name));
    std::vector<TimesFile> files;
    for (const std::string& backend : backends) {
        files.push_back(ofBackend(file, backend));
        files.back().name += " " + backend;
    }
    return files;
}

} // namespace

Expected<ComparedFiles> compareFiles(const std::vector<std::filesystem::path>& files,
                                     const std::string& backend) {
    const auto measured = std::ranges::count_if(files, isMeasured);
    if (measured == 1 && files.size() == 1)
        return fail("one-file", files.front().filename().string() +
                                    " is a single measurement: name another that it is set beside");
    if (measured == std::ssize(files))
        return compareMeasured(files);
    if (measured > 0)
        return fail("bad-times", "measurements of mw bench are compared with each other, not with "
                                 "times of a model's runs");
    std::vector<TimesFile> times;
    for (const auto& file : files) {
        MW_TRY(auto one, readTimes(file));
        MW_TRY(auto some, only(backend, std::move(one)));
        times.push_back(std::move(some));
    }
    if (times.size() == 1) {
        MW_TRY(times, byBackend(times.front()));
    }
    MW_TRY(const auto comparison, compareTimes(times));
    return ComparedFiles{tableOf(comparison), toJson(comparison)};
}

} // namespace mw::workbench
