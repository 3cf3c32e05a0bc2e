// Reads Nsight Compute's tables.
#include "app/workbench/profiles/nsight_compute.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>
#include <string_view>

namespace mw::workbench {

namespace {

Unexpected badTable(const std::string& why) {
    return fail("bad-profile", "in Nsight Compute's table, " + why);
}

constexpr const char* kDuration = "gpu__time_duration.sum";
constexpr std::int64_t kMostBlockThreads = 1024;

/// NcuNumbers with the separators of some language.
class NcuNumbers {
public:
    /// Learns from one of them which separator stands before decimals.
    void learn(const std::string& text) {
        const auto point = text.rfind('.'), comma = text.rfind(',');
        if (point == std::string::npos && comma == std::string::npos)
            return;
        if (point != std::string::npos && comma != std::string::npos)
            return vote(point > comma ? '.' : ',');
        const char separator = point != std::string::npos ? '.' : ',';
        const auto at = text.rfind(separator);
        const auto digits = text.size() - at - 1;
        if (text.find(separator) != at) // several: of thousands
            return vote(separator == '.' ? ',' : '.');
        if (digits != 3 || at > 3 || text.starts_with('0'))
            vote(separator);
    }
    bool contradict() const { return point_ > 0 && comma_ > 0; }
    std::optional<double> value(std::string_view text) const {
        const char decimal = comma_ > 0 ? ',' : '.';
        std::string plain;
        for (const char c : text)
            if (c == decimal)
                plain += '.';
            else if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '+' ||
                     c == 'e' || c == 'E')
                plain += c;
            else if (c != '.' && c != ',' && c != '\'' && c != ' ' && c != '\xc2' && c != '\xa0' &&
                     c != '\xe2' && c != '\x80' && c != '\xaf') // spaces between thousands
                return std::nullopt;
        double number = 0;
        const auto [end, error] =
            std::from_chars(plain.data(), plain.data() + plain.size(), number);
        if (plain.empty() || error != std::errc() || end != plain.data() + plain.size() ||
            !std::isfinite(number) || number < 0)
            return std::nullopt;
        return number;
    }

private:
    void vote(char decimal) { ++(decimal == '.' ? point_ : comma_); }

    int point_ = 0, comma_ = 0;
};

bool isNumber(const std::string& text) {
    return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) != 0 &&
           std::ranges::all_of(
               text, [](unsigned char c) { return std::isdigit(c) != 0 || c == '.' || c == ','; });
}

std::optional<double> secondsPer(const std::string& unit) {
    static const std::map<std::string, double> kUnits = {
        {"ns", 1e-9},      {"nsecond", 1e-9},   {"us", 1e-6},
        {"usecond", 1e-6}, {"\xc2\xb5s", 1e-6}, {"\xce\xbcs", 1e-6},
        {"ms", 1e-3},      {"msecond", 1e-3},   {"s", 1},
        {"second", 1},     {"sec", 1}};
    const auto found = kUnits.find(unit);
    return found == kUnits.end() ? std::nullopt : std::optional(found->second);
}

/// "(235, 10, 1)".
std::optional<std::array<std::int64_t, 3>> extents(const std::string& text) {
    std::array<std::int64_t, 3> sizes{};
    const char* at = text.data();
    const char* end = at + text.size();
    for (auto& size : sizes) {
        while (at != end && std::isdigit(static_cast<unsigned char>(*at)) == 0)
            ++at;
        const auto [next, error] = std::from_chars(at, end, size);
        if (error != std::errc() || size <= 0)
            return std::nullopt;
        at = next;
    }
    return sizes;
}

/// One launch, as far as rows told of it.
struct NcuLaunch {
    std::string name, device;
    double id = 0;
    std::optional<double> seconds;
    std::optional<std::array<std::int64_t, 3>> blocks, threads;
    std::optional<double> allBlocks, allThreads; ///< where only products are told
};

