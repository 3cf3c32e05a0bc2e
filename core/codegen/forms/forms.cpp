// Puts two lowerings of one program (forms.h) into one plan, and takes the plan of one out of it.
#include "core/codegen/forms/forms.h"

#include "core/codegen/codegen.h"
#include "core/codegen/passes/index_bounds.h"
#include "core/codegen/passes/passes.h"
#include "core/support/overload.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace mw::codegen {

using symbolic::Expr;

namespace {

/// What of steps can be replaced: kernels by number, names of arrays.
struct StepChange {
    std::vector<int> kernels;
    symbolic::Substitution arrays; ///< in expressions

    std::string name(const std::string& array) const {
        const auto found = arrays.find(array);
        return found == arrays.end() ? array : found->second.name();
    }
    Expr expr(const Expr& e) const { return arrays.empty() ? e : symbolic::substitute(e, arrays); }
    void exprs(std::vector<Expr>& list) const {
        for (Expr& e : list)
            e = expr(e);
    }

    void apply(Steps& steps) const {
        for (Step& step : steps)
            std::visit([&](auto& one) { change(one); }, step.kind);
    }

private:
    void change(Launch& s) const { s.kernel = kernels[static_cast<std::size_t>(s.kernel)]; }
    void change(CopyBox& s) const {
        s.src = name(s.src);
        s.dst = name(s.dst);
        s.srcOffset = expr(s.srcOffset);
        s.dstOffset = expr(s.dstOffset);
        exprs(s.counts);
        exprs(s.srcStrides);
        exprs(s.dstStrides);
    }
    void change(ZeroArray& s) const { s.array = name(s.array); }
    void change(AssignSymbol& s) const { s.value = expr(s.value); }
    void change(HostIf& s) const {
        s.condition = expr(s.condition);
        apply(s.then);
        apply(s.otherwise);
    }
    void change(HostLoop& s) const {
        s.condition = expr(s.condition);
        apply(s.init);
        apply(s.update);
        apply(s.body);
    }
    static void change(HostJump&) {}
    void change(HostScope& s) const { apply(s.body); }
};

/// Calls `visit` for every array that the steps touch themselves, and for every kernel.
template <class OnArray, class OnKernel>
void visitSteps(const Steps& steps, const OnArray& array, const OnKernel& kernel) {
    const auto inside = [&](const Steps& list) { visitSteps(list, array, kernel); };
    const auto named = [&](const Expr& e) {
        for (const std::string& name : symbolic::freeSymbols(e))
            array(name);
    };
    for (const Step& step : steps)
        std::visit(Overload{
                       [&](const Launch& s) { kernel(s.kernel); },
                       [&](const CopyBox& s) {
                           array(s.src);
                           array(s.dst);
                       },
                       [&](const ZeroArray& s) { array(s.array); },
                       [&](const AssignSymbol& s) { named(s.value); },
                       [&](const HostIf& s) {
                           named(s.condition);
                           inside(s.then);
                           inside(s.otherwise);
                       },
                       [&](const HostLoop& s) {
                           named(s.condition);
                           inside(s.init);
                           inside(s.body);
                           inside(s.update);
                       },
                       [](const HostJump&) {},
                       [&](const HostScope& s) { inside(s.body); },
                   },
                   step.kind);
}

PlanArray* arrayOf(std::vector<PlanArray>& arrays, const std::string& name) {
    const auto found = std::ranges::find(arrays, name, &PlanArray::name);
    return found == arrays.end() ? nullptr : &*found;
}

/// Scalars and dimensions are compared by themselves: text names them only.
bool sameParameters(const Kernel& a, const Kernel& b) {
    const auto sameScalar = [](const ScalarParam& x, const ScalarParam& y) {
        return x.name == y.name && x.type == y.type && x.value == y.value;
    };
    const auto sameBuffer = [](const BufferParam& x, const BufferParam& y) {
        return x.name == y.name && x.array == y.array && x.type == y.type;
    };
    const auto sameDim = [](const LaunchDim& x, const LaunchDim& y) {
        return x.param == y.param && x.begin == y.begin && x.end == y.end && x.step == y.step;
    };
    return std::ranges::equal(a.scalars, b.scalars, sameScalar) &&
           std::ranges::equal(a.buffers, b.buffers, sameBuffer) &&
           std::ranges::equal(a.dims, b.dims, sameDim);
}
bool sameKernel(const Kernel& a, const Kernel& b) {
    return a.map == b.map && a.wideIndex == b.wideIndex && a.farIndices == b.farIndices &&
           a.fitsGridY == b.fitsGridY && a.launch == b.launch && sameParameters(a, b) &&
           dump(a) == dump(b);
}

class Join {
public:
    Join(Plan quick, Plan general, const MemoryFacts& facts)
        : quick_(std::move(quick)), general_(std::move(general)) {
        for (const auto& [name, value] : facts.values)
            known_.emplace(name, value.i);
        for (const auto& [name, other] : facts.same)
            known_.emplace(name, Expr::symbol(other));
        condition_ = condition(facts);
    }

