// How regions of two memlets relate, over the iterations of a map.
#include "transforms/toolkit/subset_relation.h"

#include "core/symbolic/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace mw::transforms {

using symbolic::Subset;

bool sameRange(const symbolic::Range& a, const symbolic::Range& b) {
    if (a == b)
        return true;
    const bool sameStep = symbolic::equal(a.step, b.step) || (a.isPoint() && b.isPoint());
    return symbolic::equal(a.begin, b.begin) && symbolic::equal(a.end, b.end) && sameStep &&
           symbolic::equal(a.tile, b.tile);
}

bool sameRegion(const Subset& a, const Subset& b) {
    return std::ranges::equal(a.dims, b.dims, sameRange);
}

SubsetRelation::SubsetRelation(const ir::Map& map, symbolic::Assumptions assumptions)
    : map_(map), assumptions_(std::move(assumptions)) {}

namespace {

symbolic::Assumptions withParameters(symbolic::Assumptions facts, const ir::Map& map) {
    for (std::size_t p = 0; p < map.params.size() && p < map.range.rank(); ++p)
        facts.inRange(map.params[p], map.range.dims[p]);
    return facts;
}

} // namespace

symbolic::Prover& SubsetRelation::inside() {
    if (!inside_)
        inside_.emplace(withParameters(assumptions_, map_));
    return *inside_;
}

symbolic::Prover& SubsetRelation::outside() {
    if (!outside_) {
        symbolic::Assumptions all = assumptions_;
        for (const auto& range : map_.range.dims)
            all.atLeast(range.end, range.begin); // an iteration exists
        outside_.emplace(std::move(all));
    }
    return *outside_;
}

/// The first and the last iteration are the counterexamples that people understand.
bool SubsetRelation::violatedAtCorner(const Subset& outer, const Subset& inner,
                                      std::string& where) {
    for (const bool first : {true, false}) {
        symbolic::Substitution corner;
        for (std::size_t p = 0; p < map_.params.size() && p < map_.range.rank(); ++p) {
            const auto& range = map_.range.dims[p];
            corner.emplace(map_.params[p], first ? range.begin : range.end);
        }
        if (outside().covers(outer.substitute(corner), inner.substitute(corner)).disproven()) {
            where = fmt::format("not in the {} iteration", first ? "first" : "last");
            return true;
        }
    }
    return false;
}

Verdict SubsetRelation::covers(const Subset& outer, const Subset& inner) {
    if (sameRegion(outer, inner))
        return {};
    if (outer.rank() != inner.rank())
        return {Verdict::Kind::violated, "the numbers of dimensions differ"};
    const symbolic::Answer answer = inside().covers(outer, inner);
    if (answer.proven())
        return {};
    if (answer.disproven())
        return {Verdict::Kind::violated, "in no iteration"};
    std::string where;
    if (violatedAtCorner(outer, inner, where))
        return {Verdict::Kind::violated, where};
    return {Verdict::Kind::unproven, symbolic::coverCondition(withParameters(assumptions_, map_),
                                                              map_.params, outer, inner)};
}

namespace {

using symbolic::Expr;

Expr lessEqual(const Expr& a, const Expr& b) {
    return Expr::make(symbolic::Op::compare, {a, b}, "<=");
}

/// The names of an element's indices in questions to the Prover.
Expr indexOf(std::size_t dimension) {
    return Expr::symbol(fmt::format("__index_{}", dimension));
}

/// That the write happens and has the element; `inner`: where the element is known to be.
Expr writesElement(const analysis::CertainWrite& write, const Subset& inner) {
    std::vector<Expr> all;
    for (const Expr& trip : write.trips)
        all.push_back(lessEqual(1, trip));
    for (std::size_t d = 0; d < inner.rank(); ++d) {
        const symbolic::Range& range = write.region.dims[d];
        if (sameRange(range, inner.dims[d]))
            continue;
        all.push_back(lessEqual(range.begin, indexOf(d)));
        all.push_back(lessEqual(indexOf(d), range.end));
    }
    return Expr::make(symbolic::Op::logicAnd, all);
}

bool hasSteps(const Subset& region) {
    return std::ranges::any_of(region.dims, [](const symbolic::Range& range) {
        return !range.isPoint() && !(range.step.isInteger(1) && range.tile.isInteger(1));
    });
}

} // namespace

bool SubsetRelation::coveredBy(const std::vector<analysis::CertainWrite>& writes,
                               const Subset& inner) {
    std::vector<Expr> any;
    for (const auto& write : writes) {
        if (write.region.rank() != inner.rank())
            continue;
        const bool happens = std::ranges::all_of(write.trips, [&](const Expr& trip) {
            return trip.isInteger() ? trip.value() > 0 : inside().lessEqual(1, trip).proven();
        });
        if (happens &&
            (sameRegion(write.region, inner) || inside().covers(write.region, inner).proven()))
            return true;
        if (!hasSteps(write.region))
            any.push_back(writesElement(write, inner));
    }
    symbolic::Assumptions all = assumptions_;
    for (std::size_t p = 0; p < map_.params.size() && p < map_.range.rank(); ++p)
        all.inRange(map_.params[p], map_.range.dims[p]);
    for (std::size_t d = 0; d < inner.rank(); ++d)
        all.inRange(symbolic::print(indexOf(d)), inner.dims[d]);
    return !any.empty() &&
           symbolic::Prover(std::move(all)).holds(Expr::make(symbolic::Op::logicOr, any)).proven();
}

