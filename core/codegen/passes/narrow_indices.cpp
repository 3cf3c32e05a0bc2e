// The pass "narrow-indices".
#include "core/codegen/passes/index_bounds.h"
#include "core/codegen/passes/passes.h"
#include "core/codegen/walk.h"
#include "core/conventions/conventions.h"

#include <algorithm>
#include <cmath>

namespace mw::codegen {

using symbolic::Expr;
using symbolic::Op;

namespace {

constexpr double kMostElements = 2147483647.0;
constexpr int kTooMany = 2;

/// |value| <= known + the sizes of `unknown` terms whose range nothing states.
struct Bound {
    double known = 0;
    int unknown = 0;
};

class Widths {
public:
    Widths(const PlanContext& context, const Kernel& kernel) : context_(context), kernel_(kernel) {}

    bool wide() {
        for (const auto& buffer : kernel_.buffers)
            if (!(elementsOf(buffer.name) <= kMostElements))
                return true;
        for (const LaunchDim& dim : kernel_.dims) {
            if (!dim.begin.isInteger() || !dim.end.isInteger() || !dim.step.isInteger())
                return true;
            // the first index beyond the end is computed before it is compared, whatever the block
            check(dim.end + dim.step * std::max(kMaxBlockThreads, kernel_.facts.asked.block[0]));
            variable(dim.param, dim.begin, dim.end);
        }
        statements(kernel_.body);
        return wide_;
    }

private:
    double elementsOf(const std::string& buffer) const {
        for (const auto& param : kernel_.buffers) {
            const PlanArray* array = param.name == buffer ? context_.array(param.array) : nullptr;
            const auto elements =
                array ? symbolic::simplify(array->elements).asInteger() : std::nullopt;
            if (elements)
                return static_cast<double>(*elements);
        }
        const auto local = locals_.find(buffer);
        return local == locals_.end() ? HUGE_VAL : local->second;
    }

    void variable(const std::string& name, const Expr& begin, const Expr& end) {
        const Bound a = bound(begin), b = bound(end);
        if (a.unknown == 0 && b.unknown == 0)
            known_[name] = std::max(a.known, b.known);
    }

    Bound product(const Expr& e) const {
        Bound total{1, 0};
        for (const Expr& arg : e.args()) {
            const Bound one = bound(arg);
            total = {total.known * one.known, total.unknown + one.unknown};
        }
        if (total.unknown > 0 && !isConstantTimes(e))
            total.unknown = kTooMany;
        return total;
    }
    static bool isConstantTimes(const Expr& e) {
        return std::count_if(e.args().begin(), e.args().end(),
                             [](const Expr& a) { return !a.isInteger(); }) == 1;
    }

    Bound bound(const Expr& e) const {
        switch (e.op()) {
        case Op::integer:
            return {std::abs(static_cast<double>(e.value())), 0};
        case Op::symbol: {
            const auto found = known_.find(e.name());
            return found == known_.end() ? Bound{0, 1} : Bound{found->second, 0};
        }
        case Op::mul:
            return product(e);
        case Op::add: {
            Bound total;
            for (const Expr& arg : e.args()) {
                const Bound one = bound(arg);
                total = {total.known + one.known, total.unknown + one.unknown};
            }
            return total;
        }
        case Op::min:
        case Op::max:
        case Op::select:
        case Op::intFloor:
        case Op::intCeil:
        case Op::mod: {
            Bound largest;
            for (const Expr& arg : e.args()) {
                const Bound one = bound(arg);
                largest = {std::max(largest.known, one.known),
                           std::max(largest.unknown, one.unknown)};
            }
            return largest;
        }
        case Op::compare:
        case Op::logicAnd:
        case Op::logicOr:
        case Op::logicNot:
            return {1, 0};
        default:
            return {0, kTooMany};
        }
    }

    void check(const Expr& e, double mayReach = 0) {
        const Bound one = bound(e);
        // an unknown term is what is left of an index inside the array
        const double most = one.unknown == 0 ? one.known : mayReach + 2 * one.known;
        wide_ = wide_ || one.unknown >= kTooMany || !(most < kMostElements);
    }

    void statements(const Statements& body) {
        for (const Statement& s : body) {
            if (const auto* array = std::get_if<DeclareArray>(&s.kind))
                locals_[array->name] = static_cast<double>(array->elements);
            if (const auto* store = std::get_if<Store>(&s.kind))
                check(store->index, elementsOf(store->buffer));
            if (const auto* loop = std::get_if<For>(&s.kind)) {
                for (const Expr* e : {&loop->begin, &loop->end, &loop->step})
                    check(*e);
                variable(loop->variable, loop->begin, loop->end);
                statements(loop->body);
            } else if (const auto* branch = std::get_if<If>(&s.kind)) {
                value(*branch->condition);
                statements(branch->then);
                statements(branch->otherwise);
            } else if (const auto* repeat = std::get_if<While>(&s.kind)) {
                value(*repeat->condition);
                statements(repeat->body);
            } else {
                values(s);
            }
        }
    }
    void values(const Statement& s) {
        Statements one{s};
        walk(
            one, [](const Statement&) {}, [&](const Value& v) { here(v); });
    }
    void value(const Value& v) {
        walkValue(v, [&](const Value& inner) { here(inner); });
    }
    void here(const Value& v) {
        if (const auto* load = std::get_if<Load>(&v.kind))
            check(load->index, elementsOf(load->buffer));
        if (const auto* index = std::get_if<Index>(&v.kind))
            check(index->expr);
    }

    const PlanContext& context_;
    const Kernel& kernel_;
    std::map<std::string, double, std::less<>> known_, locals_;
    bool wide_ = false;
};

/// Levels are few: the grid has room for all of them.
void boundLevels(const PlanContext& context, Kernel& kernel) {
    if (kernel.dims.size() < 2)
        return;
    const LaunchDim& dim = kernel.dims[kernel.dims.size() - 2];
    const auto name = conventions::parameterName(dim.param);
    if (!name || !conventions::isVerticalDimension(name->dimension) ||
        (dim.begin.isInteger() && dim.end.isInteger()))
        return;
    if (auto bound = gridBound(context, dim)) {
        kernel.fitsGridY = true;
        kernel.bounds.push_back(std::move(*bound));
    }
}

} // namespace

void narrowIndices(const PlanContext& context, Kernel& kernel) {
    kernel.wideIndex = Widths(context, kernel).wide();
    if (!context.boundsAtCall || kernel.sequential)
        return;
    if (kernel.wideIndex) {
        if (auto bounds = indexBounds(context, kernel)) {
            kernel.wideIndex = false;
            kernel.farIndices = true;
            kernel.bounds = std::move(*bounds);
        }
    }
    boundLevels(context, kernel);
}

} // namespace mw::codegen
