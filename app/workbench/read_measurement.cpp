// Reads a measurement back from its JSON (core/bench/json.cpp).
#include "app/workbench/read_measurement.h"

#include "app/workbench/detail/json_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>

namespace mw::workbench {

namespace {

constexpr const char* kWhat = "measurement";

std::vector<double> samplesOf(const Fields& fields, const char* key) {
    std::vector<double> samples;
    const Json* list = fields.find(key);
    if (list && list->is_array())
        for (const auto& one : *list)
            if (one.is_number())
                samples.push_back(one.get<double>());
    return samples;
}

double realOr(const Fields& fields, const char* key, double otherwise = 0) {
    return fields.real(key).value_or(otherwise);
}

/// Files may have any number.
template <class Number>
Number wholeOf(double value, Number otherwise) {
    const bool fits = value >= static_cast<double>(std::numeric_limits<Number>::min()) &&
                      value < static_cast<double>(std::numeric_limits<Number>::max()) + 1;
    return fits ? static_cast<Number>(value) : otherwise;
}
int wholeOr(const Fields& fields, const char* key, int otherwise) {
    return wholeOf(realOr(fields, key, otherwise), otherwise);
}

Summary summaryOf(const Fields& fields, const char* key) {
    const auto summary = fields.object(key);
    return summary ? Summary{realOr(*summary, "median"), realOr(*summary, "minimum"),
                             realOr(*summary, "maximum"), realOr(*summary, "spread"),
                             wholeOr(*summary, "samples", 0)}
                   : Summary{};
}

/// The value that is called so; the first where none is.
template <class Value, std::size_t n>
Value named(const std::array<Value, n>& values, const std::string& text) {
    const auto found =
        std::ranges::find_if(values, [&](Value value) { return name(value) == text; });
    return found == values.end() ? values.front() : *found;
}

template <class Number>
std::array<Number, 3> three(const Fields& fields, const char* key) {
    std::array<Number, 3> all{1, 1, 1};
    const auto numbers = samplesOf(fields, key);
    for (std::size_t i = 0; i < std::min<std::size_t>(3, numbers.size()); ++i)
        all.at(i) = wholeOf(numbers[i], all.at(i));
    return all;
}

codegen::LaunchChoice launchOf(const Fields& fields) {
    codegen::LaunchChoice launch;
    launch.block = three<int>(fields, "block");
    launch.levelsPerThread = wholeOr(fields, "levels_per_thread", launch.levelsPerThread);
    launch.levelsPerGroup = wholeOr(fields, "levels_per_group", launch.levelsPerGroup);
    launch.prefetch = wholeOr(fields, "loads_ahead", launch.prefetch);
    launch.boundThreads = wholeOr(fields, "bound_threads", launch.boundThreads);
    launch.minBlocksPerSm = wholeOr(fields, "min_blocks", launch.minBlocksPerSm);
    launch.maxRegisters = wholeOr(fields, "max_registers", launch.maxRegisters);
    launch.unroll = wholeOr(fields, "unroll", launch.unroll);
    launch.streaming = codegen::streamingFromName(fields.text("streaming").value_or(""))
                           .value_or(launch.streaming);
    launch.gathersAhead = fields.flag("gathers_ahead").value_or(launch.gathersAhead);
    launch.tiles = fields.flag("tiles").value_or(launch.tiles);
    launch.sharedLoops = wholeOr(fields, "shared_loops", launch.sharedLoops);
    launch.vectors = fields.flag("vectors").value_or(launch.vectors);
    return launch;
}

std::vector<bench::KernelArray> arraysOf(const Fields& fields, const char* key) {
    std::vector<bench::KernelArray> arrays;
    const Json* list = fields.find(key);
    for (std::size_t i = 0; list && list->is_array() && i < list->size(); ++i)
        if (const auto one = Fields::of((*list)[i], kWhat, fields.at(key)))
            arrays.push_back(
                {one->text("name").value_or(""), one->flag("argument").value_or(false)});
    return arrays;
}

Expected<bench::KernelRow> kernelOf(const Fields& fields) {
    bench::KernelRow row;
    MW_TRY(row.name, fields.text("name"));
    MW_TRY(row.label, fields.text("label"));
    MW_TRY(const auto map, fields.number("map"));
    row.map = NodeId{map};
    row.title = fields.text("title").value_or(row.label);
    row.structure = fields.text("structure").value_or("");
    row.work = fields.text("work").value_or("");
    for (const double id : samplesOf(fields, "origins"))
        row.origins.push_back(NodeId{wholeOf<std::uint32_t>(id, 0)});
    row.reads = arraysOf(fields, "reads");
    row.writes = arraysOf(fields, "writes");
    row.launches = wholeOr(fields, "launches", 0);
    row.time = summaryOf(fields, "time_us");
    row.samples = samplesOf(fields, "samples_us");
    row.bytes = realOr(fields, "bytes");
    row.modelledBytes = realOr(fields, "modelled_bytes");
    row.operations = realOr(fields, "operations");
    row.gigabytesPerSecond = realOr(fields, "gigabytes_per_second");
    row.share = realOr(fields, "share_of_copy_bandwidth");
    row.resources.registers = wholeOr(fields, "registers", -1);
    row.resources.spillBytes = wholeOr(fields, "spill_bytes", -1);
    row.resources.localBytes = wholeOr(fields, "local_bytes", -1);
    row.resources.sharedBytes = wholeOr(fields, "shared_bytes", -1);
    row.resources.occupancy = realOr(fields, "occupancy", -1);
    row.shape = {three<unsigned>(fields, "grid"), three<unsigned>(fields, "block")};
    if (const auto launch = fields.object("launch"))
        row.launch = launchOf(*launch);
    row.predicted = realOr(fields, "predicted_us");
    if (const auto from = fields.object("predicted_from"))
        row.counted = {realOr(*from, "bytes"), realOr(*from, "cache_bytes"),
                       realOr(*from, "instructions"), realOr(*from, "waits")};
    row.byHand = fields.flag("by_hand").value_or(false);
    return row;
}

Expected<bench::VariantResult> variantOf(const Fields& fields) {
    bench::VariantResult variant;
    MW_TRY(variant.name, fields.text("name"));
    MW_TRY(variant.verified, fields.flag("verified"));
    variant.verification = fields.text("verification").value_or("");
    variant.device = summaryOf(fields, "device_us");
    variant.deviceSamples = samplesOf(fields, "device_samples_us");
    variant.call = summaryOf(fields, "call_us");
    variant.callSamples = samplesOf(fields, "call_samples_us");
    variant.sustained = realOr(fields, "sustained_us");
    variant.sustainedSamples = samplesOf(fields, "sustained_series_us");
    variant.sustainedSeries = summarise(variant.sustainedSamples);
    variant.copies = summaryOf(fields, "copies_us");
    variant.copyCount = wholeOr(fields, "copies", 0);
    variant.allocation = realOr(fields, "allocation_us");
    variant.temporaryBytes = realOr(fields, "temporary_bytes");
    variant.workingBytes = realOr(fields, "working_bytes");
    using exec::Clock;
    variant.clock = named(std::array{Clock::host, Clock::records, Clock::events},
                          fields.text("device_timed_by").value_or(""));
    variant.clockNote = fields.text("timed_by_note").value_or("");
    variant.bytes = realOr(fields, "bytes");
    variant.modelledBytes = realOr(fields, "modelled_bytes");
    variant.predicted = realOr(fields, "predicted_us");
    variant.compile.seconds = realOr(fields, "compile_seconds");
    variant.compile.cached = fields.flag("compile_cached").value_or(false);
    if (const Json* recipe = fields.find("recipe"); recipe && !recipe->is_null())
        variant.recipe = recipe->dump();
    if (const Json* choices = fields.find("choices"); choices && !choices->is_null()) {
        MW_TRY(variant.choices, codegen::choicesFromJson(choices->dump()));
    }
    MW_TRY(const auto* kernels, fields.list("kernels"));
    for (std::size_t k = 0; k < kernels->size(); ++k) {
        MW_TRY(const auto one,
               Fields::of((*kernels)[k], kWhat, fmt::format("{}/{}", fields.at("kernels"), k)));
        MW_TRY(auto kernel, kernelOf(one));
        variant.compile.kernels.push_back(kernel.resources);
        variant.kernels.push_back(std::move(kernel));
    }
    return variant;
}

exec::MachineLoad loadOf(const Fields& fields) {
    return {.processors = wholeOr(fields, "processors", 0),
            .cores = wholeOr(fields, "cores", 0),
            .threads = wholeOr(fields, "threads", 0),
            .othersBusy = realOr(fields, "cores_busy_with_other_work", -1),
            .throttled = realOr(fields, "held_up_by_quota"),
            .loadAverage = realOr(fields, "load_average", -1),
            .runnable = wholeOr(fields, "runnable_threads", -1),
            .passiveWaiting = fields.flag("threads_wait_passively").value_or(false)};
}

exec::MeasureOptions optionsOf(const Fields& fields) {
    exec::MeasureOptions options;
    options.warmup = wholeOr(fields, "warmup", options.warmup);
    options.repeats = wholeOr(fields, "repeats", options.repeats);
    options.coldCache = fields.flag("cold_cache").value_or(options.coldCache);
    using exec::Allocation;
    options.allocation = named(std::array{Allocation::arena, Allocation::each, Allocation::call},
                               fields.text("allocation").value_or(""));
    options.profiler = fields.flag("profiler").value_or(options.profiler);
    return options;
}

/// Sentences that do not follow from the rest.
std::vector<Diagnostic> warningsOf(const Fields& fields, const bench::BenchResult& result) {
    std::vector<Diagnostic> warnings;
    const auto known = bench::notesOf(result);
    const Json* notes = fields.find("notes");
    for (std::size_t i = 0; notes && notes->is_array() && i < notes->size(); ++i) {
        const Json& one = (*notes)[i];
        if (!one.is_string() || std::ranges::find(known, one.get<std::string>()) != known.end())
            continue;
        Diagnostic& warning = warnings.emplace_back();
        warning.code = "note";
        warning.sentence = one.get<std::string>();
    }
    return warnings;
}

} // namespace

Expected<bench::BenchResult> readMeasurement(const std::string& text) {
    const auto json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (json.is_discarded())
        return fail("damaged-file", "the measurement is no JSON");
    MW_TRY(const auto fields, Fields::of(json, kWhat, ""));
    bench::BenchResult result;
    MW_TRY(result.program, fields.text("program"));
    MW_TRY(result.device, fields.text("device"));
    MW_TRY(result.date, fields.text("date"));
    MW_TRY(const auto target, fields.text("target"));
    const auto known = codegen::targetFromName(target);
    if (!known)
        return fields.needs("target", "a target");
    result.target = *known;
    result.versions = fields.text("versions").value_or("");
    MW_TRY(const auto scenario, fields.object("scenario"));
    MW_TRY(result.scenario, inputs::parseScenario(scenario.json().dump()));
    if (const auto measure = fields.object("measure"))
        result.measure = optionsOf(*measure);
    if (const auto options = fields.object("options")) {
        result.specialised = options->flag("symbols_compiled_in").value_or(true);
        if (const Json* without = options->find("without_passes"); without && without->is_array())
            for (const auto& pass : *without)
                if (pass.is_string())
                    result.without.push_back(pass.get<std::string>());
        result.contraction = exec::contractionFromName(options->text("contract").value_or(""))
                                 .value_or(exec::Contraction::usual);
    }
    result.copyBandwidth = realOr(fields, "copy_bandwidth_gigabytes_per_second");
    result.cacheBandwidth = realOr(fields, "cache_bandwidth_gigabytes_per_second");
    result.peakGigaflops = realOr(fields, "peak_gigaflops");
    result.lastCacheBytes = realOr(fields, "last_cache_bytes");
    result.model = fields.text("predicted_by").value_or("");
    result.calls = wholeOf<std::int64_t>(realOr(fields, "calls_in_pipeline"), 0);
    if (const auto machine = fields.object("machine"))
        result.load = loadOf(*machine);
    result.warnings = warningsOf(fields, result);
    MW_TRY(const auto* variants, fields.list("variants"));
    for (std::size_t v = 0; v < variants->size(); ++v) {
        MW_TRY(const auto one, Fields::of((*variants)[v], kWhat, fmt::format("/variants/{}", v)));
        MW_TRY(auto variant, variantOf(one));
        result.variants.push_back(std::move(variant));
    }
    for (auto& variant : result.variants) // as measure() compares them
        if (!result.variants.front().deviceSamples.empty() &&
            variant.deviceSamples.size() == result.variants.front().deviceSamples.size())
            variant.ratio =
                ratioInterval(variant.deviceSamples, result.variants.front().deviceSamples);
    return result;
}

} // namespace mw::workbench
