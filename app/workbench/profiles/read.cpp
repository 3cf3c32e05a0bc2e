// Reads what nsys and the rocprofs write, by the names of columns; ncu's tables are read elsewhere.
#include "app/workbench/profiles/read.h"

#include "app/workbench/profiles/csv.h"
#include "app/workbench/profiles/nsight_compute.h"
#include "core/io/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <span>

namespace mw::workbench {

namespace {

using Record = CsvRecord;

Unexpected bad(const std::string& why) {
    return fail("bad-profile", "in the table of kernels, " + why);
}

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

/// The titles of a table, and where they stand.
class ProfileColumns {
public:
    explicit ProfileColumns(const Record& titles) {
        for (std::size_t i = 0; i < titles.fields.size(); ++i)
            at_.try_emplace(normalised(titles.fields[i]), i);
    }
    bool has(const std::string& name) const { return at_.contains(name); }
    bool hasAll(const std::vector<std::string>& names) const {
        return std::ranges::all_of(names, [&](const auto& name) { return has(name); });
    }
    std::string text(const Record& record, const std::string& name) const {
        const auto found = at_.find(name);
        return found == at_.end() || found->second >= record.fields.size()
                   ? std::string()
                   : record.fields[found->second];
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

/// A row of a table: what was launched, where, and when or how long.
struct Row {
    std::string name, device = {};
    std::string dispatch = {}; ///< rows with the same one are one launch; empty: each is its own
    std::optional<LaunchGrid> grid = {};
    double start = 0, seconds = 0; ///< of a trace
    std::optional<KernelTimes> summary = {};
};
/// How one tool writes rows; nothing for a row that is no kernel.
struct Format {
    const char* tool;
    std::vector<std::string> columns; ///< without units
    std::vector<std::string> absent;  ///< columns that it does not have
    std::vector<std::string> times;   ///< with a unit in the title
    Expected<std::optional<Row>> (*read)(const ProfileColumns&, const Record&);
};

Unexpected badRow(const ProfileColumns& columns, const Record& record, const std::string& name) {
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

Expected<std::optional<Row>> nsysTrace(const ProfileColumns& columns, const Record& record) {
    if (columns.text(record, "grdx").empty()) // a copy or a fill of memory
        return std::nullopt;
    Row row{columns.text(record, "name"), columns.text(record, "device")};
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

std::optional<Row> between(const ProfileColumns& columns, const Record& record, Row row,
                           const std::string& first, const std::string& last) {
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

Expected<std::optional<Row>> rocprofv3Trace(const ProfileColumns& columns, const Record& record) {
    if (const auto kind = columns.text(record, "kind"); !kind.empty() && kind != "KERNEL_DISPATCH")
        return std::nullopt;
    Row row{columns.text(record, "kernelname"), deviceOf(columns, record)};
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

Expected<std::optional<Row>> rocprofv2(const ProfileColumns& columns, const Record& record) {
    Row row{columns.text(record, "kernelname"), deviceOf(columns, record)};
    if (columns.has("countername")) // a row for each counter
        row.dispatch = row.device + columns.text(record, "dispatchid");
    const bool isShort = columns.has("grd"); // in its first versions
    row.grid =
        flatGrid(columns, record, isShort ? "grd" : "gridsize", isShort ? "wgr" : "workgroupsize");
    if (const auto why = noTimestamps(columns, record); !why.empty())
        return bad(why);
    const auto done = between(columns, record, row, "starttimestamp", "endtimestamp");
    if (!done || !done->grid)
        return badRow(columns, record, "kernelname");
    return done;
}

Expected<std::optional<Row>> rocprof(const ProfileColumns& columns, const Record& record) {
    Row row{columns.text(record, "kernelname"), deviceOf(columns, record)};
    row.grid = flatGrid(columns, record, "grd", "wgr");
    const auto done = between(columns, record, row, "beginns", "endns");
    if (!done || !done->grid)
        return badRow(columns, record, "kernelname");
    return done;
}

Expected<std::optional<Row>> nsysSummary(const ProfileColumns& columns, const Record& record) {
    Row row{columns.text(record, "name")};
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

Expected<std::optional<Row>> rocprofSummary(const ProfileColumns& columns, const Record& record) {
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

const Format* formatOf(const ProfileColumns& columns) {
    for (const Format& format : formats())
        if (columns.hasAll(format.columns) &&
            std::ranges::none_of(format.absent,
                                 [&](const auto& name) { return columns.has(name); }) &&
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
        if (row.name.empty() || isRuntimes(row.name) ||
            (!row.dispatch.empty() && !dispatches_.insert(row.dispatch).second))
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
    std::set<std::string> dispatches_;
};

/// Titles and the rows below them.
struct Table {
    const Format* format = nullptr;
    std::span<const Record> records; ///< the titles first
};

/// Of a file that can hold several reports, one after another: nsys prints what it does, a record
/// of one field, before each.
std::vector<Table> tablesOf(std::span<const Record> records) {
    std::vector<Table> tables;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const Format* format = formatOf(ProfileColumns(records[i]));
        if (!format)
            continue;
        std::size_t end = i + 1;
        while (end < records.size() && records[end].fields.size() > 1 &&
               !formatOf(ProfileColumns(records[end])))
            ++end;
        tables.push_back({format, records.subspan(i, end - i)});
        i = end - 1;
    }
    return tables;
}

/// A comma too many, in a name for instance, shifts what comes behind it.
Expected<void> checkLength(const Record& record, const Record& titles) {
    const auto& fields = record.fields;
    const bool more = fields.size() > titles.fields.size() &&
                      std::any_of(fields.begin() + std::ssize(titles.fields), fields.end(),
                                  [](const std::string& field) { return !field.empty(); });
    if (!more)
        return {};
    return bad(fmt::format("line {} has {} fields where the titles are {}: names with commas have "
                           "to be in quotes",
                           record.line, fields.size(), titles.fields.size()));
}

Expected<Profile> readTable(const Table& table) {
    const ProfileColumns columns(table.records.front());
    Building building;
    for (const Record& record : table.records.subspan(1)) {
        MW_CHECK(checkLength(record, table.records.front()));
        MW_TRY(auto row, table.format->read(columns, record));
        if (row)
            building.add(std::move(*row));
    }
    Profile profile = building.take();
    profile.tool = table.format->tool;
    if (profile.tool == "rocprof-compute pmc_perf")
        profile.remark = "its times were taken while counters were collected";
    return profile;
}

/// As spreadsheets save tables where the comma is in numbers.
std::optional<const char*> otherSeparator(const std::string& text) {
    if (!tablesOf(parseCsv(text, ';')).empty())
        return "semicolons";
    if (!tablesOf(parseCsv(text, '\t')).empty())
        return "tabs";
    return std::nullopt;
}

} // namespace

std::string toText(const LaunchGrid& grid) {
    if (grid.flat)
        return fmt::format("{} blocks of {}", grid.blocks[0], grid.threads[0]);
    return fmt::format("{}x{}x{} blocks of {}x{}x{}", grid.blocks[0], grid.blocks[1],
                       grid.blocks[2], grid.threads[0], grid.threads[1], grid.threads[2]);
}

bool isProfile(const std::filesystem::path& file) {
    std::string ending = file.extension().string();
    std::ranges::transform(ending, ending.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending == ".csv";
}

Expected<Profile> parseProfile(const std::string& text) {
    if (text.find('\0') != std::string::npos)
        return bad(
            "there are zero bytes: the file is no text, or one in UTF-16 (save it as UTF-8)");
    const auto records = parseCsv(text);
    if (const auto titles = nsightComputeTitles(records))
        return readNsightCompute(records, *titles);
    auto tables = tablesOf(records);
    if (records.empty())
        return bad("there is nothing: the file is empty");
    if (const auto separator = tables.empty() ? otherSeparator(text) : std::nullopt)
        return bad(fmt::format("fields are separated by {}: save it with commas", *separator));
    if (tables.empty())
        return bad("no line has the titles of nsys' cuda_gpu_trace, cuda_gpu_kern_sum or "
                   "cuda_gpu_kern_gb_sum, of ncu's details or raw page, of rocprof's results or "
                   "stats with times, of rocprofv3's kernel_trace, or of rocprof-compute's "
                   "pmc_perf");
    // Formats are in the order of what they say: traces before summaries.
    std::ranges::stable_sort(tables, {}, &Table::format);
    for (const Table& table : tables) {
        MW_TRY(Profile profile, readTable(table));
        if (!profile.kernels.empty())
            return profile;
    }
    return bad(fmt::format("which {} wrote, there is no kernel", tables.front().format->tool));
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
