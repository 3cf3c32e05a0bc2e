// A measurement as JSON: everything that was measured and how.
#include "core/bench/detail/summary_json.h"
#include "core/bench/ranking.h"
#include "core/bench/rows.h"
#include "core/bench/time_parts.h"

#include <nlohmann/json.hpp>

namespace mw::bench {

namespace {

using Json = nlohmann::ordered_json;

/// All that was chosen for the kernel, by rules or by hand.
Json json(const codegen::LaunchChoice& launch) {
    return {{"block", launch.block},
            {"levels_per_thread", launch.levelsPerThread},
            {"levels_per_group", launch.levelsPerGroup},
            {"loads_ahead", launch.prefetch},
            {"bound_threads", launch.boundThreads},
            {"min_blocks", launch.minBlocksPerSm},
            {"max_registers", launch.maxRegisters},
            {"unroll", launch.unroll},
            {"streaming", codegen::name(launch.streaming)},
            {"gathers_ahead", launch.gathersAhead},
            {"tiles", launch.tiles},
            {"shared_loops", launch.sharedLoops},
            {"vectors", launch.vectors}};
}

Json ids(const std::vector<NodeId>& nodes) {
    Json list = Json::array();
    for (const NodeId node : nodes)
        list.push_back(node.value);
    return list;
}

Json json(const std::vector<KernelArray>& arrays) {
    Json list = Json::array();
    for (const KernelArray& array : arrays)
        list.push_back({{"name", array.name}, {"argument", array.argument}});
    return list;
}

Json json(const KernelRow& k, exec::Clock clock) {
    Json row = {{"name", k.name},
                {"title", k.title},
                {"label", k.label},
                {"structure", k.structure},
                {"map", k.map.value},
                {"origins", ids(k.origins)},
                {"reads", json(k.reads)},
                {"writes", json(k.writes)},
                {"work", k.work},
                {"launches", k.launches},
                {"time_us", summaryJson(k.time)},
                {"timed_by", name(clock)},
                {"samples_us", k.samples},
                {"bytes", k.bytes},
                {"modelled_bytes", k.modelledBytes},
                {"operations", k.operations},
                {"gigabytes_per_second", k.gigabytesPerSecond},
                {"share_of_copy_bandwidth", k.share},
                {"registers", k.resources.registers},
                {"spill_bytes", k.resources.spillBytes},
                {"local_bytes", k.resources.localBytes},
                {"shared_bytes", k.resources.sharedBytes},
                {"occupancy", k.resources.occupancy},
                {"grid", k.shape.grid},
                {"block", k.shape.block},
                {"launch", json(k.launch)}};
    if (k.predicted > 0) {
        row["predicted_us"] = k.predicted;
        row["predicted_from"] = {{"bytes", k.counted.bytes},
                                 {"cache_bytes", k.counted.cacheBytes},
                                 {"instructions", k.counted.instructions},
                                 {"waits", k.counted.waits}};
    }
    if (k.byHand)
        row["by_hand"] = true;
    return row;
}

Json json(const exec::MachineLoad& load) {
    if (!load.known())
        return nullptr;
    return {{"processors", load.processors},
            {"cores", load.cores},
            {"threads", load.threads},
            {"threads_wait_passively", load.passiveWaiting},
            {"cores_busy_with_other_work", load.othersBusy},
            {"held_up_by_quota", load.throttled},
            {"load_average", load.loadAverage},
            {"runnable_threads", load.runnable}};
}

Json json(const TimeParts& parts) {
    return {{"kernels", parts.kernels},
            {"copies", parts.copies},
            {"gaps", parts.gaps},
            {"outside_the_device", parts.host}};
}

/// null where there is none.
Json orNull(double value) {
    return value > 0 ? Json(value) : Json(nullptr);
}

Json json(const std::optional<RowCell>& cell, const VariantResult& variant) {
    if (!cell)
        return nullptr;
    Json kernels = Json::array();
    for (const int k : cell->kernels)
        kernels.push_back(variant.kernels[static_cast<std::size_t>(k)].name);
    return {{"kernels", std::move(kernels)},
            {"time_us", summaryJson(cell->time)},
            {"bytes", cell->bytes},
            {"share_of_cache_bandwidth", orNull(cell->cacheShare)},
            {"ratio", orNull(cell->ratio)},
            {"ratio_low", orNull(cell->interval.low)},
            {"ratio_high", orNull(cell->interval.high)}};
}

Json rows(const BenchResult& result) {
    Json list = Json::array();
    for (const TimingRow& row : timingRows(result)) {
        Json cells = Json::array();
        for (std::size_t v = 0; v < row.cells.size(); ++v)
            cells.push_back(json(row.cells[v], result.variants[v]));
        list.push_back({{"name", row.name}, {"part_of_a_sum", row.part}, {"variants", cells}});
    }
    return list;
}

Json json(const BenchResult& result, std::size_t number) {
    const VariantResult& v = result.variants[number];
    const auto why = whyNotRanked(result, number);
    const auto bound = surelyFaster(result, number);
    Json kernels = Json::array();
    for (const KernelRow& k : v.kernels)
        kernels.push_back(json(k, v.clock));
    return {{"name", v.name},
            {"verified", v.verified},
            {"verification", v.verification},
            {"device_us", summaryJson(v.device)},
            {"device_timed_by", name(v.clock)},
            {"timed_by_note", v.clockNote},
            {"call_us", summaryJson(v.call)},
            {"sustained_us", v.sustained},
            {"sustained_series_us", v.sustainedSamples},
            {"copies_us", summaryJson(v.copies)},
            {"copies", v.copyCount},
            {"allocation_us", v.allocation},
            {"parts_of_a_call_us", json(timeParts(v))},
            {"temporary_bytes", v.temporaryBytes},
            {"ratio_low", why.empty() ? Json(v.ratio.low) : Json(nullptr)},
            {"ratio_high", why.empty() ? Json(v.ratio.high) : Json(nullptr)},
            {"ranked", why.empty()},
            {"not_ranked_because", why.empty() ? Json(nullptr) : Json(why)},
            {"at_least_times_faster", bound ? Json(*bound) : Json(nullptr)},
            {"bytes", v.bytes},
            {"modelled_bytes", v.modelledBytes},
            {"working_bytes", v.workingBytes},
            {"predicted_us", orNull(v.predicted)},
            {"recipe", Json::parse(v.recipe.empty() ? "null" : v.recipe, nullptr, false)},
            {"choices", v.choices.empty() ? Json(nullptr) : Json::parse(toJson(v.choices))},
            {"compile_seconds", v.compile.seconds},
            {"compile_cached", v.compile.cached},
            {"device_samples_us", v.deviceSamples},
            {"call_samples_us", v.callSamples},
            {"kernels", std::move(kernels)}};
}

} // namespace

nlohmann::ordered_json summaryJson(const Summary& s) {
    return {{"median", s.median},
            {"minimum", s.minimum},
            {"maximum", s.maximum},
            {"spread", s.spread},
            {"samples", s.samples}};
}

std::string toJson(const BenchResult& result) {
    Json variants = Json::array();
    for (std::size_t v = 0; v < result.variants.size(); ++v)
        variants.push_back(json(result, v));
    const auto why = whyNotRanked(result);
    const Json all = {{"program", result.program},
                      {"device", result.device},
                      {"versions", result.versions},
                      {"date", result.date},
                      {"target", codegen::name(result.target)},
                      {"copy_bandwidth_gigabytes_per_second", result.copyBandwidth},
                      {"cache_bandwidth_gigabytes_per_second", orNull(result.cacheBandwidth)},
                      {"peak_gigaflops", orNull(result.peakGigaflops)},
                      {"last_cache_bytes", orNull(result.lastCacheBytes)},
                      {"measure",
                       {{"warmup", result.measure.warmup},
                        {"repeats", result.measure.repeats},
                        {"cold_cache", result.measure.coldCache},
                        {"allocation", name(result.measure.allocation)},
                        {"profiler", result.measure.profiler}}},
                      {"predicted_by", result.model.empty() ? Json(nullptr) : Json(result.model)},
                      {"calls_in_pipeline", result.calls > 0 ? Json(result.calls) : Json(nullptr)},
                      {"notes", notesOf(result)},
                      {"options",
                       {{"symbols_compiled_in", result.specialised},
                        {"without_passes", result.without},
                        {"contract", name(result.contraction)}}},
                      {"machine", json(result.load)},
                      {"ranked", why.empty()},
                      {"not_ranked_because", why.empty() ? Json(nullptr) : Json(why)},
                      {"scenario", Json::parse(toJson(result.scenario), nullptr, false)},
                      {"variants", std::move(variants)},
                      {"rows", rows(result)}};
    return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace mw::bench
