// What a kernel's indices can reach at most, as sums that the host computes at the call.
#include "core/codegen/passes/index_bounds.h"

#include "core/codegen/index_parts.h"
#include "core/codegen/walk.h"
#include "core/ir/predicates.h"

#include <algorithm>
#include <compare>
#include <cstdlib>
#include <map>

namespace mw::codegen {

using symbolic::Expr;
using symbolic::Op;

namespace {

constexpr std::int64_t kLimit = 2147483647;
/// Parts are cut here: no sum that is larger passes, and no product of two leaves 64 bits.
constexpr std::int64_t kMost = std::int64_t(1) << 31;

using Parts = std::vector<Expr>;
struct PartsLess {
    bool operator()(const Parts& a, const Parts& b) const {
        return std::lexicographical_compare(
            a.begin(), a.end(), b.begin(), b.end(),
            [](const Expr& x, const Expr& y) { return compare(x, y) < 0; });
    }
};
/// Factors of products of parts.
using Sum = std::map<Parts, std::int64_t, PartsLess>;

Expr least(const Expr& e) {
    return symbolic::min(e, kMost);
}
Expr magnitude(const std::string& symbol) {
    const Expr held = symbolic::max(-kMost, symbolic::min(kMost, Expr::symbol(symbol)));
    return symbolic::max(held, -held);
}

/// A number that the sum is not above for want of a sum of this kind.
std::int64_t added(std::int64_t a, std::int64_t b) {
    return std::min(kMost, a + b);
}
std::int64_t multiplied(std::int64_t a, std::int64_t b) { // both are at most kMost
    return a != 0 && b > kMost / a ? kMost : a * b;
}

Sum number(std::int64_t value) {
    const std::int64_t size = value < -kMost || value > kMost ? kMost : std::abs(value);
    return size == 0 ? Sum{} : Sum{{Parts{}, size}};
}
Sum sumOf(Sum a, const Sum& b) {
    for (const auto& [parts, factor] : b)
        a[parts] = added(a[parts], factor);
    return a;
}
Sum productOf(const Sum& a, const Sum& b) {
    Sum result;
    for (const auto& [left, f] : a)
        for (const auto& [right, g] : b) {
            Parts parts = left;
            parts.insert(parts.end(), right.begin(), right.end());
            std::ranges::sort(parts,
                              [](const Expr& x, const Expr& y) { return compare(x, y) < 0; });
            result[parts] = added(result[parts], multiplied(f, g));
        }
    return result;
}
Sum times(std::int64_t factor, const Sum& sum) {
    return productOf(number(factor), sum);
}

/// |value| <= sum + the sizes of so many terms that memory decides.
struct Reach {
    Sum sum;
    int far = 0;
};
constexpr int kTooFar = 2;
/// Behind the last turn of a loop whose loads run ahead; more than these ever do.
constexpr int kTurnsAhead = 1000;

class Reaches {
public:
    Reaches(const PlanContext& context, NameSet far) : context_(context), far_(std::move(far)) {}

    /// Anything from `begin` to `end`; false where nothing bounds these.
    bool variable(const std::string& name, const Expr& begin, const Expr& end) {
        const auto a = of(begin), b = of(end);
        if (!a || !b || a->far + b->far > 0)
            return false;
        variables_[name] = largest(a->sum, b->sum);
        return true;
    }

    std::optional<Reach> of(const Expr& e) const {
        switch (e.op()) {
        case Op::integer:
            return Reach{number(e.value())};
        case Op::symbol:
            return ofName(e.name());
        case Op::mul:
            return product(e);
        case Op::add:
            return total(e);
        case Op::min:
        case Op::max:
        case Op::intFloor:
        case Op::intCeil:
        case Op::mod:
        case Op::select:
            return any(e);
        case Op::compare:
        case Op::logicAnd:
        case Op::logicOr:
        case Op::logicNot:
            return any(e) ? std::optional(Reach{number(1)}) : std::nullopt;
        default:
            return std::nullopt;
        }
    }
    const NameSet& far() const { return far_; }

private:
    /// Both are sums of what is not negative: for each product the larger factor.
    static Sum largest(Sum a, const Sum& b) {
        for (const auto& [parts, factor] : b)
            a[parts] = std::max(a[parts], factor);
        return a;
    }

