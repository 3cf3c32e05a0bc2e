// Compares the outputs of two programs, whole arrays, and says where they differ.
#include "core/bench/verify.h"

#include "core/analysis/analysis.h"
#include "core/analysis/flatten_structures.h"
#include "core/conventions/conventions.h"
#include "core/inputs/known_values.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

namespace mw::bench {

namespace {

using Json = nlohmann::ordered_json;

std::string kindText(const inputs::HostArray& array) {
    return fmt::format("{} {}", ir::name(array.type), inputs::listText(array.shape));
}

void compareElements(const inputs::HostArray& got, const inputs::HostArray& reference,
                     ArrayVerdict& verdict) {
    const inputs::ElementComparison elements(got, reference);
    std::int64_t last = -1; // complex numbers count once
    for (std::int64_t i = 0; i < elements.count(); ++i) {
        const double error = elements.error(i);
        verdict.largest = std::max(verdict.largest, error);
        if (error <= verdict.tolerance)
            continue;
        const std::int64_t element = i / elements.perElement();
        verdict.differing += element != last ? 1 : 0;
        last = element;
        if (!verdict.first)
            verdict.first = {inputs::indexOf(element, reference.shape), elements.got(i),
                             elements.reference(i)};
    }
}

const inputs::HostArray* find(const inputs::HostArrays& arrays, const std::string& name) {
    const auto found = arrays.find(name);
    return found == arrays.end() ? nullptr : &found->second;
}

/// `got` or `reference` is null: only the other side writes the array.
ArrayVerdict verifyOne(const std::string& name, const inputs::HostArray* got,
                       const inputs::HostArray* reference, const inputs::HostArrays& inputs,
                       double tolerance) {
    ArrayVerdict verdict;
    verdict.name = name;
    verdict.writer = !got ? Writer::reference : !reference ? Writer::got : Writer::both;
    got = got ? got : find(inputs, name);
    reference = reference ? reference : find(inputs, name);
    verdict.type = (reference ? reference : got)->type;
    verdict.tolerance = toleranceFor(verdict.type, tolerance);
    if (!got || !reference) {
        verdict.problem = got ? "not in the reference" : "not an output";
    } else if (!sameKind(*got, *reference)) {
        verdict.problem = fmt::format("{} instead of {}", kindText(*got), kindText(*reference));
    } else {
        verdict.compared = reference->elements();
        compareElements(*got, *reference, verdict);
    }
    return verdict;
}

/// JSON has no NaN and no infinity: they are text there.
Json json(const inputs::Number& number) {
    const auto* real = std::get_if<double>(&number);
    if (real && !std::isfinite(*real))
        return inputs::toText(number);
    return std::visit([](const auto& value) { return Json(value); }, number);
}

std::string_view name(Writer writer) {
    return writer == Writer::both ? "both" : writer == Writer::got ? "got" : "reference";
}

/// "x", or "x (which only the reference writes)".
std::string subject(const ArrayVerdict& v) {
    if (v.writer == Writer::both)
        return v.name;
    return fmt::format("{} (which {})", v.name,
                       v.writer == Writer::got ? "the reference does not write"
                                               : "only the reference writes");
}

Json json(const ArrayVerdict& v) {
    Json result = {{"array", v.name},
                   {"type", ir::name(v.type)},
                   {"written_by", name(v.writer)},
                   {"same", v.same()},
                   {"problem", v.problem},
                   {"compared", v.compared},
                   {"differing", v.differing},
                   {"tolerance", v.tolerance},
                   {"largest_error", json(inputs::Number(v.largest))}};
    if (v.first)
        result["first_difference"] = {{"index", v.first->index},
                                      {"got", json(v.first->got)},
                                      {"reference", json(v.first->reference)}};
    return result;
}

/// Errors relative to the spread are null where a field has none.
Json json(const FieldError& error, double spread) {
    const auto relative = [&](double value) {
        return spread > 0 ? json(inputs::Number(value / spread)) : Json();
    };
    return {{"largest", json(inputs::Number(error.largest))},
            {"root_mean_square", json(inputs::Number(error.rootMeanSquare))},
            {"largest_of_spread", relative(error.largest)},
            {"root_mean_square_of_spread", relative(error.rootMeanSquare)}};
}

Json json(const PrecisionErrors& errors) {
    Json outputs = Json::array();
    for (const OutputError& one : errors.outputs) {
        outputs.push_back({{"array", one.name},
                           {"elements", one.elements},
                           {"not_finite", one.notFinite},
                           {"spread", json(inputs::Number(one.spread))},
                           {"error", json(one.error, one.spread)}});
        if (one.rounded)
            outputs.back()["inputs_rounded_once"] = json(*one.rounded, one.spread);
    }
    Json all = {{"type", ir::name(errors.change.type)},
                {"containers", errors.change.containers},
                {"outputs", std::move(outputs)}};
    if (!errors.notRounded.empty())
        all["not_rounded"] = errors.notRounded;
    return all;
}

} // namespace

double toleranceFor(ir::ScalarType type, double float64Tolerance) {
    constexpr double kSingleOverDouble = 536870912.0; // 2^29: 23 bits of mantissa instead of 52
    switch (type) {
    case ir::ScalarType::float64:
    case ir::ScalarType::complex128:
        return float64Tolerance;
    case ir::ScalarType::float32:
    case ir::ScalarType::complex64:
        return float64Tolerance * kSingleOverDouble;
    default:
        return 0;
    }
}

bool Verdict::same() const {
    return contraction || (compared() > 0 && std::ranges::all_of(arrays, &ArrayVerdict::same));
}

std::int64_t Verdict::compared() const {
    std::int64_t sum = 0;
    for (const ArrayVerdict& array : arrays)
        sum += array.compared;
    return sum;
}

std::vector<std::string> outputsOf(const ir::Sdfg& original, const inputs::Scenario& scenario) {
    const analysis::FlatProgram flat(original);
    const ir::Sdfg& program = *flat;
    std::set<std::string, std::less<>> names(scenario.outputs.begin(), scenario.outputs.end());
    ir::forEachBlock(program.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            names.merge(analysis::accessSets(*state).written);
    });
    std::erase_if(names, [&](const std::string& name) {
        const auto* data = program.data(name);
        return !data || data->transient || conventions::isMeasurement(name);
    });
    return {names.begin(), names.end()};
}

