// The pass "unit-stride-innermost".
#include "core/codegen/passes/difference.h"
#include "core/codegen/passes/passes.h"
#include "core/codegen/walk.h"

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

/// Accesses with unit stride along each dimension.
std::vector<int> votes(const Kernel& kernel) {
    std::vector<int> count(kernel.dims.size(), 0);
    forEachIndex(kernel, [&](const Expr& index) {
        for (std::size_t d = 0; d < kernel.dims.size(); ++d)
            if (difference(index, kernel.dims[d].param).isInteger(1))
                ++count[d];
    });
    return count;
}

} // namespace

void unitStrideInnermost(const PlanContext&, Kernel& kernel) {
    if (kernel.sequential || kernel.dims.size() < 2)
        return;
    const auto count = votes(kernel);
    std::size_t best = kernel.dims.size() - 1; // stays where others have no more
    for (std::size_t d = kernel.dims.size(); d-- > 0;)
        if (count[d] > count[best])
            best = d;
    const auto chosen = kernel.dims.begin() + static_cast<std::ptrdiff_t>(best);
    std::rotate(chosen, chosen + 1, kernel.dims.end());
}

} // namespace mw::codegen