    std::optional<Reach> ofName(const std::string& name) const {
        if (const auto found = variables_.find(name); found != variables_.end())
            return Reach{found->second};
        if (far_.contains(name))
            return Reach{{}, 1};
        const auto type = context_.symbolTypes.find(name);
        const bool known = type == context_.symbolTypes.end() ||
                           type->second == ir::ScalarType::int32 ||
                           type->second == ir::ScalarType::int64;
        if (!known || context_.assigned.contains(name) || context_.loaded.contains(name))
            return std::nullopt;
        Sum sum;
        sum[Parts{magnitude(name)}] = 1;
        return Reach{std::move(sum)};
    }
    std::optional<Reach> product(const Expr& e) const {
        Reach all{number(1)};
        bool constant = true;
        for (const Expr& arg : e.args()) {
            const auto one = of(arg);
            if (!one)
                return std::nullopt;
            constant = constant && (arg.isInteger() || one->far > 0);
            all = {productOf(all.sum, one->sum), all.far + one->far};
        }
        if (all.far > 0 && (all.far > 1 || !constant))
            all.far = kTooFar;
        return all;
    }
    std::optional<Reach> total(const Expr& e) const {
        Reach all;
        for (const Expr& arg : e.args()) {
            const auto one = of(arg);
            if (!one)
                return std::nullopt;
            all = {sumOf(std::move(all.sum), one->sum), all.far + one->far};
        }
        return all;
    }
    /// One of the arguments, or smaller than one.
    std::optional<Reach> any(const Expr& e) const {
        Reach all;
        for (const Expr& arg : e.args()) {
            const auto one = of(arg);
            if (!one)
                return std::nullopt;
            all = {largest(std::move(all.sum), one->sum), std::max(all.far, one->far)};
        }
        return all;
    }

    const PlanContext& context_;
    NameSet far_;
    std::map<std::string, Sum, std::less<>> variables_;
};

IndexBound boundOf(const Sum& sum, std::int64_t limit = kLimit) {
    IndexBound bound;
    bound.limit = limit;
    for (const auto& [parts, factor] : sum)
        bound.terms.push_back({parts, factor});
    return bound;
}
Sum sumOf(const IndexBound& bound) {
    Sum sum;
    for (const IndexBound::Term& term : bound.terms)
        sum[term.parts] = term.factor;
    return sum;
}

class Bounds {
public:
    Bounds(const PlanContext& context, const Kernel& kernel)
        : kernel_(kernel), reaches_(context, farLocals(kernel.body)) {}

    std::optional<std::vector<IndexBound>> run() {
        Sum flat = number(1); // of the dimensions that share z
        for (std::size_t d = 0; d < kernel_.dims.size(); ++d) {
            const LaunchDim& dim = kernel_.dims[d];
            fits_ = reaches_.variable(dim.param, dim.begin, dim.end) && fits_;
            const auto begin = reaches_.of(dim.begin), end = reaches_.of(dim.end),
                       step = reaches_.of(dim.step);
            if (!begin || !end || !step || begin->far + end->far + step->far > 0)
                return std::nullopt;
            const Sum both = sumOf(begin->sum, end->sum);
            // Behind the end as far as all blocks together are wide, and one more.
            const int threads = std::max(kMaxBlockThreads, kernel_.facts.asked.block[0]);
            need(sumOf(times(2, both), times(threads, step->sum)));
            if (d + 2 < kernel_.dims.size())
                flat = productOf(flat, sumOf(both, number(1)));
        }
        need(sumOf(times(2, flat), number(kMaxBlockThreads)));
        statements(kernel_.body);
        return fits_ ? std::optional(merged(bounds_)) : std::nullopt;
    }

private:
    void need(const Sum& sum) { bounds_.push_back(boundOf(sum)); }
    void near(const Expr& e) {
        const auto reach = reaches_.of(e);
        if (reach && reach->far == 0)
            need(reach->sum);
        else
            fits_ = false;
    }
    /// A value that is computed in 32 bits as it is written.
    void value(const Expr& e) {
        const auto reach = reaches_.of(e);
        if (reach && reach->far < kTooFar)
            need(times(reach->far == 0 ? 1 : 2, reach->sum));
        else
            fits_ = false;
    }
    void index(const Expr& e) {
        const auto parts = indexParts(e, reaches_.far());
        near(parts ? parts->near : e);
        if (parts)
            for (const auto& [local, factor] : parts->far)
                near(factor);
    }