class NcuReading {
public:
    NcuReading(std::span<const CsvRecord> records, std::size_t titles)
        : titles_(records[titles]), rows_(records.subspan(titles + 1)) {
        for (std::size_t i = 0; i < titles_.fields.size(); ++i)
            at_.try_emplace(titles_.fields[i], i);
    }

    Expected<Profile> run() {
        if (at_.contains("Invocations"))
            return badTable("launches are summed up: print it without --print-summary");
        if (const auto more = tooLong())
            return badTable(*more);
        const bool details = at_.contains("Metric Name");
        if (!details && !at_.contains(kDuration))
            return badTable(noDuration());
        learnNumbers(details);
        if (numbers_.contradict())
            return badTable("some numbers have a decimal point, some a decimal comma");
        if (details)
            MW_CHECK(readDetails());
        else
            MW_CHECK(readRaw());
        return profile();
    }

private:
    static std::string noDuration() {
        return fmt::format("launches have no {}: profile with --set basic, or with that metric",
                           kDuration);
    }
    std::string text(const CsvRecord& row, const std::string& title) const {
        const auto found = at_.find(title);
        return found == at_.end() || found->second >= row.fields.size() ? std::string()
                                                                        : row.fields[found->second];
    }
    std::optional<std::string> tooLong() const {
        for (const CsvRecord& row : rows_)
            if (row.fields.size() > titles_.fields.size())
                return fmt::format("line {} has {} fields where the titles are {}", row.line,
                                   row.fields.size(), titles_.fields.size());
        return std::nullopt;
    }
    /// What ncu prints between rows ("==PROF== ...") is no row.
    bool isRow(const CsvRecord& row) const {
        return row.fields.size() > 2 && !text(row, "Kernel Name").empty();
    }

    void learnNumbers(bool details) {
        for (const CsvRecord& row : rows_)
            for (std::size_t i = 0; isRow(row) && i < row.fields.size(); ++i)
                if (isNumber(row.fields[i]) &&
                    (details ? titles_.fields[i] == "Metric Value"
                             : titles_.fields[i].find("__") != std::string::npos))
                    numbers_.learn(row.fields[i]);
    }

    Expected<NcuLaunch*> launchOf(const CsvRecord& row) {
        const auto id = numbers_.value(text(row, "ID"));
        if (!id)
            return badTable(fmt::format("line {} has no ID", row.line));
        const std::string device = text(row, "Process ID") + " " + text(row, "Device");
        auto& launch = launches_[{device, *id}];
        launch.name = text(row, "Kernel Name");
        launch.device = device;
        launch.id = *id;
        if (!launch.blocks)
            launch.blocks = extents(text(row, "Grid Size"));
        if (!launch.threads)
            launch.threads = extents(text(row, "Block Size"));
        return &launch;
    }

    Expected<double> duration(const std::string& value, const std::string& unit,
                              std::size_t line) const {
        const auto number = numbers_.value(value);
        const auto seconds = secondsPer(unit);
        if (!number || !seconds)
            return badTable(fmt::format("line {} has a duration of '{}' '{}', which is no time",
                                        line, value, unit));
        return *number * *seconds;
    }

    Expected<void> readDetails() {
        for (const CsvRecord& row : rows_) {
            if (!isRow(row))
                continue;
            MW_TRY(NcuLaunch * launch, launchOf(row));
            const std::string metric = text(row, "Metric Name"), value = text(row, "Metric Value");
            if ((metric == "Duration" || metric == kDuration) && !value.empty()) {
                MW_TRY(launch->seconds, duration(value, text(row, "Metric Unit"), row.line));
            } else if (metric == "Grid Size" || metric == "launch__grid_size") {
                launch->allBlocks = numbers_.value(value);
            } else if (metric == "Block Size" || metric == "launch__block_size") {
                launch->allThreads = numbers_.value(value);
            }
        }
        return {};
    }

