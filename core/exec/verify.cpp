#include "core/exec/verify.h"

#include "core/exec/elements.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace mw::exec {

namespace {

using Json = nlohmann::ordered_json;

std::string kindText(const HostArray& array) {
    return fmt::format("{} {}", ir::name(array.type), listText(array.shape));
}

void compareElements(const HostArray& got, const HostArray& reference, ArrayVerdict& verdict) {
    const ElementReader elements(reference);
    const double mean = elements.meanMagnitude(reference.bytes.data());
    std::int64_t last = -1; // complex numbers count once
    for (std::int64_t i = 0; i < elements.count(); ++i) {
        const double g = elements.read(got.bytes.data(), i);
        const double r = elements.read(reference.bytes.data(), i);
        const double error = elementError(g, r, mean);
        verdict.largest = std::max(verdict.largest, error);
        if (error <= verdict.tolerance)
            continue;
        const std::int64_t element = i / elements.perElement();
        verdict.differing += element != last ? 1 : 0;
        last = element;
        if (!verdict.first)
            verdict.first = {indexOf(element, reference.shape), g, r};
    }
}

ArrayVerdict verifyOne(const std::string& name, const HostArrays& all, const HostArray& reference,
                       double tolerance) {
    ArrayVerdict verdict;
    verdict.name = name;
    verdict.type = reference.type;
    verdict.tolerance = toleranceFor(reference.type, tolerance);
    const auto found = all.find(name);
    if (found == all.end()) {
        verdict.problem = "not an output";
        return verdict;
    }
    const HostArray& got = found->second;
    if (got.shape != reference.shape || got.type != reference.type ||
        got.bytes.size() != reference.bytes.size()) {
        verdict.problem = fmt::format("{} instead of {}", kindText(got), kindText(reference));
        return verdict;
    }
    verdict.compared = reference.elements();
    compareElements(got, reference, verdict);
    return verdict;
}

Json json(const ArrayVerdict& v) {
    Json result = {{"array", v.name},          {"type", ir::name(v.type)},
                   {"same", v.same()},         {"problem", v.problem},
                   {"compared", v.compared},   {"differing", v.differing},
                   {"tolerance", v.tolerance}, {"largest_error", v.largest}};
    if (v.first)
        result["first_difference"] = {
            {"index", v.first->index}, {"got", v.first->got}, {"reference", v.first->reference}};
    return result;
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
    return std::all_of(arrays.begin(), arrays.end(),
                       [](const ArrayVerdict& array) { return array.same(); });
}

std::int64_t Verdict::compared() const {
    std::int64_t sum = 0;
    for (const ArrayVerdict& array : arrays)
        sum += array.compared;
    return sum;
}

Verdict verify(const HostArrays& got, const HostArrays& reference, double float64Tolerance) {
    Verdict verdict;
    for (const auto& [name, array] : reference)
        verdict.arrays.push_back(verifyOne(name, got, array, float64Tolerance));
    return verdict;
}

std::string toText(const ArrayVerdict& v) {
    if (!v.problem.empty())
        return fmt::format("{}: {}", v.name, v.problem);
    const std::string errors =
        fmt::format("largest error {:.1e} (tolerance {:.0e})", v.largest, v.tolerance);
    if (!v.first)
        return fmt::format("{}: {} elements agree, {}", v.name, v.compared, errors);
    return fmt::format("{}: {} of {} elements differ, the first {}{}: {:.17g} instead of {:.17g}; "
                       "{}",
                       v.name, v.differing, v.compared, v.name, listText(v.first->index),
                       v.first->got, v.first->reference, errors);
}

std::string toText(const Verdict& verdict) {
    std::string differing;
    std::string same;
    for (const ArrayVerdict& array : verdict.arrays) {
        std::string& text = array.same() ? same : differing;
        text += (text.empty() ? "" : "; ") + toText(array);
    }
    return differing + (differing.empty() || same.empty() ? "" : "; ") + same;
}

std::string toJson(const Verdict& verdict) {
    Json arrays = Json::array();
    for (const ArrayVerdict& array : verdict.arrays)
        arrays.push_back(json(array));
    const Json all = {
        {"same", verdict.same()}, {"compared", verdict.compared()}, {"arrays", std::move(arrays)}};
    return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace mw::exec
