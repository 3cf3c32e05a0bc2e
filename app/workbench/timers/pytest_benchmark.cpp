// Reads pytest-benchmark's JSON.
#include "app/workbench/detail/pytest_benchmark.h"

#include "app/workbench/detail/time_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace mw::workbench {

namespace {

constexpr const char* kBenchmarks = "benchmarks";

Unexpected badBenchmark(const std::string& where, const std::string& why) {
    return badTimes(kBenchmarks, where, why);
}

/// "CalculateNabla2ForW" as "calculate_nabla2_for_w".
std::string snakeCase(const std::string& name) {
    std::string text;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto c = static_cast<unsigned char>(name[i]);
        const bool starts = i > 0 && std::isupper(c) != 0 &&
                            std::isupper(static_cast<unsigned char>(name[i - 1])) == 0;
        if (starts && text.back() != '_')
            text += '_';
        text += static_cast<char>(std::tolower(c));
    }
    return text;
}

/// Of "model/tests/test_x.py::TestCalculateNabla4::test_TestCalculateNabla4[none]", or of what
/// icon4py makes of that, "TestCalculateNabla4[none]".
std::string programOf(const std::string& fullName) {
    const auto bracket = fullName.find('[');
    std::string variant = bracket == std::string::npos ? "" : fullName.substr(bracket);
    std::string name = fullName.substr(0, bracket);
    if (const auto path = name.find("::"); path != std::string::npos)
        name = name.substr(path + 2, name.find("::", path + 2) - path - 2);
    if (variant == "[none]") // icon4py's word for no values at compile time
        variant.clear();
    constexpr std::string_view kTest = "Test";
    const bool isClass = name.starts_with(kTest) && name.size() > kTest.size();
    return (isClass ? snakeCase(name.substr(kTest.size())) : name) + variant;
}

Expected<std::int64_t> countIn(const Json& stats, const char* key, const std::string& where) {
    const auto found = stats.find(key);
    if (found == stats.end() || !found->is_number() || found->get<double>() < 1 ||
        found->get<double>() > 1e12)
        return badBenchmark(where, fmt::format("{} has no number of {}", where, key));
    return static_cast<std::int64_t>(found->get<double>());
}

Expected<CallSummary> summaryOf(const Json& stats, const std::string& where) {
    const auto time = [&](const char* key) -> Expected<double> {
        const auto found = stats.find(key);
        if (found == stats.end())
            return badBenchmark(where, fmt::format("{} lacks '{}'", where, key));
        return timeValue(*found, kBenchmarks, where + "/" + key);
    };
    CallSummary summary;
    MW_TRY(const auto rounds, countIn(stats, "rounds", where));
    MW_TRY(const auto iterations, countIn(stats, "iterations", where));
    summary.calls = rounds * iterations;
    MW_TRY(summary.median, time("median"));
    MW_TRY(summary.fastest, time("min"));
    MW_TRY(summary.low, time("q1"));
    MW_TRY(summary.high, time("q3"));
    return summary;
}

Expected<ProgramTimes> benchmark(const Json& json, const std::string& where) {
    const auto name = json.is_object() ? json.find("fullname") : json.end();
    if (!json.is_object() || name == json.end() || !name->is_string())
        return badBenchmark(where, fmt::format("{} has no fullname", where));
    ProgramTimes times;
    times.name = programOf(name->get<std::string>());
    if (const auto extra = json.find("extra_info"); extra != json.end() && extra->is_object()) {
        MW_TRY(times.compute, timeList(*extra, "gtx_metrics", kBenchmarks, where + "/extra_info"));
    }
    const auto stats = json.find("stats");
    if (stats == json.end() || !stats->is_object()) {
        if (times.compute.empty())
            return badBenchmark(where, fmt::format("{} ({}) has neither stats nor "
                                                   "extra_info.gtx_metrics",
                                                   where, times.name));
        return times;
    }
    MW_TRY(times.total, timeList(*stats, "data", kBenchmarks, where + "/stats"));
    // With GT4Py's times icon4py writes their statistics into the place of those of whole calls.
    if (times.compute.empty() && times.total.empty()) {
        MW_TRY(times.summary, summaryOf(*stats, where + "/stats"));
    }
    return times;
}

} // namespace

bool isPytestBenchmark(const Json& json) {
    const auto benchmarks = json.is_object() ? json.find("benchmarks") : json.end();
    return json.is_object() && benchmarks != json.end() && benchmarks->is_array();
}

Expected<TimesFile> readPytestBenchmark(const Json& json) {
    TimesFile file;
    const Json& benchmarks = json.at("benchmarks");
    if (benchmarks.empty())
        return badBenchmark("/benchmarks", "there are none: the list is empty");
    for (std::size_t i = 0; i < benchmarks.size(); ++i) {
        MW_TRY(auto times, benchmark(benchmarks[i], fmt::format("/benchmarks/{}", i)));
        const auto same = std::ranges::count_if(file.programs, [&](const ProgramTimes& other) {
            return other.name == times.name || other.name.starts_with(times.name + " (");
        });
        if (same > 0) // of another file of tests
            times.name += fmt::format(" ({})", same + 1);
        file.programs.push_back(std::move(times));
    }
    return file;
}

} // namespace mw::workbench