namespace {

/// Those facts that share a symbol with one of the regions: the others say nothing about them, and
/// the Prover pays for each.
symbolic::Assumptions relevant(const symbolic::Assumptions& all, const Subset& a, const Subset& b) {
    std::set<std::string, std::less<>> names;
    symbolic::collectSymbols(a, names);
    symbolic::collectSymbols(b, names);
    symbolic::Assumptions result;
    std::ranges::copy_if(all.facts, std::back_inserter(result.facts), [&](const auto& fact) {
        return std::ranges::any_of(symbolic::freeSymbols(fact),
                                   [&](const auto& name) { return names.contains(name); });
    });
    return result;
}

} // namespace

namespace {

/// Every index of the one comes before every index of the other, whatever the symbols are.
bool isBefore(const symbolic::Range& one, const symbolic::Range& other) {
    const auto isPlain = [](const symbolic::Range& range) {
        return range.step.isInteger(1) && range.tile.isInteger(1);
    };
    const Expr gap = isPlain(one) && isPlain(other) ? symbolic::expand(other.begin - one.end) : 0;
    return gap.isInteger() && gap.value() > 0;
}

} // namespace

bool SubsetRelation::disjoint(const Subset& a, const Subset& b) const {
    if (a.rank() != b.rank())
        return false;
    for (std::size_t d = 0; d < a.rank(); ++d)
        if (isBefore(a.dims[d], b.dims[d]) || isBefore(b.dims[d], a.dims[d]))
            return true;
    for (std::size_t d = 0; d < a.rank(); ++d) {
        const Subset one{{a.dims[d]}}, other{{b.dims[d]}};
        if (!sameRange(a.dims[d], b.dims[d]) &&
            symbolic::Prover(relevant(assumptions_, one, other)).intersects(one, other).disproven())
            return true;
    }
    return false;
}

bool SubsetRelation::disjointInside(const Subset& a, const Subset& b) {
    return a.rank() == b.rank() && !sameRegion(a, b) && inside().intersects(a, b).disproven();
}

/// One dimension that moves with the parameter alone, at least by its own size each time.
bool SubsetRelation::separatedAtSight(const std::string& param, const symbolic::Range& values,
                                      const Subset& region) const {
    const auto parameter = symbolic::Expr::symbol(param);
    const auto isParameter = [&](const symbolic::Range& range) {
        return range.isPoint() && range.begin == parameter;
    };
    if (values.step.isInteger() && values.step.value() != 0 &&
        std::ranges::any_of(region.dims, isParameter))
        return true;
    const auto moved = parameter + values.step;
    return std::ranges::any_of(region.dims, [&](const symbolic::Range& range) {
        const auto symbols = symbolic::freeSymbols(range.begin);
        const bool others = std::ranges::any_of(map_.params, [&](const std::string& other) {
            return other != param && symbols.contains(other);
        });
        const auto shift =
            symbolic::simplify(symbolic::substitute(range.begin, {{param, moved}}) - range.begin);
        const auto extent = symbolic::simplify(range.end - range.begin + symbolic::Expr(1));
        return !others && shift.isInteger() && extent.isInteger() &&
               std::abs(shift.value()) >= extent.value();
    });
}

/// Iterations that agree in the parameters before `param` and differ in this one. Two copies of the
/// parameters, one iteration each; the question is put to the Prover.
Verdict SubsetRelation::separated(std::size_t param, const Subset& region) {
    symbolic::Assumptions all = assumptions_;
    symbolic::Substitution other;
    for (std::size_t p = 0; p < map_.params.size() && p < map_.range.rank(); ++p) {
        const std::string copy = map_.params[p] + "__other";
        all.inRange(map_.params[p], map_.range.dims[p]);
        if (p < param)
            continue;
        // A range may depend on the parameters before it.
        all.inRange(copy, Subset{{map_.range.dims[p]}}.substitute(other).dims.front());
        other.emplace(map_.params[p], symbolic::Expr::symbol(copy));
        if (p == param)
            all.atLeast(symbolic::Expr::symbol(copy),
                        symbolic::Expr::symbol(map_.params[p]) + map_.range.dims[p].step);
    }
    const auto answer =
        symbolic::Prover(std::move(all)).intersects(region, region.substitute(other));
    if (answer.disproven())
        return {};
    if (answer.proven())
        return {Verdict::Kind::violated, {}};
    return {Verdict::Kind::unproven, {}};
}

Verdict SubsetRelation::disjointIterations(const Subset& region) {
    for (std::size_t p = 0; p < map_.params.size() && p < map_.range.rank(); ++p) {
        const symbolic::Range& values = map_.range.dims[p];
        if (values.isPoint() || separatedAtSight(map_.params[p], values, region))
            continue;
        if (Verdict verdict = separated(p, region); !verdict.holds())
            return verdict;
    }
    return {};
}

Verdict SubsetRelation::same(const Subset& a, const Subset& b) {
    Verdict verdict = covers(a, b);
    return verdict.holds() ? covers(b, a) : verdict;
}

SubsetRelation relationFor(const Subset& region) {
    static const ir::Map kNoMap;
    symbolic::Assumptions assumptions;
    for (const symbolic::Range& range : region.dims)
        if (!range.isPoint())
            assumptions.atLeast(range.end, range.begin);
    return {kNoMap, std::move(assumptions)};
}

} // namespace mw::transforms
