#include "transforms/subset_relation.h"

#include <fmt/format.h>

#include <algorithm>

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

symbolic::Prover& SubsetRelation::inside() {
    if (!inside_) {
        symbolic::Assumptions all = assumptions_;
        for (std::size_t p = 0; p < map_.params.size() && p < map_.range.rank(); ++p)
            all.inRange(map_.params[p], map_.range.dims[p]);
        inside_.emplace(std::move(all));
    }
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
    return {Verdict::Kind::unproven, answer.condition};
}

Verdict SubsetRelation::same(const Subset& a, const Subset& b) {
    Verdict verdict = covers(a, b);
    return verdict.holds() ? covers(b, a) : verdict;
}

} // namespace mw::transforms
