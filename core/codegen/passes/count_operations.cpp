// The pass "count-operations".
#include "core/codegen/operations.h"
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

using Weight = std::int64_t (*)(const Value& operation);

std::int64_t one(const Value&) {
    return 1;
}

/// Division, roots and functions are sequences of instructions, about so long in double precision.
std::int64_t instructions(const Value& operation) {
    constexpr std::int64_t kDivision = 20, kByConstant = 6, kFunction = 40;
    if (const auto* binary = std::get_if<Binary>(&operation.kind))
        return binary->op == "/" ? kDivision : 1;
    const auto* call = std::get_if<Call>(&operation.kind);
    if (!call || call->function == "mw_min" || call->function == "mw_max" ||
        call->function == "fabs")
        return 1;
    if (call->function == "mw_divided")
        return kByConstant;
    return call->function == "sqrt" ? kDivision : kFunction;
}

std::int64_t operationsOf(const Value& value, Weight weight) {
    std::int64_t count = 0;
    walkValue(value, [&](const Value& v) {
        if (!ir::isFloatingPoint(v.type))
            return;
        const auto* unary = std::get_if<Unary>(&v.kind);
        const bool negates =
            unary && unary->op == "-" && !std::holds_alternative<Literal>(unary->operand->kind);
        if (negates || std::holds_alternative<Binary>(v.kind) ||
            std::holds_alternative<Call>(v.kind))
            count += weight(v);
    });
    return count;
}

/// Operations of one execution; of a branch the longer side where that is known, else the first.
Expr operations(const Statements& body, Weight weight) {
    Expr total = 0;
    for (const Statement& s : body) {
        std::visit(
            Overload{
                [&](const DeclareScalar& d) {
                    total = total + (d.init ? operationsOf(*d.init, weight) : 0);
                },
                [&](const AssignScalar& a) { total = total + operationsOf(*a.value, weight); },
                [&](const Store& d) {
                    total = total + operationsOf(*d.value, weight) + (d.wcr.empty() ? 0 : 1);
                },
                [&](const For& f) {
                    const Expr inner = operations(f.body, weight);
                    if (!inner.isInteger(0))
                        total = total + tripsOf(f.begin, f.end, f.step) * inner;
                },
                [&](const If& i) {
                    const Expr then = operations(i.then, weight),
                               other = operations(i.otherwise, weight);
                    const bool less =
                        then.isInteger() && other.isInteger() && then.value() < other.value();
                    total = total + (less ? other : then);
                },
                [&](const While& w) { total = total + operations(w.body, weight); },
                [](const auto&) {},
            },
            s.kind);
    }
    return total;
}

} // namespace

Expr iterationsOf(const Kernel& kernel) {
    Expr total = 1;
    for (const auto& dim : kernel.dims)
        total = total * tripsOf(dim.begin, dim.end, dim.step);
    return symbolic::simplify(total);
}

void countOperations(const PlanContext&, Kernel& kernel) {
    kernel.flops = symbolic::simplify(iterationsOf(kernel) * operations(kernel.body, one));
}

Expr instructionsOf(const Kernel& kernel) {
    return symbolic::simplify(iterationsOf(kernel) * operations(kernel.body, instructions));
}

} // namespace mw::codegen
