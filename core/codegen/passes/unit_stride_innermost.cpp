// The pass "unit-stride-innermost".
#include "core/codegen/passes/difference.h"
#include "core/codegen/passes/passes.h"
#include "core/codegen/walk.h"
#include "core/conventions/conventions.h"

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

namespace {

/// Calls `visit(index)` for every access to memory.
template <class Visit>
void forEachIndex(const Kernel& kernel, const Visit& visit) {
    walk(
        kernel.body,
        [&](const Statement& s) {
            if (const auto* store = std::get_if<Store>(&s.kind))
                visit(store->index);
        },
        [&](const Value& v) {
            if (const auto* load = std::get_if<Load>(&v.kind))
                visit(load->index);
        });
}

/// Accesses with unit stride along each dimension, as far as that is known or likely.
std::vector<int> votes(const PlanContext& context, const Kernel& kernel) {
    symbolic::Substitution likely;
    for (const auto& [name, value] : context.likely)
        likely.emplace(name, value.i);
    std::vector<int> count(kernel.dims.size(), 0);
    forEachIndex(kernel, [&](const Expr& written) {
        const Expr index = likely.empty() ? written : symbolic::substitute(written, likely);
        for (std::size_t d = 0; d < kernel.dims.size(); ++d)
            if (difference(index, kernel.dims[d].param).isInteger(1))
                ++count[d];
    });
    return count;
}

bool isHorizontal(const LaunchDim& dim) {
    const auto name = conventions::parameterName(dim.param);
    return name && name->kind == conventions::DimensionKind::horizontal;
}

} // namespace

void unitStrideInnermost(const PlanContext& context, Kernel& kernel) {
    if (kernel.sequential || kernel.dims.size() < 2)
        return;
    const auto count = votes(context, kernel);
    const bool unknown = std::ranges::all_of(count, [](int n) { return n == 0; });
    std::size_t best = kernel.dims.size() - 1; // stays where others have no more
    for (std::size_t d = kernel.dims.size(); d-- > 0;)
        if (count[d] > count[best] ||
            (unknown && isHorizontal(kernel.dims[d]) && !isHorizontal(kernel.dims[best])))
            best = d;
    const auto chosen = kernel.dims.begin() + static_cast<std::ptrdiff_t>(best);
    std::rotate(chosen, chosen + 1, kernel.dims.end());
}

} // namespace mw::codegen
