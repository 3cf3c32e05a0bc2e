// Devices side by side as a table and as JSON.
#include "app/workbench/devices/measured.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mw::workbench {

namespace {

std::string labelOf(const DeviceRow& row) {
    return row.name.empty() ? row.variant + ": program" : row.variant + ": " + row.name;
}

std::string timeText(const MeasuredTime& time) {
    return fmt::format("{:.2f} ({:.2f} to {:.2f})", time.median, time.low, time.high);
}

/// How many times as fast as on the first device; 0: one of both lacks it.
double speedup(const DeviceRow& row, std::size_t device) {
    const auto* first = row.times.front();
    const auto* here = row.times[device];
    return first && here && here->median > 0 ? first->median / here->median : 0;
}

std::string orDash(double value, const std::string& text) {
    return value > 0 ? text : "-";
}

constexpr std::string_view kLegend =
    "us: the median, in parentheses the shortest and the longest. Of copy: what moves at least, as "
    "a share of what copying reaches on that device. Times as fast: against the first device.";

} // namespace

ComparedTable tableOf(const DeviceComparison& c) {
    ComparedTable table;
    table.title = c.devices.front().program + " on several devices";
    table.legend = kLegend;
    table.notes = c.notes;
    auto& head = table.lines.emplace_back(std::vector<std::string>{"variant: kernel"});
    auto& columns = table.values.emplace_back(std::vector<std::string>{"variant", "kernel"});
    for (std::size_t d = 0; d < c.devices.size(); ++d) {
        const auto& name = c.devices[d].name;
        table.measured.push_back(head.size());
        head.push_back(name + ", us");
        head.emplace_back("of copy");
        if (d > 0)
            head.emplace_back("times as fast");
        for (const char* what : {"median_us", "minimum_us", "maximum_us", "share_of_copy"})
            columns.push_back(name + " " + what);
    }
    for (const auto& row : c.rows) {
        std::vector<std::string> line{labelOf(row)};
        std::vector<std::string> values{row.variant, row.name};
        for (std::size_t d = 0; d < row.times.size(); ++d) {
            const auto* time = row.times[d];
            line.push_back(time ? timeText(*time) : "-");
            line.push_back(time ? orDash(time->share, fmt::format("{:.0f} %", 100 * time->share))
                                : "-");
            if (d > 0)
                line.push_back(orDash(speedup(row, d), fmt::format("{:.2f}", speedup(row, d))));
            for (const double value : {time ? time->median : 0, time ? time->low : 0,
                                       time ? time->high : 0, time ? time->share : 0})
                values.push_back(time ? fmt::format("{:.6g}", value) : "");
            if (time)
                table.bars.push_back({labelOf(row) + ", " + c.devices[d].name, time->median,
                                      time->low, time->high, d});
        }
        table.lines.push_back(std::move(line));
        table.values.push_back(std::move(values));
    }
    for (const auto& device : c.devices)
        table.sums.push_back(fmt::format("{}: measured {}, copy {:.0f} GB/s", device.name,
                                         device.date, device.copyBandwidth));
    return table;
}

std::string toJson(const DeviceComparison& c) {
    using Ordered = nlohmann::ordered_json;
    Ordered devices = Ordered::array();
    for (const auto& device : c.devices)
        devices.push_back(
            {{"device", device.name},
             {"program", device.program},
             {"date", device.date},
             {"copy_bandwidth_gigabytes_per_second", device.copyBandwidth},
             {"not_ranked_because",
              device.notRanked.empty() ? Ordered(nullptr) : Ordered(device.notRanked)}});
    Ordered rows = Ordered::array();
    for (const auto& row : c.rows) {
        Ordered times = Ordered::array();
        for (std::size_t d = 0; d < row.times.size(); ++d) {
            const auto* time = row.times[d];
            times.push_back(time ? Ordered({{"median_us", time->median},
                                            {"minimum_us", time->low},
                                            {"maximum_us", time->high},
                                            {"share_of_copy", time->share},
                                            {"times_as_fast_as_first", speedup(row, d)}})
                                 : Ordered(nullptr));
        }
        rows.push_back({{"variant", row.variant},
                        {"kernel", row.name.empty() ? Ordered(nullptr) : Ordered(row.name)},
                        {"devices", std::move(times)}});
    }
    const Ordered all = {
        {"devices", std::move(devices)}, {"rows", std::move(rows)}, {"notes", c.notes}};
    return all.dump(1, ' ', false, Ordered::error_handler_t::replace) + "\n";
}

} // namespace mw::workbench
