// The tables of kernels that nsys and the rocprofs write: titles, and what a row says.
#include "app/workbench/profiles/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

namespace mw::workbench {

namespace {

using Record = CsvRecord;

/// "Start (ns)", "Start_Timestamp", "gpu-id": letters and digits, small. The micro sign, of which
/// there are two, is the letter that stands for it elsewhere.
std::string normalised(const std::string& title) {
    std::string name;
    for (std::size_t i = 0; i < title.size(); ++i) {
        const std::string_view two = std::string_view(title).substr(i, 2);
        if (two == "\xc2\xb5" || two == "\xce\xbc")
            name += 'u';
        else if (std::isalnum(static_cast<unsigned char>(title[i])) != 0)
            name += static_cast<char>(std::tolower(static_cast<unsigned char>(title[i])));
    }
    return name;
}

/// With a point, whatever the user's language puts there.
std::optional<double> number(const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

} // namespace

ProfileColumns::ProfileColumns(const CsvRecord& titles) {
    for (std::size_t i = 0; i < titles.fields.size(); ++i)
        at_.try_emplace(normalised(titles.fields[i]), i);
}

bool ProfileColumns::hasAll(const std::vector<std::string>& names) const {
    return std::ranges::all_of(names, [&](const auto& name) { return has(name); });
}

std::string ProfileColumns::text(const CsvRecord& record, const std::string& name) const {
    const auto found = at_.find(name);
    return found == at_.end() || found->second >= record.fields.size()
               ? std::string()
               : record.fields[found->second];
}

std::optional<double> ProfileColumns::value(const CsvRecord& record,
                                            const std::string& name) const {
    return number(text(record, name));
}

std::optional<std::int64_t> ProfileColumns::count(const CsvRecord& record,
                                                  const std::string& name) const {
    const auto found = value(record, name);
    if (!found || *found < 0 || *found > 1e15 || *found != std::floor(*found))
        return std::nullopt;
    return static_cast<std::int64_t>(*found);
}

std::optional<ProfileColumns::Time> ProfileColumns::time(const std::string& base) const {
    static const std::vector<std::pair<const char*, double>> kUnits = {
        {"ns", 1e-9}, {"nsec", 1e-9}, {"us", 1e-6}, {"usec", 1e-6},
        {"ms", 1e-3}, {"msec", 1e-3}, {"s", 1},     {"sec", 1}};
    for (const auto& [unit, seconds] : kUnits)
        if (has(base + unit))
            return Time{base + unit, seconds};
    return std::nullopt;
}

Unexpected badProfile(const std::string& why) {
    return fail("bad-profile", "in the table of kernels, " + why);
}

namespace {

std::optional<double> seconds(const ProfileColumns& columns, const Record& record,
                              const std::string& base) {
    const auto time = columns.time(base);
    const auto value = time ? columns.value(record, time->name) : std::nullopt;
    return value && *value >= 0 ? std::optional(*value * time->unit) : std::nullopt;
}

/// Under the first of its names that is a column. Without a unit of its own it has that of `total`.
std::optional<double> seconds(const ProfileColumns& columns, const Record& record,
                              const std::vector<std::string>& names, const std::string& total) {
    for (const std::string& name : names) {
        if (columns.time(name))
            return seconds(columns, record, name);
        if (const auto time = columns.time(total); time && columns.has(name)) {
            const auto value = columns.value(record, name);
            return value && *value >= 0 ? std::optional(*value * time->unit) : std::nullopt;
        }
    }
    return std::nullopt;
}

using Three = std::array<std::int64_t, 3>;

/// More threads than a block has on any device: a damaged file.
constexpr std::int64_t kMostThreads = 65536;

bool isBlock(const Three& threads) {
    std::int64_t all = 1;
    for (const std::int64_t count : threads) {
        if (count > kMostThreads / all)
            return false;
        all *= count;
    }
    return true;
}

std::optional<Three> three(const ProfileColumns& columns, const Record& record,
                           const std::string& base) {
    Three sizes{};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto size = columns.count(record, base + "xyz"[i]);
        if (!size || *size == 0)
            return std::nullopt;
        sizes.at(i) = *size;
    }
    return sizes;
}

/// " 235   10    1".
std::optional<Three> three(const std::string& text) {
    Three sizes{};
    const char* at = text.c_str();
    for (auto& size : sizes) {
        char* end = nullptr;
        size = std::strtoll(at, &end, 10);
        if (end == at || size <= 0)
            return std::nullopt;
        at = end;
    }
    return sizes;
}

std::int64_t ceilDiv(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

/// AMD's tools count threads where NVIDIA's count blocks.
std::optional<LaunchGrid> blocksOf(const std::optional<Three>& all,
                                   const std::optional<Three>& threads) {
    if (!all || !threads || !isBlock(*threads))
        return std::nullopt;
    LaunchGrid grid{false, {}, *threads};
    for (std::size_t i = 0; i < 3; ++i)
        grid.blocks.at(i) = ceilDiv(all->at(i), threads->at(i));
    return grid;
}

std::optional<LaunchGrid> flatGrid(const ProfileColumns& columns, const Record& record,
                                   const std::string& all, const std::string& block) {
    const auto threads = columns.count(record, block);
    const auto total = columns.count(record, all);
    if (!threads || !total || *threads == 0 || *total == 0 || *threads > kMostThreads)
        return std::nullopt;
    return LaunchGrid{true, {ceilDiv(*total, *threads), 1, 1}, {*threads, 1, 1}};
}

Unexpected badRow(const ProfileColumns& columns, const Record& record, const std::string& name) {
    return badProfile(fmt::format("the row of '{}' has no grid or no times that can be read",
                                  columns.text(record, name)));
}

std::optional<ProfileTableRow> complete(ProfileTableRow row, std::optional<double> start,
                                        std::optional<double> length) {
    if (!start || !length || *length < 0)
        return std::nullopt;
    row.start = *start;
    row.seconds = *length;
    return row;
}

Expected<std::optional<ProfileTableRow>> nsysTrace(const ProfileColumns& columns,
                                                   const Record& record) {
    if (columns.text(record, "grdx").empty()) // a copy or a fill of memory
        return std::nullopt;
    ProfileTableRow row{columns.text(record, "name"), columns.text(record, "device")};
    const auto blocks = three(columns, record, "grd");
    const auto threads = three(columns, record, "blk");
    if (blocks && threads && isBlock(*threads))
        row.grid = LaunchGrid{false, *blocks, *threads};
    auto done =
        complete(row, seconds(columns, record, "start"), seconds(columns, record, "duration"));
    if (!done || !done->grid)
        return badRow(columns, record, "name");
    return done;
}

/// Nanoseconds since whenever: more digits than a double has.
std::optional<std::int64_t> timestamp(const std::string& text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0)
        return std::nullopt;
    return value;
}

std::optional<ProfileTableRow> between(const ProfileColumns& columns, const Record& record,
                                       ProfileTableRow row, const std::string& first,
                                       const std::string& last) {
    constexpr double kNanosecond = 1e-9;
    const auto start = timestamp(columns.text(record, first));
    const auto end = timestamp(columns.text(record, last));
    if (!start || !end)
        return std::nullopt;
    return complete(std::move(row), kNanosecond * static_cast<double>(*start),
                    kNanosecond * static_cast<double>(*end - *start));
}

/// Launches of several processes are no row of each other's, though they share a device.
std::string deviceOf(const ProfileColumns& columns, const Record& record) {
    std::string device;
    for (const char* column : {"guid", "pid", "processid", "gpuid", "agentid"})
        device += columns.text(record, column) + " ";
    return device;
}

Expected<std::optional<ProfileTableRow>> rocprofv3Trace(const ProfileColumns& columns,
                                                        const Record& record) {
    if (const auto kind = columns.text(record, "kind"); !kind.empty() && kind != "KERNEL_DISPATCH")
        return std::nullopt;
    ProfileTableRow row{columns.text(record, "kernelname"), deviceOf(columns, record)};
    row.grid =
        blocksOf(three(columns, record, "gridsize"), three(columns, record, "workgroupsize"));
    const auto done = between(columns, record, row, "starttimestamp", "endtimestamp");
    if (!done || !done->grid)
        return badRow(columns, record, "kernelname");
    return done;
}

/// Why two timestamps are none; empty: they can be.
std::string noTimestamps(const ProfileColumns& columns, const Record& record) {
    constexpr std::int64_t kSecond = 1'000'000'000; // after the start of the machine, at least
    const std::string first = columns.text(record, "starttimestamp");
    if (!timestamp(first) && first.find_first_of("eE") != std::string::npos && number(first))
        return fmt::format("the timestamps have lost their digits ({}), as where a spreadsheet "
                           "saved the file",
                           first);
    if (const auto start = timestamp(first); start && *start < kSecond && columns.has("queueindex"))
        return "the timestamps are none, as where rocprofv2 collected counters alone: add "
               "--kernel-trace";
    return "";
}

Expected<std::optional<ProfileTableRow>> rocprofv2(const ProfileColumns& columns,
                                                   const Record& record) {
    ProfileTableRow row{columns.text(record, "kernelname"), deviceOf(columns, record)};
    if (columns.has("countername")) // a row for each counter
        row.dispatch = row.device + columns.text(record, "dispatchid");
    const bool isShort = columns.has("grd"); // in its first versions
    row.grid =
        flatGrid(columns, record, isShort ? "grd" : "gridsize", isShort ? "wgr" : "workgroupsize");
    if (const auto why = noTimestamps(columns, record); !why.empty())
        return badProfile(why);
    const auto done = between(columns, record, row, "starttimestamp", "endtimestamp");
    if (!done || !done->grid)
        return badRow(columns, record, "kernelname");
    return done;
}

Expected<std::optional<ProfileTableRow>> rocprof(const ProfileColumns& columns,
                                                 const Record& record) {
    ProfileTableRow row{columns.text(record, "kernelname"), deviceOf(columns, record)};
    row.grid = flatGrid(columns, record, "grd", "wgr");
    const auto done = between(columns, record, row, "beginns", "endns");
    if (!done || !done->grid)
        return badRow(columns, record, "kernelname");
    return done;
}

Expected<std::optional<ProfileTableRow>> nsysSummary(const ProfileColumns& columns,
                                                     const Record& record) {
    ProfileTableRow row{columns.text(record, "name")};
    const auto blocks = three(columns.text(record, "gridxyz"));
    const auto threads = three(columns.text(record, "blockxyz"));
    if (blocks && threads && isBlock(*threads))
        row.grid = LaunchGrid{false, *blocks, *threads};
    const auto launches = columns.count(record, "instances");
    const auto mean = seconds(columns, record, {"avg", "average"}, "totaltime");
    const auto median = seconds(columns, record, "med");
    const auto low = seconds(columns, record, {"min", "minimum"}, "totaltime");
    const auto high = seconds(columns, record, {"max", "maximum"}, "totaltime");
    if (!launches || !(median || mean))
        return badRow(columns, record, "name");
    const double value = median ? *median : *mean;
    row.summary = KernelTimes{*launches, value, low.value_or(value), high.value_or(value), !median};
    return row;
}

Expected<std::optional<ProfileTableRow>> rocprofSummary(const ProfileColumns& columns,
                                                        const Record& record) {
    ProfileTableRow row{columns.text(record, "name")};
    const auto launches = columns.count(record, "calls");
    const auto mean = seconds(columns, record, "average");
    if (!launches || !mean)
        return badRow(columns, record, "name");
    row.summary = KernelTimes{*launches, *mean, seconds(columns, record, "min").value_or(*mean),
                              seconds(columns, record, "max").value_or(*mean), true};
    return row;
}

const std::vector<ProfileFormat>& formats() {
    static const std::vector<ProfileFormat> kFormats = {
        {"nsys cuda_gpu_trace",
         {"grdx", "grdy", "grdz", "blkx", "blky", "blkz", "name"},
         {},
         {"start", "duration"},
         nsysTrace},
        {"nsys cuda_gpu_kern_gb_sum",
         {"instances", "gridxyz", "blockxyz", "name"},
         {},
         {"totaltime"},
         nsysSummary},
        {"nsys cuda_gpu_kern_sum", {"instances", "name"}, {}, {"totaltime"}, nsysSummary},
        {"rocprofv3 kernel_trace",
         {"kernelname", "starttimestamp", "endtimestamp", "workgroupsizex", "gridsizex"},
         {},
         {},
         rocprofv3Trace},
        {"rocprofv3 counter_collection",
         {"kernelname", "starttimestamp", "endtimestamp", "workgroupsize", "gridsize",
          "countername", "dispatchid"},
         {},
         {},
         rocprofv2},
        {"rocprof-compute pmc_perf",
         {"kernelname", "starttimestamp", "endtimestamp", "workgroupsize", "gridsize", "dispatchid",
          "ldsperworkgroup"},
         {"queueid"},
         {},
         rocprofv2},
        {"rocprofv2 results",
         {"kernelname", "starttimestamp", "endtimestamp", "workgroupsize", "gridsize"},
         {},
         {},
         rocprofv2},
        {"rocprofv2 results",
         {"kernelname", "starttimestamp", "endtimestamp", "wgr", "grd"},
         {},
         {},
         rocprofv2},
        {"rocprof results", {"kernelname", "grd", "wgr", "beginns", "endns"}, {}, {}, rocprof},
        {"rocprof kernel stats",
         {"name", "calls"},
         {},
         {"totalduration", "average"},
         rocprofSummary},
        {"rocpd summary", {"name", "calls"}, {}, {"duration", "average"}, rocprofSummary},
    };
    return kFormats;
}

} // namespace

const ProfileFormat* profileFormatOf(const ProfileColumns& columns) {
    for (const ProfileFormat& format : formats())
        if (columns.hasAll(format.columns) &&
            std::ranges::none_of(format.absent,
                                 [&](const auto& name) { return columns.has(name); }) &&
            std::ranges::all_of(format.times,
                                [&](const auto& time) { return columns.time(time).has_value(); }))
            return &format;
    return nullptr;
}

} // namespace mw::workbench
