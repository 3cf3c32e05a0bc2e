// Variants side by side, from the measurements that are kept.

#include "app/workbench/compare.h"

#include "app/workbench/detail/json_fields.h"

#include <fmt/format.h>

namespace mw::workbench {

namespace {

/// 0 for null.
double orZero(const Fields& fields, const char* key) {
    return fields.real(key).value_or(0);
}

Expected<ComparedVariant> readVariant(const Fields& fields) {
    ComparedVariant variant;
    MW_TRY(variant.name, fields.text("name"));
    MW_TRY(variant.verified, fields.flag("verified"));
    MW_TRY(const auto time, fields.object("device_us"));
    MW_TRY(variant.time, time.real("median"));
    variant.low = orZero(fields, "ratio_low");
    variant.high = orZero(fields, "ratio_high");
    variant.notRanked = fields.text("not_ranked_because").value_or("");
    return variant;
}

Expected<Comparison> readResult(const Json& json) {
    Comparison comparison;
    MW_TRY(const auto fields, Fields::of(json, "measurement", ""));
    MW_TRY(comparison.device, fields.text("device"));
    MW_TRY(comparison.date, fields.text("date"));
    MW_TRY(const auto* variants, fields.list("variants"));
    for (const auto& one : *variants) {
        MW_TRY(const auto object, Fields::of(one, "measurement", "/variants"));
        MW_TRY(auto variant, readVariant(object));
        comparison.variants.push_back(std::move(variant));
    }
    return comparison;
}

std::string toLine(const ComparedVariant& variant, const std::string& first) {
    std::string text = fmt::format("{}: {:.4g} us", variant.name, variant.time);
    if (variant.ratio > 0 && variant.notRanked.empty())
        text += fmt::format(", {:.3g} of {}", variant.ratio, first);
    if (variant.high > 0 && variant.notRanked.empty())
        text += fmt::format(" ({:.3g} to {:.3g})", variant.low, variant.high);
    if (!variant.notRanked.empty())
        text += fmt::format(", not ranked: {}", variant.notRanked);
    return variant.verified ? text : text + ", its results DIFFER or were not compared";
}

} // namespace

Expected<Comparison> compare(const Program& program) {
    if (program.measurements.empty())
        return fail("not-measured", fmt::format("nothing of {} was measured yet",
                                                program.history->root().document->root->name));
    const auto& newest = program.measurements.back();
    MW_TRY(auto comparison,
           readResult(Json::parse(newest.result, nullptr, /*allow_exceptions=*/false)));
    auto& variants = comparison.variants;
    for (std::size_t i = 0; i < variants.size(); ++i) {
        if (i < newest.variants.size())
            variants[i].variant = newest.variants[i];
        if (i > 0 && variants.front().time > 0)
            variants[i].ratio = variants[i].time / variants.front().time;
    }
    return comparison;
}

std::vector<std::string> toLines(const Comparison& comparison) {
    std::vector<std::string> lines{
        fmt::format("measured on {}, {}", comparison.device, comparison.date)};
    for (const auto& variant : comparison.variants)
        lines.push_back(toLine(variant, comparison.variants.front().name));
    return lines;
}

} // namespace mw::workbench
