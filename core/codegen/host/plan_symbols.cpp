// The symbols whose values a run must bring.
#include "core/codegen/host/plan_symbols.h"

#include "core/analysis/analysis.h"
#include "core/support/overload.h"

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

namespace {

/// Symbols that the steps read before any step assigns them.
class SymbolUse {
public:
    explicit SymbolUse(const Plan& plan) : plan_(plan) {}
    /// `all`: with those of shapes and strides of arguments.
    std::set<std::string, std::less<>> run(bool all) {
        for (const auto& array : plan_.arrays) {
            if (array.argument && !all)
                continue;
            expr(array.elements);
            for (const Expr& e : array.shape)
                expr(e);
            for (const Expr& e : array.strides)
                expr(e);
        }
        for (const auto& s : plan_.state.scalars)
            expr(s.value);
        for (const auto& kernel : plan_.kernels) {
            for (const auto& s : kernel.scalars)
                expr(s.value);
            for (const auto& d : kernel.dims) {
                expr(d.begin);
                expr(d.end);
                expr(d.step);
            }
        }
        steps(plan_.steps);
        for (const auto& name : assigned_)
            used_.erase(name);
        for (const auto& array : plan_.arrays)
            used_.erase(array.name);
        return std::move(used_);
    }

private:
    void expr(const Expr& e) { symbolic::collectSymbols(e, used_); }
    void steps(const Steps& list) {
        for (const Step& step : list)
            std::visit(Overload{
                           [](const Launch&) {},
                           [&](const CopyBox& s) {
                               expr(s.srcOffset);
                               expr(s.dstOffset);
                               for (const auto* v : {&s.counts, &s.srcStrides, &s.dstStrides})
                                   for (const Expr& e : *v)
                                       expr(e);
                           },
                           [](const ZeroArray&) {},
                           [&](const AssignSymbol& s) {
                               expr(s.value);
                               assigned_.insert(s.name);
                           },
                           [&](const HostIf& s) {
                               expr(s.condition);
                               steps(s.then);
                               steps(s.otherwise);
                           },
                           [](const HostJump&) {},
                           [&](const HostScope& s) { steps(s.body); },
                           [&](const HostLoop& s) {
                               expr(s.condition);
                               steps(s.init);
                               steps(s.body);
                               steps(s.update);
                           },
                       },
                       step.kind);
    }

    const Plan& plan_;
    std::set<std::string, std::less<>> used_, assigned_;
};

} // namespace

std::set<std::string, std::less<>> symbolsOfSteps(const Plan& plan) {
    return SymbolUse(plan).run(false);
}

void collectSymbols(HostProgram& program) {
    auto used = SymbolUse(program.context.plan).run(true);
    if (!program.context.assigned.empty()) // some begin with a value from outside
        for (const auto& name : analysis::usedSymbols(*program.document.root))
            if (program.context.assigned.contains(name))
                used.insert(name);
    for (const auto& name : used) {
        const auto type = program.context.symbolTypes.find(name);
        program.context.plan.symbols.push_back({name, type == program.context.symbolTypes.end()
                                                          ? ir::ScalarType::int32
                                                          : type->second});
    }
}

} // namespace mw::codegen
