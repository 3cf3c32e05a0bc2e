// Reads GT4Py's metrics and the bencher's JSON.
#include "app/workbench/timers/read.h"

#include "app/workbench/detail/json_fields.h"
#include "app/workbench/detail/pytest_benchmark.h"
#include "app/workbench/detail/time_values.h"
#include "core/io/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace mw::workbench {

namespace {

constexpr double kMillisecond = 1e-3;

constexpr const char* kSource = "times";

Unexpected bad(const std::string& where, const std::string& why) {
    return badTimes(kSource, where, why);
}

/// Empty where the metric was not taken.
Expected<std::vector<double>> samples(const Json& metrics, const char* metric,
                                      const std::string& where) {
    MW_TRY(auto values, timeList(metrics, metric, kSource, where));
    if (values.size() > 1) // the first one compiled, or loaded what was compiled
        values.front() = std::numeric_limits<double>::quiet_NaN();
    return values;
}

/// Of a static argument: JSON text. What is no JSON in Python, as NumPy's truth values are none,
/// was written as a string.
std::string argumentText(const Json& value) {
    if (value.is_string() && (value == "True" || value == "False"))
        return value == "True" ? "true" : "false";
    return value.dump();
}

/// "name<back end>#number[hash]".
std::string backendOf(const std::string& key) {
    const auto begin = key.find('<'), end = key.find('>', begin);
    return begin == std::string::npos || end == std::string::npos
               ? std::string()
               : key.substr(begin + 1, end - begin - 1);
}

Expected<ProgramTimes> program(const std::string& key, const Json& json) {
    const std::string where = "/" + key;
    ProgramTimes times;
    times.name = key.substr(0, key.find('<'));
    times.backend = backendOf(key);
    times.compiled = true;
    if (const auto metadata = json.find("metadata"); metadata != json.end()) {
        if (!metadata->is_object())
            return bad(where, fmt::format("{}/metadata is no object", where));
        if (const auto name = metadata->find("name"); name != metadata->end() && name->is_string())
            times.name = name->get<std::string>();
        if (const auto backend = metadata->find("backend");
            backend != metadata->end() && backend->is_string())
            times.backend = backend->get<std::string>();
        if (const auto fixed = metadata->find("static_args");
            fixed != metadata->end() && fixed->is_object())
            for (const auto& [argument, value] : fixed->items())
                times.arguments[argument] = argumentText(value);
    }
    const Json& metrics = json.at("metrics");
    if (!metrics.is_object())
        return bad(where, fmt::format("{}/metrics is no object", where));
    MW_TRY(times.compute, samples(metrics, "compute", where + "/metrics"));
    MW_TRY(times.total, samples(metrics, "total", where + "/metrics"));
    return times;
}

Expected<double> latency(const Json& json, const char* key, const std::string& where) {
    const auto found = json.find(key);
    if (found == json.end())
        return bad(where, fmt::format("{} lacks '{}'", where, key));
    MW_TRY(const double value, timeValue(*found, kSource, where + "/" + key));
    return value * kMillisecond;
}

Expected<TimerTimes> timer(const std::string& key, const Json& json) {
    const std::string where = "/" + key;
    TimerTimes times;
    times.name = key;
    const Json& latencies = json.at("latency");
    const auto calls = json.find("num_calls");
    if (!latencies.is_object() || calls == json.end() || !calls->is_object() ||
        !calls->contains("value") || !calls->at("value").is_number() || calls->at("value") < 0 ||
        calls->at("value") > 1e15)
        return bad(where, fmt::format("{} lacks its latency or num_calls", where));
    times.calls = static_cast<std::int64_t>(calls->at("value").get<double>());
    MW_TRY(times.mean, latency(latencies, "value", where + "/latency"));
    MW_TRY(times.fastest, latency(latencies, "lower_value", where + "/latency"));
    MW_TRY(times.slowest, latency(latencies, "upper_value", where + "/latency"));
    return times;
}

/// Another variant of the same program that differs in what has no name here: its calls are added.
void add(std::vector<ProgramTimes>& programs, ProgramTimes times) {
    const auto same = std::ranges::find_if(programs, [&](const ProgramTimes& other) {
        return other.name == times.name && other.backend == times.backend &&
               other.arguments == times.arguments;
    });
    if (same == programs.end()) {
        programs.push_back(std::move(times));
        return;
    }
    same->compute.insert(same->compute.end(), times.compute.begin(), times.compute.end());
    same->total.insert(same->total.end(), times.total.begin(), times.total.end());
}

} // namespace

Expected<TimesFile> parseTimes(const std::string& text) {
    const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (json.is_discarded())
        return bad("", "what stands there is no JSON: it is cut off or damaged");
    if (!json.is_object() || json.empty())
        return bad("", "there is no JSON object of programs or timers");
    if (isPytestBenchmark(json))
        return readPytestBenchmark(json);
    TimesFile file;
    const auto has = [&](const char* key) {
        return std::ranges::all_of(
            json, [&](const Json& entry) { return entry.is_object() && entry.contains(key); });
    };
    if (has("metrics")) {
        for (const auto& [key, value] : json.items()) {
            MW_TRY(auto times, program(key, value));
            add(file.programs, std::move(times));
        }
        return file;
    }
    if (!has("latency"))
        return bad("", "entries have neither GT4Py's 'metrics' nor the bencher's 'latency', nor "
                       "are there pytest's 'benchmarks'");
    file.kind = TimesFile::Kind::openacc;
    for (const auto& [key, value] : json.items()) {
        MW_TRY(auto times, timer(key, value));
        file.timers.push_back(std::move(times));
    }
    return file;
}

std::vector<std::string> backendsOf(const TimesFile& file) {
    std::vector<std::string> backends;
    for (const ProgramTimes& one : file.programs)
        if (!one.backend.empty() && std::ranges::find(backends, one.backend) == backends.end())
            backends.push_back(one.backend);
    return backends;
}

TimesFile ofBackend(const TimesFile& file, const std::string& backend) {
    TimesFile some = file;
    std::erase_if(some.programs, [&](const auto& one) { return one.backend != backend; });
    return some;
}

Expected<TimesFile> readTimes(const std::filesystem::path& path) {
    MW_TRY(const std::string text, io::readFile(path, std::size_t{1} << 30U));
    auto file = parseTimes(text);
    if (!file) {
        file.error().location.file = path.string();
        return file;
    }
    file->name = path.stem().string();
    return file;
}

} // namespace mw::workbench
