// The pass "divide-by-constants".
#include "core/codegen/passes/passes.h"
#include "core/codegen/walk.h"
#include "core/support/real_text.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>

namespace mw::codegen {

namespace {

/// Of a literal in double precision for which the shorter way is exact: neither it nor its
/// reciprocal is far from one. Powers of two need none: their reciprocal is exact.
std::optional<double> divisorOf(const Binary& division, const Value& value) {
    const auto* literal = std::get_if<Literal>(&division.right->kind);
    if (division.op != "/" || !literal || value.type != ir::ScalarType::float64 ||
        division.left->type != ir::ScalarType::float64 ||
        division.right->type != ir::ScalarType::float64)
        return std::nullopt;
    char* end = nullptr;
    const double divisor = realFromText(literal->text.c_str(), &end);
    int exponent = 0;
    const double mantissa = std::frexp(std::abs(divisor), &exponent);
    if (*end != '\0' || divisor == 0 || !std::isfinite(divisor) || mantissa == 0.5 ||
        std::abs(exponent) > 64)
        return std::nullopt;
    return divisor;
}

} // namespace

void divideByConstants(const PlanContext&, Kernel& kernel) {
    walkStatements(kernel.body, [](Statement& s) {
        mapValues(s, [](const ValuePtr& v) -> ValuePtr {
            const auto* division = std::get_if<Binary>(&v->kind);
            const auto divisor = division ? divisorOf(*division, *v) : std::nullopt;
            if (!divisor)
                return v;
            const auto reciprocal = std::make_shared<const Value>(
                Value{Literal{fmt::format("{:.17g}", 1 / *divisor)}, ir::ScalarType::float64});
            return std::make_shared<const Value>(
                Value{Call{"mw_divided", {division->left, division->right, reciprocal}}, v->type});
        });
    });
}

} // namespace mw::codegen
