// Reads what nsys and the rocprofs write, by the names of columns.
#include "app/workbench/profiles/read.h"

#include "app/workbench/profiles/csv.h"
#include "core/io/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>

namespace mw::workbench {

namespace {

using Record = std::vector<std::string>;

Unexpected bad(const std::string& why) {
    return fail("bad-profile", "in the table of kernels, " + why);
}

/// "Start (ns)", "Start_Timestamp", "gpu-id": letters and digits, small.
std::string normalised(const std::string& title) {
    std::string name;
    for (const char c : title)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return name;
}

std::optional<double> number(const std::string& text) {
    if (text.empty())
        return std::nullopt;
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (*end != 0 || !std::isfinite(value))
        return std::nullopt;
    return value;
}

/// The titles of a table, and where they stand.
class Columns {
public:
    explicit Columns(const Record& titles) {
        for (std::size_t i = 0; i < titles.size(); ++i)
            at_.try_emplace(normalised(titles[i]), i);
    }
    bool has(const std::string& name) const { return at_.contains(name); }
    bool hasAll(const std::vector<std::string>& names) const {
        return std::ranges::all_of(names, [&](const auto& name) { return has(name); });
    }
    std::string text(const Record& record, const std::string& name) const {
        const auto found = at_.find(name);
        return found == at_.end() || found->second >= record.size() ? std::string()
                                                                    : record[found->second];
    }
    std::optional<double> value(const Record& record, const std::string& name) const {
        return number(text(record, name));
    }
    std::optional<std::int64_t> count(const Record& record, const std::string& name) const {
        const auto found = value(record, name);
        if (!found || *found < 0 || *found > 1e15 || *found != std::floor(*found))
            return std::nullopt;
        return static_cast<std::int64_t>(*found);
    }
    /// A column of times, whose title ends in a unit: its name and seconds per unit.
    struct Time {
        std::string name;
        double unit = 0;
    };
    std::optional<Time> time(const std::string& base) const {
        static const std::vector<std::pair<const char*, double>> kUnits = {
            {"ns", 1e-9}, {"nsec", 1e-9}, {"us", 1e-6}, {"usec", 1e-6},
            {"ms", 1e-3}, {"msec", 1e-3}, {"s", 1},     {"sec", 1}};
        for (const auto& [unit, seconds] : kUnits)
            if (has(base + unit))
                return Time{base + unit, seconds};
        return std::nullopt;
    }

private:
    std::map<std::string, std::size_t> at_;
};

std::optional<double> seconds(const Columns& columns, const Record& record,
                              const std::string& base) {
    const auto time = columns.time(base);
    const auto value = time ? columns.value(record, time->name) : std::nullopt;
    return value ? std::optional(*value * time->unit) : std::nullopt;
}

using Three = std::array<std::int64_t, 3>;

std::optional<Three> three(const Columns& columns, const Record& record, const std::string& base) {
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
    if (!all || !threads)
        return std::nullopt;
    LaunchGrid grid{false, {}, *threads};
    for (std::size_t i = 0; i < 3; ++i)
        grid.blocks.at(i) = ceilDiv(all->at(i), threads->at(i));
    return grid;
}

std::optional<LaunchGrid> flatGrid(const Columns& columns, const Record& record,
                                   const std::string& all, const std::string& block) {
    const auto threads = columns.count(record, block);
    const auto total = columns.count(record, all);
    if (!threads || !total || *threads == 0 || *total == 0)
        return std::nullopt;
    return LaunchGrid{true, {ceilDiv(*total, *threads), 1, 1}, {*threads, 1, 1}};
}

/// A row of a table: what was launched, where, and when or how long.
struct Row {
    std::string name, device = {};
    std::optional<LaunchGrid> grid = {};
    double start = 0, seconds = 0; ///< of a trace
    std::optional<KernelTimes> summary = {};
};
/// How one tool writes rows; nothing for a row that is no kernel.
struct Format {
    const char* tool;
    std::vector<std::string> columns; ///< without units
    std::vector<std::string> times;   ///< with a unit in the title
    Expected<std::optional<Row>> (*read)(const Columns&, const Record&);
};

Unexpected badRow(const Columns& columns, const Record& record, const std::string& name) {
    return bad(fmt::format("the row of '{}' has no grid or no times that can be read",
                           columns.text(record, name)));
}

std::optional<Row> complete(Row row, std::optional<double> start, std::optional<double> length) {
    if (!start || !length || *length < 0)
        return std::nullopt;
    row.start = *start;
    row.seconds = *length;
    return row;
}

Expected<std::optional<Row>> nsysTrace(const Columns& columns, const Record& record) {
    if (columns.text(record, "grdx").empty()) // a copy or a fill of memory
        return std::nullopt;
    Row row{columns.text(record, "name"), columns.text(record, "device")};
    const auto blocks = three(columns, record, "grd");
    const auto threads = three(columns, record, "blk");
    if (blocks && threads)
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

std::optional<Row> between(const Columns& columns, const Record& record, Row row,
                           const std::string& first, const std::string& last) {
    constexpr double kNanosecond = 1e-9;
    const auto start = timestamp(columns.text(record, first));
    const auto end = timestamp(columns.text(record, last));
    if (!start || !end)
        return std::nullopt;
    return complete(std::move(row), kNanosecond * static_cast<double>(*start),
                    kNanosecond * static_cast<double>(*end - *start));
}

Expected<std::optional<Row>> rocprofv3Trace(const Columns& columns, const Record& record) {
    if (const auto kind = columns.text(record, "kind"); !kind.empty() && kind != "KERNEL_DISPATCH")
        return std::nullopt;
    Row row{columns.text(record, "kernelname"), columns.text(record, "agentid")};
    row.grid =
        blocksOf(three(columns, record, "gridsize"), three(columns, record, "workgroupsize"));
    const auto done = between(columns, record, row, "starttimestamp", "endtimestamp");
    if (!done || !done->grid)
        return badRow(columns, record, "kernelname");
    return done;
}

Expected<std::optional<Row>> rocprofv2(const Columns& columns, const Record& record) {
    Row row{columns.text(record, "kernelname"),
            columns.text(record, columns.has("gpuid") ? "gpuid" : "agentid")};
    row.grid = flatGrid(columns, record, "gridsize", "workgroupsize");
    const auto done = between(columns, record, row, "starttimestamp", "endtimestamp");
    if (!done || !done->grid)
        return badRow(columns, record, "kernelname");
    return done;
}

Expected<std::optional<Row>> rocprof(const Columns& columns, const Record& record) {
    Row row{columns.text(record, "kernelname"), columns.text(record, "gpuid")};
    row.grid = flatGrid(columns, record, "grd", "wgr");
    const auto done = between(columns, record, row, "beginns", "endns");
    if (!done || !done->grid)
        return badRow(columns, record, "kernelname");
    return done;
}

Expected<std::optional<Row>> nsysSummary(const Columns& columns, const Record& record) {
    Row row{columns.text(record, "name")};
    const auto blocks = three(columns.text(record, "gridxyz"));
    const auto threads = three(columns.text(record, "blockxyz"));
    if (blocks && threads)
        row.grid = LaunchGrid{false, *blocks, *threads};
    const auto launches = columns.count(record, "instances");
    const auto mean = seconds(columns, record, columns.time("avg") ? "avg" : "average");
    const auto median = seconds(columns, record, "med");
    const auto low = seconds(columns, record, columns.time("min") ? "min" : "minimum");
    const auto high = seconds(columns, record, columns.time("max") ? "max" : "maximum");
    if (!launches || !(median || mean))
        return badRow(columns, record, "name");
    const double value = median ? *median : *mean;
    row.summary = KernelTimes{*launches, value, low.value_or(value), high.value_or(value), !median};
    return row;
}

Expected<std::optional<Row>> rocprofSummary(const Columns& columns, const Record& record) {
    Row row{columns.text(record, "name")};
    const auto launches = columns.count(record, "calls");
    const auto mean = seconds(columns, record, "average");
    if (!launches || !mean)
        return badRow(columns, record, "name");
    row.summary = KernelTimes{*launches, *mean, seconds(columns, record, "min").value_or(*mean),
                              seconds(columns, record, "max").value_or(*mean), true};
    return row;
}

const std::vector<Format>& formats() {
    static const std::vector<Format> kFormats = {
        {"nsys cuda_gpu_trace",
         {"grdx", "grdy", "grdz", "blkx", "blky", "blkz", "name"},
         {"start", "duration"},
         nsysTrace},
        {"nsys cuda_gpu_kern_gb_sum",
         {"instances", "gridxyz", "blockxyz", "name"},
         {"totaltime"},
         nsysSummary},
        {"nsys cuda_gpu_kern_sum", {"instances", "name"}, {"totaltime"}, nsysSummary},
        {"rocprofv3 kernel_trace",
         {"kernelname", "starttimestamp", "endtimestamp", "workgroupsizex", "gridsizex"},
         {},
         rocprofv3Trace},
        {"rocprofv2 results",
         {"kernelname", "starttimestamp", "endtimestamp", "workgroupsize", "gridsize"},
         {},
         rocprofv2},
        {"rocprof results", {"kernelname", "grd", "wgr", "beginns", "endns"}, {}, rocprof},
        {"rocprof kernel stats",
         {"name", "calls", "totaldurationns", "averagens"},
         {},
         rocprofSummary},
    };
    return kFormats;
}

const Format* formatOf(const Columns& columns) {
    for (const Format& format : formats())
        if (columns.hasAll(format.columns) &&
            std::ranges::all_of(format.times,
                                [&](const auto& time) { return columns.time(time).has_value(); }))
            return &format;
    return nullptr;
}

/// What a runtime launches for itself: copies and fills.
bool isRuntimes(const std::string& name) {
    return name.starts_with("__amd_rocclr_") || name.starts_with("[CUDA mem");
}

class Building {
public:
    void add(Row row) {
        if (row.name.empty() || isRuntimes(row.name))
            return;
        const auto [at, isNew] = known_.try_emplace({row.name, row.grid}, profile_.kernels.size());
        if (isNew)
            profile_.kernels.push_back({row.name, row.grid, row.summary});
        if (!row.summary)
            launches_[row.device].push_back({at->second, row.start, row.seconds});
    }
    Profile take() {
        for (auto& [device, launches] : launches_) {
            std::ranges::stable_sort(launches, {}, &ProfiledLaunch::start);
            profile_.devices.push_back(std::move(launches));
        }
        return std::move(profile_);
    }

private:
    Profile profile_;
    std::map<std::pair<std::string, std::optional<LaunchGrid>>, std::size_t> known_;
    std::map<std::string, std::vector<ProfiledLaunch>> launches_;
};

} // namespace

std::string toText(const LaunchGrid& grid) {
    if (grid.flat)
        return fmt::format("{} blocks of {}", grid.blocks[0], grid.threads[0]);
    return fmt::format("{}x{}x{} blocks of {}x{}x{}", grid.blocks[0], grid.blocks[1],
                       grid.blocks[2], grid.threads[0], grid.threads[1], grid.threads[2]);
}

bool isProfile(const std::filesystem::path& file) {
    return file.extension() == ".csv";
}

Expected<Profile> parseProfile(const std::string& text) {
    const auto records = parseCsv(text);
    // nsys prints what it does before the titles.
    for (auto titles = records.begin(); titles != records.end(); ++titles) {
        const Columns columns(*titles);
        const Format* format = formatOf(columns);
        if (!format)
            continue;
        Building building;
        for (auto record = std::next(titles); record != records.end(); ++record) {
            MW_TRY(auto row, format->read(columns, *record));
            if (row)
                building.add(std::move(*row));
        }
        Profile profile = building.take();
        profile.tool = format->tool;
        if (profile.kernels.empty())
            return bad(fmt::format("which {} wrote, there is no kernel", format->tool));
        return profile;
    }
    return bad("no line has the titles of nsys' cuda_gpu_trace, cuda_gpu_kern_sum or "
               "cuda_gpu_kern_gb_sum, of rocprof's results or stats with times, or of rocprofv3's "
               "kernel_trace");
}

Expected<Profile> readProfile(const std::filesystem::path& file) {
    MW_TRY(const std::string text, io::readFile(file, std::size_t{1} << 30U));
    auto profile = parseProfile(text);
    if (!profile) {
        profile.error().location.file = file.string();
        return profile;
    }
    profile->name = file.stem().string();
    return profile;
}

} // namespace mw::workbench
