#pragma once

#include "core/analysis/certain_writes.h"
#include "core/ir/node.h"
#include "core/symbolic/prover.h"

#include <optional>
#include <string>
#include <vector>

namespace mw::transforms {

/// The answer to a question over all iterations of a map.
struct Verdict {
    enum class Kind { holds, violated, unproven } kind = Kind::holds;
    std::string detail; ///< counterexample, or the condition that would have to hold

    bool holds() const { return kind == Kind::holds; }
    bool unproven() const { return kind == Kind::unproven; }
};

/// Compares regions inside the body of one map, in every iteration. The Prover is started only for
/// what is not equal at sight.
class SubsetRelation {
public:
    /// `assumptions` hold for the symbols; the map's parameters are added here.
    SubsetRelation(const ir::Map& map, symbolic::Assumptions assumptions);

    /// `inner` lies in `outer` in every iteration.
    Verdict covers(const symbolic::Subset& outer, const symbolic::Subset& inner);
    /// Both are the same region in every iteration.
    Verdict same(const symbolic::Subset& a, const symbolic::Subset& b);
    /// In every iteration the writes together certainly touch every element of `inner`.
    bool coveredBy(const std::vector<analysis::CertainWrite>& writes,
                   const symbolic::Subset& inner);
    /// Two regions outside of the map certainly share no element; those that are empty never do.
    bool disjoint(const symbolic::Subset& a, const symbolic::Subset& b) const;
    /// One and the same iteration never touches an element through both.
    bool disjointInside(const symbolic::Subset& a, const symbolic::Subset& b);
    /// No two iterations share an element of the region.
    Verdict disjointIterations(const symbolic::Subset& region);

private:
    bool violatedAtCorner(const symbolic::Subset& outer, const symbolic::Subset& inner,
                          std::string& where);
    bool separatedAtSight(const std::string& param, const symbolic::Range& values,
                          const symbolic::Subset& region) const;
    Verdict separated(std::size_t param, const symbolic::Subset& region);
    symbolic::Prover& inside();
    symbolic::Prover& outside();

    const ir::Map& map_;
    symbolic::Assumptions assumptions_;
    std::optional<symbolic::Prover> inside_;  ///< knows the ranges of the parameters
    std::optional<symbolic::Prover> outside_; ///< for corners: parameters are replaced
};

/// Compares regions outside of all maps, for sizes for which this one has elements.
SubsetRelation relationFor(const symbolic::Subset& region);

/// Equal dimension by dimension at sight, without a proof over ranges.
bool sameRegion(const symbolic::Subset& a, const symbolic::Subset& b);
bool sameRange(const symbolic::Range& a, const symbolic::Range& b);

} // namespace mw::transforms