    Expected<void> readRaw() {
        std::string unit;
        for (const CsvRecord& row : rows_) {
            if (!isRow(row)) {
                if (const std::string here = text(row, kDuration); !here.empty())
                    unit = here;
                continue;
            }
            MW_TRY(NcuLaunch * launch, launchOf(row));
            MW_TRY(launch->seconds, duration(text(row, kDuration), unit, row.line));
            if (!launch->blocks)
                launch->blocks = dimensions(row, "launch__grid_dim_");
            if (!launch->threads)
                launch->threads = dimensions(row, "launch__block_dim_");
            launch->allBlocks = numbers_.value(text(row, "launch__grid_size"));
            launch->allThreads = numbers_.value(text(row, "launch__block_size"));
        }
        return {};
    }

    std::optional<std::array<std::int64_t, 3>> dimensions(const CsvRecord& row,
                                                          const std::string& base) const {
        std::array<std::int64_t, 3> sizes{};
        for (std::size_t i = 0; i < 3; ++i) {
            const auto size = numbers_.value(text(row, base + "xyz"[i]));
            if (!size || *size < 1 || *size > 1e12)
                return std::nullopt;
            sizes.at(i) = static_cast<std::int64_t>(*size);
        }
        return sizes;
    }

    static std::optional<LaunchGrid> gridOf(const NcuLaunch& launch) {
        if (launch.blocks && launch.threads) {
            for (const std::int64_t threads : *launch.threads)
                if (threads > kMostBlockThreads)
                    return std::nullopt;
            return LaunchGrid{false, *launch.blocks, *launch.threads};
        }
        if (!launch.allBlocks || !launch.allThreads || *launch.allBlocks < 1 ||
            *launch.allThreads < 1 || *launch.allThreads > kMostBlockThreads ||
            *launch.allBlocks > 1e12)
            return std::nullopt;
        return LaunchGrid{true,
                          {static_cast<std::int64_t>(*launch.allBlocks), 1, 1},
                          {static_cast<std::int64_t>(*launch.allThreads), 1, 1}};
    }

    Expected<Profile> profile() const {
        Profile profile;
        profile.tool =
            at_.contains("Metric Name") ? "Nsight Compute details" : "Nsight Compute raw";
        profile.remark = "Nsight Compute runs every kernel by itself, usually at fixed clocks and "
                         "with empty caches: its times stand for kernels, not for a running model";
        std::map<std::pair<std::string, LaunchGrid>, std::size_t> known;
        std::map<std::string, std::vector<ProfiledLaunch>> devices;
        for (const auto& [key, launch] : launches_) {
            const auto grid = gridOf(launch);
            if (!launch.seconds)
                return badTable(noDuration());
            if (!grid)
                return badTable(fmt::format("the launch of '{}' has no grid: profile with --set "
                                            "basic",
                                            launch.name));
            const auto [at, isNew] =
                known.try_emplace({launch.name, *grid}, profile.kernels.size());
            if (isNew)
                profile.kernels.push_back({launch.name, grid, {}});
            devices[launch.device].push_back({at->second, launch.id, *launch.seconds});
        }
        if (launches_.empty())
            return badTable("there is no kernel");
        for (auto& [device, launches] : devices)
            profile.devices.push_back(std::move(launches)); // by ID, as the map has them
        return profile;
    }

    const CsvRecord& titles_;
    std::span<const CsvRecord> rows_;
    std::map<std::string, std::size_t> at_;
    NcuNumbers numbers_;
    std::map<std::pair<std::string, double>, NcuLaunch> launches_; ///< by device and ID
};

} // namespace

std::optional<std::size_t> nsightComputeTitles(std::span<const CsvRecord> records) {
    const auto found = std::ranges::find_if(records, [](const CsvRecord& record) {
        const auto has = [&](std::string_view title) {
            return std::ranges::find(record.fields, title) != record.fields.end();
        };
        const bool metrics = std::ranges::any_of(
            record.fields, [](const std::string& f) { return f.find("__") != std::string::npos; });
        return has("Kernel Name") && (has("Metric Name") || (has("ID") && metrics));
    });
    if (found == records.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - records.begin());
}

Expected<Profile> readNsightCompute(std::span<const CsvRecord> records, std::size_t titles) {
    return NcuReading(records, titles).run();
}

} // namespace mw::workbench
