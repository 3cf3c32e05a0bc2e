// Reads what nsys and the rocprofs write, by the names of columns; ncu's tables are read elsewhere.
#include "app/workbench/profiles/read.h"

#include "app/workbench/profiles/formats.h"
#include "app/workbench/profiles/nsight_compute.h"
#include "core/io/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <span>

namespace mw::workbench {

namespace {

using Record = CsvRecord;

/// What a runtime launches for itself: copies and fills.
bool isRuntimes(const std::string& name) {
    return name.starts_with("__amd_rocclr_") || name.starts_with("[CUDA mem");
}

class Building {
public:
    void add(ProfileTableRow row) {
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
    const ProfileFormat* format = nullptr;
    std::span<const Record> records; ///< the titles first
};

/// Of a file that can hold several reports, one after another: nsys prints what it does, a record
/// of one field, before each.
std::vector<Table> tablesOf(std::span<const Record> records) {
    std::vector<Table> tables;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const ProfileFormat* format = profileFormatOf(ProfileColumns(records[i]));
        if (!format)
            continue;
        std::size_t end = i + 1;
        while (end < records.size() && records[end].fields.size() > 1 &&
               !profileFormatOf(ProfileColumns(records[end])))
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
    return badProfile(
        fmt::format("line {} has {} fields where the titles are {}: names with commas have "
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
        return badProfile(
            "there are zero bytes: the file is no text, or one in UTF-16 (save it as UTF-8)");
    const auto records = parseCsv(text);
    if (const auto titles = nsightComputeTitles(records))
        return readNsightCompute(records, *titles);
    auto tables = tablesOf(records);
    if (records.empty())
        return badProfile("there is nothing: the file is empty");
    if (const auto separator = tables.empty() ? otherSeparator(text) : std::nullopt)
        return badProfile(
            fmt::format("fields are separated by {}: save it with commas", *separator));
    if (tables.empty())
        return badProfile(
            "no line has the titles of nsys' cuda_gpu_trace, cuda_gpu_kern_sum or "
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
    return badProfile(
        fmt::format("which {} wrote, there is no kernel", tables.front().format->tool));
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