    Plan run() {
        arrays();
        if (!kernels())
            return untouched_ ? std::move(*untouched_) : std::move(general_);
        change_.apply(general_.steps);
        addBounds();
        Plan plan = std::move(general_);
        plan.steps = {Step{HostIf{condition_, std::move(quick_.steps), std::move(plan.steps)}}};
        plan.kernels = std::move(quick_.kernels);
        plan.arrays = std::move(arrays_);
        plan.twoForms = true;
        addSymbols(plan);
        markLiveness(plan);
        return plan;
    }

private:
    /// Temporaries of one name are one where they are as large; the general form's others get names
    /// of their own.
    void arrays() {
        arrays_ = general_.arrays;
        for (const PlanArray& array : quick_.arrays) {
            PlanArray* other = arrayOf(arrays_, array.name);
            if (!other) {
                arrays_.push_back(array);
                continue;
            }
            const bool same = other->argument ||
                              (other->type == array.type && other->scalar == array.scalar &&
                               symbolic::simplify(symbolic::substitute(other->elements, known_)) ==
                                   array.elements);
            if (same) {
                other->written = other->written || array.written;
                continue;
            }
            const std::string name = fresh(array.name, [&](const std::string& wish) {
                return arrayOf(arrays_, wish) || arrayOf(quick_.arrays, wish);
            });
            change_.arrays.emplace(array.name, Expr::symbol(name));
            other->name = name;
            arrays_.push_back(array);
        }
        std::ranges::sort(arrays_, {}, &PlanArray::name);
        if (change_.arrays.empty())
            return;
        untouched_ = general_;
        for (Kernel& kernel : general_.kernels) {
            kernel.known = nullptr;
            for (BufferParam& buffer : kernel.buffers)
                buffer.array = change_.name(buffer.array);
        }
    }
    /// False: every kernel of the general form is one of the quick form.
    bool kernels() {
        bool others = false;
        const std::size_t quick = quick_.kernels.size();
        for (Kernel& kernel : general_.kernels) {
            const auto end = quick_.kernels.begin() + static_cast<std::ptrdiff_t>(quick);
            const auto found = std::find_if(quick_.kernels.begin(), end, [&](const Kernel& one) {
                return one.name == kernel.name;
            });
            if (found != end && sameKernel(*found, kernel)) {
                change_.kernels.push_back(static_cast<int>(found - quick_.kernels.begin()));
                continue;
            }
            others = true;
            kernel.generalOf = kernel.name;
            kernel.name = fresh(kernel.name, [&](const std::string& wish) {
                const auto is = [&](const Kernel& one) { return one.name == wish; };
                return std::ranges::any_of(quick_.kernels, is) ||
                       std::ranges::any_of(general_.kernels, is);
            });
            change_.kernels.push_back(static_cast<int>(quick_.kernels.size()));
            quick_.kernels.push_back(std::move(kernel));
        }
        return others;
    }
    template <class IsTaken>
    static std::string fresh(const std::string& name, const IsTaken& isTaken) {
        std::string wish = name + "_general";
        for (int i = 2; isTaken(wish); ++i)
            wish = fmt::format("{}_general_{}", name, i);
        return wish;
    }

