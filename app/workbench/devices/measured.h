#pragma once

#include "app/workbench/timers/table.h"
#include "core/support/expected.h"

#include <filesystem>
#include <string>
#include <vector>

// The same variants as several devices ran them: what `mw bench --json` writes and projects keep.

namespace mw::workbench {

struct MeasuredTime {
    std::string name;                     ///< of a kernel; empty: the whole program on the device
    double median = 0, low = 0, high = 0; ///< us; minimum and maximum
    double share = 0;                     ///< of the device's copy bandwidth; 0: not known
};
struct MeasuredVariant {
    std::string name;
    bool verified = false;
    std::vector<MeasuredTime> times; ///< the program first, then kernels in their order
};
/// One measurement, on one device.
struct MeasuredDevice {
    std::string name; ///< of the device; with the file's where several have the same
    std::string program, grid, date;
    double copyBandwidth = 0; ///< GB/s
    std::string notRanked;    ///< why its times say little; empty: they do
    std::vector<MeasuredVariant> variants;
};

/// Of measurements, oldest first, as they are kept: the newest of each device, in the order in
/// which the devices came. Those that cannot be read are left out.
std::vector<std::string> newestPerDevice(const std::vector<std::string>& results);

/// Whether a file holds such a measurement, by its first members.
bool isMeasured(const std::filesystem::path& file);
/// Errors name the file and the member: "damaged-file".
Expected<MeasuredDevice> readMeasured(const std::filesystem::path& file);
/// The same, of the text; the error lacks the file.
Expected<MeasuredDevice> parseMeasured(const std::string& json);

/// A line of the table: a variant's program or one of its kernels, on every device.
struct DeviceRow {
    std::string variant, name;
    std::vector<const MeasuredTime*> times; ///< null: this device has not run it
};
struct DeviceComparison {
    std::vector<MeasuredDevice> devices;
    std::vector<DeviceRow>
        rows; ///< variant by variant, the program first; the first device's order
    std::vector<std::string> notes; ///< what keeps times from being compared, each as a sentence
};
/// Variants and kernels are matched by name: kernels are named by what they compute, alike on every
/// target. "nothing-in-common": two devices measured no variant of one name.
Expected<DeviceComparison> compareDevices(std::vector<MeasuredDevice> devices);

/// Us with their range, the share of the copy bandwidth, how much faster than the first device.
ComparedTable tableOf(const DeviceComparison& comparison);
std::string toJson(const DeviceComparison& comparison);

} // namespace mw::workbench
