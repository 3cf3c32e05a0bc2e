#pragma once

#include "core/analysis/names.h"
#include "core/analysis/path_ends.h"
#include "core/ir/index.h"

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mw::analysis {

/// Where a block stands in the control flow of one SDFG.
struct FlowPosition {
    const FlowPosition* outer = nullptr; ///< the block around it; null at the top
    const ir::Region* region = nullptr;  ///< that it stands in; null for the body of a branch
    const ir::Block* block = nullptr;
    int branch = -1; ///< of the ConditionalBlock around it, whose body this block is
};

/// A state with what is derived from it when it is asked for.
struct StatePart {
    StatePart(const ir::State& content, const FlowPosition& where)
        : state(content), place(where), index(content) {}

    const PathEnds& ends() const {
        if (!ends_)
            ends_ = std::make_unique<PathEnds>(index);
        return *ends_;
    }

    const ir::State& state;
    const FlowPosition& place;
    const ir::StateIndex index;

private:
    mutable std::unique_ptr<PathEnds> ends_;
};

/// An edge through which a container gets values: from code or from another container, at the
/// innermost end of its path.
struct ContainerWrite {
    const StatePart* state = nullptr;
    const ir::Edge* edge = nullptr;
    NodeId target; ///< the access node at the end of the path
};
struct SymbolWrite {
    std::string text;
    const ir::InterstateEdge* edge = nullptr;
    const FlowPosition* around = nullptr; ///< the block whose region has the edge
    bool repeated = false;                ///< in a loop or on a cycle
};

/// What one SDFG (not those nested in it) says about where values come from. Refers into it.
class SdfgParts {
public:
    explicit SdfgParts(const ir::Sdfg& sdfg);
    SdfgParts(const SdfgParts&) = delete;
    SdfgParts& operator=(const SdfgParts&) = delete;

    const ir::Sdfg& sdfg() const { return sdfg_; }
    const std::deque<StatePart>& states() const { return states_; }
    const std::vector<ContainerWrite>& writes(std::string_view container) const;
    const std::map<std::string, std::vector<SymbolWrite>, std::less<>>& assignments() const {
        return assignments_;
    }
    const NameSet& loopVariables() const { return loopVariables_; }
    /// Whether a block there can run more than once in one run of the SDFG.
    static bool repeats(const FlowPosition& place);

private:
    void region(const ir::Region& region, const FlowPosition* around);
    void block(const ir::Block& block, const FlowPosition& place);

    const ir::Sdfg& sdfg_;
    std::deque<FlowPosition> places_;
    std::deque<StatePart> states_;
    std::map<std::string, std::vector<SymbolWrite>, std::less<>> assignments_;
    NameSet loopVariables_;
    mutable bool writesKnown_ = false;
    mutable std::map<std::string, std::vector<ContainerWrite>, std::less<>> writes_;
};

/// Symbols that the block assigns and containers that it writes, inner blocks included.
NameSet changedIn(const ir::Block& block);

} // namespace mw::analysis
