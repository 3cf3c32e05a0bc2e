#include "core/exec/bench.h"

#include <nlohmann/json.hpp>

namespace mw::exec {

namespace {

using Json = nlohmann::ordered_json;

Json json(const Summary& s) {
    return {{"median", s.median},
            {"minimum", s.minimum},
            {"maximum", s.maximum},
            {"spread", s.spread},
            {"samples", s.samples}};
}

Json json(const KernelRow& k, Clock clock) {
    return {{"name", k.name},
            {"label", k.label},
            {"structure", k.structure},
            {"map", k.map.value},
            {"launches", k.launches},
            {"time_us", json(k.time)},
            {"timed_by", name(clock)},
            {"samples_us", k.samples},
            {"bytes", k.bytes},
            {"modelled_bytes", k.modelledBytes},
            {"gigabytes_per_second", k.gigabytesPerSecond},
            {"share_of_copy_bandwidth", k.share},
            {"registers", k.resources.registers},
            {"spill_bytes", k.resources.spillBytes},
            {"local_bytes", k.resources.localBytes},
            {"shared_bytes", k.resources.sharedBytes},
            {"occupancy", k.resources.occupancy},
            {"grid", k.shape.grid},
            {"block", k.shape.block}};
}

Json json(const VariantResult& v) {
    Json kernels = Json::array();
    for (const KernelRow& k : v.kernels)
        kernels.push_back(json(k, v.clock));
    return {{"name", v.name},
            {"verified", v.verified},
            {"verification", v.verification},
            {"device_us", json(v.device)},
            {"device_timed_by", name(v.clock)},
            {"timed_by_note", v.clockNote},
            {"call_us", json(v.call)},
            {"sustained_us", v.sustained},
            {"sustained_series_us", v.sustainedSamples},
            {"copies_us", json(v.copies)},
            {"copies", v.copyCount},
            {"allocation_us", v.allocation},
            {"temporary_bytes", v.temporaryBytes},
            {"ratio_low", v.ratio.low},
            {"ratio_high", v.ratio.high},
            {"bytes", v.bytes},
            {"modelled_bytes", v.modelledBytes},
            {"recipe", Json::parse(v.recipe.empty() ? "null" : v.recipe, nullptr, false)},
            {"compile_seconds", v.compile.seconds},
            {"compile_cached", v.compile.cached},
            {"device_samples_us", v.deviceSamples},
            {"call_samples_us", v.callSamples},
            {"kernels", std::move(kernels)}};
}

} // namespace

std::string toJson(const BenchResult& result) {
    Json variants = Json::array();
    for (const VariantResult& v : result.variants)
        variants.push_back(json(v));
    const Json all = {{"program", result.program},
                      {"device", result.device},
                      {"versions", result.versions},
                      {"date", result.date},
                      {"target", codegen::name(result.target)},
                      {"copy_bandwidth_gigabytes_per_second", result.copyBandwidth},
                      {"measure",
                       {{"warmup", result.measure.warmup},
                        {"repeats", result.measure.repeats},
                        {"cold_cache", result.measure.coldCache},
                        {"allocation", name(result.measure.allocation)},
                        {"profiler", result.measure.profiler}}},
                      {"notes", notesOf(result)},
                      {"options", {{"symbols_compiled_in", result.specialised}}},
                      {"scenario", Json::parse(toJson(result.scenario), nullptr, false)},
                      {"variants", std::move(variants)}};
    return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace mw::exec