inputs::HostArrays wantedOutputs(inputs::HostArrays outputs, const inputs::Scenario& scenario) {
    if (!scenario.outputs.empty())
        std::erase_if(outputs, [&](const auto& entry) {
            return !conventions::isMeasurement(entry.first) &&
                   std::ranges::find(scenario.outputs, entry.first) == scenario.outputs.end();
        });
    return outputs;
}

Verdict verify(const inputs::HostArrays& got, const inputs::HostArrays& reference,
               double float64Tolerance, const inputs::HostArrays& inputs) {
    std::set<std::string_view> names;
    for (const inputs::HostArrays* side : {&got, &reference})
        for (const auto& [name, array] : *side)
            if (!conventions::isMeasurement(name))
                names.insert(name);
    Verdict verdict;
    for (const std::string_view view : names) {
        const std::string name(view);
        verdict.arrays.push_back(
            verifyOne(name, find(got, name), find(reference, name), inputs, float64Tolerance));
    }
    return verdict;
}

bool isAnswered(const PrecisionErrors& errors, const ArrayVerdict& array) {
    return std::ranges::find(errors.outputs, array.name, &OutputError::name) !=
           errors.outputs.end();
}

std::string toText(const ArrayVerdict& v) {
    if (!v.problem.empty())
        return fmt::format("{}: {}", subject(v), v.problem);
    const std::string errors =
        fmt::format("largest error {:.1e} (tolerance {:.0e})", v.largest, v.tolerance);
    if (!v.first)
        return fmt::format("{}: {} elements agree, {}", subject(v), v.compared, errors);
    return fmt::format("{}: {} of {} elements differ, the first {}{}: {} instead of {}; {}",
                       subject(v), v.differing, v.compared, v.name,
                       inputs::listText(v.first->index), inputs::toText(v.first->got),
                       inputs::toText(v.first->reference), errors);
}

std::string toText(const ContractionDifference& c) {
    std::string text =
        fmt::format("same but for fused multiply-adds: the largest difference is {:.1e} at {}{}, "
                    "{:.1e} of the value there",
                    c.difference, c.array, inputs::listText(c.index), c.error);
    if (c.ofTerms > 0)
        text += fmt::format(" and {:.1e} of the terms that cancel in it", c.ofTerms);
    return text;
}

std::string reasonsText(const std::vector<std::string>& reasons) {
    std::string text;
    for (const std::string& reason : reasons)
        text += "; possible reason: " + reason;
    return text;
}

std::string toText(const Verdict& verdict) {
    if (verdict.arrays.empty())
        return "nothing to compare: neither side writes an argument";
    std::string differing;
    std::string same;
    if (verdict.precision)
        differing = toText(*verdict.precision);
    for (const ArrayVerdict& array : verdict.arrays) {
        if (verdict.precision && isAnswered(*verdict.precision, array))
            continue;
        std::string& text = array.same() ? same : differing;
        text += (text.empty() ? "" : "; ") + toText(array);
    }
    std::string text = differing + (differing.empty() || same.empty() ? "" : "; ") + same;
    if (verdict.contraction)
        text = toText(*verdict.contraction) + "; " + text;
    return text + reasonsText(verdict.reasons);
}

std::string toJson(const Verdict& verdict) {
    Json arrays = Json::array();
    for (const ArrayVerdict& array : verdict.arrays)
        arrays.push_back(json(array));
    Json all = {
        {"same", verdict.same()}, {"compared", verdict.compared()}, {"arrays", std::move(arrays)}};
    if (const auto& c = verdict.contraction)
        all["contraction"] = {{"array", c->array},
                              {"index", c->index},
                              {"difference", c->difference},
                              {"error", c->error},
                              {"of_terms", c->ofTerms}};
    if (!verdict.reasons.empty())
        all["reasons"] = verdict.reasons;
    if (verdict.precision)
        all["precision"] = json(*verdict.precision);
    return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace mw::bench