    void addBounds() {
        std::vector<IndexBound> bounds;
        for (const Kernel& kernel : quick_.kernels)
            bounds.insert(bounds.end(), kernel.bounds.begin(), kernel.bounds.end());
        std::vector<Expr> all;
        if (!condition_.isInteger())
            all.push_back(condition_);
        for (const IndexBound& bound : merged(bounds))
            all.push_back(condition(bound));
        condition_ = all.empty()      ? Expr(1)
                     : all.size() < 2 ? all.front()
                                      : Expr::make(symbolic::Op::logicAnd, std::move(all));
    }
    void addSymbols(Plan& plan) const {
        for (const PlanSymbol& symbol : quick_.symbols)
            if (std::ranges::find(plan.symbols, symbol.name, &PlanSymbol::name) ==
                plan.symbols.end())
                plan.symbols.push_back(symbol);
        std::ranges::sort(plan.symbols, {}, &PlanSymbol::name);
    }

    Plan quick_, general_;
    std::optional<Plan> untouched_; ///< the general one, where its temporaries get other names
    symbolic::Substitution known_;
    Expr condition_;
    std::vector<PlanArray> arrays_;
    StepChange change_;
};

/// Without kernels that no step launches, and temporaries that nothing uses.
void dropUnused(Plan& plan) {
    std::set<std::string, std::less<>> arrays;
    std::set<int> launched;
    visitSteps(
        plan.steps, [&](const std::string& name) { arrays.insert(name); },
        [&](int kernel) { launched.insert(kernel); });
    StepChange change;
    std::vector<Kernel> kernels;
    for (std::size_t k = 0; k < plan.kernels.size(); ++k) {
        change.kernels.push_back(static_cast<int>(kernels.size()));
        if (!launched.contains(static_cast<int>(k)))
            continue;
        for (const BufferParam& buffer : plan.kernels[k].buffers)
            arrays.insert(buffer.array);
        kernels.push_back(std::move(plan.kernels[k]));
        Kernel& kernel = kernels.back();
        if (!kernel.generalOf.empty())
            kernel.name = std::exchange(kernel.generalOf, std::string());
    }
    plan.kernels = std::move(kernels);
    change.apply(plan.steps);
    std::erase_if(plan.arrays, [&](const PlanArray& array) {
        return !array.argument && !arrays.contains(array.name);
    });
    markLiveness(plan);
}

} // namespace

Plan joined(Plan quick, Plan general, const MemoryFacts& facts) {
    return Join(std::move(quick), std::move(general), facts).run();
}

std::optional<bool> runsQuickForm(const Plan& plan, const symbolic::Bindings& symbols) {
    const auto* choice = plan.twoForms && plan.steps.size() == 1
                             ? std::get_if<HostIf>(&plan.steps[0].kind)
                             : nullptr;
    if (!choice)
        return std::nullopt;
    const auto holds = symbolic::evaluate(choice->condition, symbols);
    return holds ? std::optional(holds->truthy()) : std::nullopt;
}

Plan chosenForm(Plan plan, const symbolic::Bindings& symbols) {
    const auto quick = runsQuickForm(plan, symbols);
    if (!quick)
        return plan;
    auto& choice = std::get<HostIf>(plan.steps[0].kind);
    Steps steps = std::move(*quick ? choice.then : choice.otherwise);
    plan.steps = std::move(steps);
    plan.twoForms = false;
    dropUnused(plan);
    return plan;
}

} // namespace mw::codegen
