#pragma once

#include "core/symbolic/prover.h"
#include "transforms/toolkit/inwards.h"

#include <string>
#include <vector>

// What a place inside of nested SDFGs says, in symbols of the outermost state: the other way round
// than inwards.h.

namespace mw::transforms {

class Outwards {
public:
    /// `levels` lead to the place, which is in `scope` of the last one (0: top level).
    Outwards(const DocumentView& view, InnerLevels levels, NodeId scope);

    /// Names that a level alone has are kept apart from those outside.
    symbolic::Expr say(const symbolic::Expr& e, std::size_t level) const;
    symbolic::Subset say(const symbolic::Subset& region, std::size_t level) const;
    /// The ranges of the parameters and loops on the way.
    const symbolic::Assumptions& facts() const { return facts_; }
    /// The scope of the place, or of the nested SDFG on the way to it.
    NodeId scope(std::size_t level) const;

private:
    void enter(const DocumentView& view, std::size_t level);
    void assume(const std::string& name, const symbolic::Range& range, std::size_t level);

    InnerLevels levels_;
    NodeId scope_;
    std::vector<symbolic::Substitution> names_;
    symbolic::Assumptions facts_;
};

} // namespace mw::transforms
