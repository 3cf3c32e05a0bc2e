// Which kind of times files hold, and their comparison.
#include "app/workbench/compare_files.h"

#include "app/workbench/devices/measured.h"
#include "app/workbench/timers/report.h"

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

} // namespace

Expected<ComparedFiles> compareFiles(const std::vector<std::filesystem::path>& files) {
    const auto measured = std::ranges::count_if(files, isMeasured);
    if (measured == std::ssize(files))
        return compareMeasured(files);
    if (measured > 0)
        return fail("bad-times", "measurements of mw bench are compared with each other, not with "
                                 "times of a model's runs");
    std::vector<TimesFile> times;
    for (const auto& file : files) {
        MW_TRY(auto one, readTimes(file));
        times.push_back(std::move(one));
    }
    MW_TRY(const auto comparison, compareTimes(times));
    return ComparedFiles{tableOf(comparison), toJson(comparison)};
}

} // namespace mw::workbench
