// Reads measurements, and sets those of several devices side by side.
#include "app/workbench/devices/measured.h"

#include "app/workbench/detail/json_fields.h"
#include "core/io/file.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::workbench {

namespace {

Expected<MeasuredTime> timeOf(const Fields& fields, const char* key) {
    MeasuredTime time;
    MW_TRY(const auto summary, fields.object(key));
    MW_TRY(time.median, summary.real("median"));
    MW_TRY(time.low, summary.real("minimum"));
    MW_TRY(time.high, summary.real("maximum"));
    return time;
}

Expected<MeasuredVariant> variantOf(const Fields& fields, double copyBandwidth) {
    MeasuredVariant variant;
    MW_TRY(variant.name, fields.text("name"));
    MW_TRY(variant.verified, fields.flag("verified"));
    MW_TRY(auto whole, timeOf(fields, "device_us"));
    const double bytes = fields.real("bytes").value_or(0);
    if (whole.median > 0 && copyBandwidth > 0)
        whole.share = bytes / whole.median / 1e3 / copyBandwidth; // bytes per us -> GB/s
    variant.times.push_back(std::move(whole));
    MW_TRY(const auto* kernels, fields.list("kernels"));
    for (std::size_t k = 0; k < kernels->size(); ++k) {
        MW_TRY(const auto kernel, Fields::of((*kernels)[k], "measurement",
                                             fmt::format("{}/{}", fields.at("kernels"), k)));
        MW_TRY(auto time, timeOf(kernel, "time_us"));
        MW_TRY(time.name, kernel.text("name"));
        time.share = kernel.real("share_of_copy_bandwidth").value_or(0);
        variant.times.push_back(std::move(time));
    }
    return variant;
}

Expected<MeasuredDevice> deviceOf(const Json& json) {
    MeasuredDevice device;
    MW_TRY(const auto fields, Fields::of(json, "measurement", ""));
    MW_TRY(device.name, fields.text("device"));
    MW_TRY(device.program, fields.text("program"));
    MW_TRY(device.date, fields.text("date"));
    device.copyBandwidth = fields.real("copy_bandwidth_gigabytes_per_second").value_or(0);
    device.notRanked = fields.text("not_ranked_because").value_or("");
    if (const auto scenario = fields.object("scenario"))
        if (const auto* grid = scenario->find("grid"))
            device.grid = grid->dump();
    MW_TRY(const auto* variants, fields.list("variants"));
    for (std::size_t v = 0; v < variants->size(); ++v) {
        MW_TRY(const auto one,
               Fields::of((*variants)[v], "measurement", fmt::format("/variants/{}", v)));
        MW_TRY(auto variant, variantOf(one, device.copyBandwidth));
        device.variants.push_back(std::move(variant));
    }
    return device;
}

const MeasuredVariant* find(const MeasuredDevice& device, const std::string& name) {
    const auto found = std::ranges::find(device.variants, name, &MeasuredVariant::name);
    return found == device.variants.end() ? nullptr : &*found;
}

const MeasuredTime* find(const MeasuredVariant* variant, const std::string& name) {
    if (!variant)
        return nullptr;
    const auto found = std::ranges::find(variant->times, name, &MeasuredTime::name);
    return found == variant->times.end() ? nullptr : &*found;
}

/// Rows of one variant: its program, then every kernel that any device has.
void addRows(DeviceComparison& all, const std::string& variant) {
    std::vector<std::string> names;
    for (const auto& device : all.devices)
        if (const auto* here = find(device, variant))
            for (const auto& time : here->times)
                if (std::ranges::find(names, time.name) == names.end())
                    names.push_back(time.name);
    for (const auto& name : names) {
        DeviceRow row{variant, name, {}};
        for (const auto& device : all.devices)
            row.times.push_back(find(find(device, variant), name));
        all.rows.push_back(std::move(row));
    }
}

void addNotes(DeviceComparison& all) {
    const auto& first = all.devices.front();
    for (const auto& device : all.devices) {
        if (device.program != first.program)
            all.notes.push_back(fmt::format("{} ran {}, {} ran {}: another program.", first.name,
                                            first.program, device.name, device.program));
        if (device.grid != first.grid)
            all.notes.push_back(fmt::format("{} and {} ran on different grids: their times are not "
                                            "those of the same work.",
                                            first.name, device.name));
        if (!device.notRanked.empty())
            all.notes.push_back(
                fmt::format("{}: its times are not ranked: {}.", device.name, device.notRanked));
        for (const auto& variant : device.variants)
            if (!variant.verified)
                all.notes.push_back(
                    fmt::format("{}: the results of {} DIFFER or were not compared.", device.name,
                                variant.name));
    }
}

/// A device that stands there twice says when it was.
void tellApart(std::vector<MeasuredDevice>& devices) {
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const std::string name = devices[i].name;
        const auto same = std::ranges::count(devices, name, &MeasuredDevice::name);
        if (same < 2)
            continue;
        std::size_t number = 0;
        for (auto& device : devices)
            if (device.name == name)
                device.name = fmt::format("{}, {} (no. {})", name, device.date, ++number);
    }
}

} // namespace

bool isMeasured(const std::filesystem::path& file) {
    const auto text = io::readFile(file);
    if (!text)
        return false;
    const auto json = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
    return json.is_object() && json.contains("device") && json.contains("variants") &&
           json.contains("copy_bandwidth_gigabytes_per_second");
}

Expected<MeasuredDevice> parseMeasured(const std::string& text) {
    const auto json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (json.is_discarded())
        return fail("damaged-file", "the measurement is no JSON");
    return deviceOf(json);
}

Expected<MeasuredDevice> readMeasured(const std::filesystem::path& file) {
    MW_TRY(const auto text, io::readFile(file));
    auto device = parseMeasured(text);
    if (!device)
        device.error().location.file = file.string();
    return device;
}

std::vector<std::string> newestPerDevice(const std::vector<std::string>& results) {
    std::vector<std::string> devices;
    std::vector<std::string> newest;
    for (const auto& result : results) {
        const auto read = parseMeasured(result);
        if (!read)
            continue;
        const auto at = std::ranges::find(devices, read->name) - devices.begin();
        if (at == std::ssize(devices)) {
            devices.push_back(read->name);
            newest.emplace_back();
        }
        newest[static_cast<std::size_t>(at)] = result;
    }
    return newest;
}

Expected<DeviceComparison> compareDevices(std::vector<MeasuredDevice> devices) {
    if (devices.empty())
        return fail("not-measured", "there is no measurement to compare");
    tellApart(devices);
    DeviceComparison all{std::move(devices), {}, {}};
    std::vector<std::string> variants;
    for (const auto& device : all.devices)
        for (const auto& variant : device.variants)
            if (std::ranges::find(variants, variant.name) == variants.end())
                variants.push_back(variant.name);
    for (const auto& device : all.devices)
        if (std::ranges::none_of(device.variants, [&](const auto& variant) {
                return find(all.devices.front(), variant.name) != nullptr;
            }))
            return fail("nothing-in-common",
                        fmt::format("{} and {} measured no variant of the same name",
                                    all.devices.front().name, device.name));
    for (const auto& variant : variants)
        addRows(all, variant);
    addNotes(all);
    return all;
}

} // namespace mw::workbench