    void statements(const Statements& body) {
        for (const Statement& s : body)
            statement(s);
    }
    void statement(const Statement& s) {
        if (const auto* store = std::get_if<Store>(&s.kind))
            index(store->index);
        if (const auto* raw = std::get_if<Raw>(&s.kind))
            for (const Raw::Name& name : raw->names)
                if (name.kind == Raw::Name::Kind::pointer)
                    index(name.index);
        if (const auto* loop = std::get_if<For>(&s.kind)) {
            near(loop->begin);
            near(loop->end + Expr(kTurnsAhead) * loop->step);
            near(loop->step);
            fits_ = reaches_.variable(loop->variable, loop->begin, loop->end) && fits_;
            statements(loop->body);
        } else if (const auto* branch = std::get_if<If>(&s.kind)) {
            values(*branch->condition);
            statements(branch->then);
            statements(branch->otherwise);
        } else if (const auto* repeat = std::get_if<While>(&s.kind)) {
            values(*repeat->condition);
            statements(repeat->body);
        } else {
            walk(
                {s}, [](const Statement&) {}, [&](const Value& v) { here(v); });
        }
        if (const auto* declare = std::get_if<DeclareScalar>(&s.kind);
            declare && !reaches_.far().contains(declare->name))
            if (const auto* known = std::get_if<Index>(&declare->init->kind))
                fits_ = reaches_.variable(declare->name, known->expr, known->expr) && fits_;
    }
    void values(const Value& v) {
        walkValue(v, [&](const Value& inner) { here(inner); });
    }
    void here(const Value& v) {
        if (const auto* load = std::get_if<Load>(&v.kind))
            index(load->index);
        if (const auto* known = std::get_if<Index>(&v.kind))
            value(known->expr);
    }

    const Kernel& kernel_;
    Reaches reaches_;
    std::vector<IndexBound> bounds_;
    bool fits_ = true;
};

bool implies(const Sum& larger, const Sum& smaller) {
    return std::ranges::all_of(smaller, [&](const auto& term) {
        const auto found = larger.find(term.first);
        return found != larger.end() && found->second >= term.second;
    });
}

} // namespace

std::optional<std::vector<IndexBound>> indexBounds(const PlanContext& context,
                                                   const Kernel& kernel) {
    auto bounds = Bounds(context, kernel).run();
    const auto isImpossible = [](const IndexBound& bound) {
        const auto sum = sumOf(bound);
        const auto constant = sum.find(Parts{});
        return constant != sum.end() && constant->second > bound.limit;
    };
    return bounds && std::ranges::none_of(*bounds, isImpossible) ? bounds : std::nullopt;
}

std::optional<IndexBound> gridBound(const PlanContext& context, const LaunchDim& dim) {
    const Reaches reaches(context, {});
    const auto begin = reaches.of(dim.begin), end = reaches.of(dim.end);
    if (!begin || !end)
        return std::nullopt;
    return boundOf(sumOf(sumOf(begin->sum, end->sum), number(1)), kMaxGridYZ);
}

std::vector<IndexBound> merged(const std::vector<IndexBound>& bounds) {
    std::map<std::int64_t, std::vector<Sum>> kinds; // by limit
    for (const IndexBound& bound : bounds) {
        const Sum sum = sumOf(bound);
        auto& known = kinds[bound.limit];
        const auto same = std::ranges::find_if(known, [&](const Sum& other) {
            return std::ranges::equal(
                sum, other, {}, [](const auto& t) { return t.first; },
                [](const auto& t) { return t.first; });
        });
        if (same == known.end())
            known.push_back(sum);
        else
            for (auto& [parts, factor] : *same)
                factor = std::max(factor, sum.at(parts));
    }
    std::vector<IndexBound> result;
    for (const auto& [limit, sums] : kinds)
        for (const Sum& sum : sums) {
            const bool implied = std::ranges::any_of(
                sums, [&](const Sum& other) { return &other != &sum && implies(other, sum); });
            if (!implied)
                result.push_back(boundOf(sum, limit));
        }
    return result;
}

Expr condition(const IndexBound& bound) {
    Expr sum = 0;
    for (const IndexBound::Term& term : bound.terms) {
        Expr product = 1;
        for (const Expr& part : term.parts)
            product = product.isInteger(1) ? part : least(product * part);
        sum = sum + (product.isInteger(1) ? Expr(term.factor) : least(product * Expr(term.factor)));
    }
    return Expr::make(Op::compare, {sum, bound.limit}, "<=");
}

} // namespace mw::codegen
