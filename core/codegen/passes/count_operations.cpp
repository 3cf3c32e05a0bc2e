// The pass "count-operations".
#include "core/codegen/passes/passes.h"
#include "core/codegen/walk.h"
#include "core/ir/predicates.h"
#include "core/support/overload.h"

namespace mw::codegen {

using symbolic::Expr;

namespace {

/// Number of times that a loop over begin, begin + step, ... to end (inclusive) runs.
Expr tripsOf(const Expr& begin, const Expr& end, const Expr& step) {
    const bool downwards = step.isInteger() && step.value() < 0;
    const Expr size = downwards ? symbolic::Range{end, begin, -step}.size()
                                : symbolic::Range{begin, end, step}.size();
    return symbolic::max(0, size);
}

std::int64_t operationsOf(const Value& value) {
    std::int64_t count = 0;
    walkValue(value, [&](const Value& v) {
        if (!ir::isFloatingPoint(v.type))
            return;
        if (const auto* unary = std::get_if<Unary>(&v.kind))
            count +=
                unary->op == "-" && !std::holds_alternative<Literal>(unary->operand->kind) ? 1 : 0;
        else if (std::holds_alternative<Binary>(v.kind) || std::holds_alternative<Call>(v.kind))
            ++count;
    });
    return count;
}

/// Operations of one execution; of a branch the longer side where that is known, else the first.
Expr operations(const Statements& body) {
    Expr total = 0;
    for (const Statement& s : body) {
        std::visit(Overload{
                       [&](const DeclareScalar& d) {
                           total = total + (d.init ? operationsOf(*d.init) : 0);
                       },
                       [&](const AssignScalar& a) { total = total + operationsOf(*a.value); },
                       [&](const Store& d) {
                           total = total + operationsOf(*d.value) + (d.wcr.empty() ? 0 : 1);
                       },
                       [&](const For& f) {
                           const Expr inner = operations(f.body);
                           if (!inner.isInteger(0))
                               total = total + tripsOf(f.begin, f.end, f.step) * inner;
                       },
                       [&](const If& i) {
                           const Expr then = operations(i.then), other = operations(i.otherwise);
                           const bool less = then.isInteger() && other.isInteger() &&
                                             then.value() < other.value();
                           total = total + (less ? other : then);
                       },
                       [&](const While& w) { total = total + operations(w.body); },
                       [](const auto&) {},
                   },
                   s.kind);
    }
    return total;
}

Expr iterations(const Kernel& kernel) {
    Expr total = 1;
    for (const auto& dim : kernel.dims)
        total = total * tripsOf(dim.begin, dim.end, dim.step);
    return symbolic::simplify(total);
}

} // namespace

void countOperations(const PlanContext&, Kernel& kernel) {
    kernel.flops = symbolic::simplify(iterations(kernel) * operations(kernel.body));
}

} // namespace mw::codegen
