#pragma once

#include "core/ir/index.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

// In which order the states of one SDFG run, as far as the control flow says.

namespace mw::transforms {

class BlockOrder {
public:
    /// Refers into the SDFG.
    explicit BlockOrder(const ir::Sdfg& sdfg);

    /// Every block runs to its end and leaves by its edges: no break, continue or return, nothing
    /// that this tool does not know. What follows counts on that.
    bool isStructured() const { return structured_; }
    /// The second state may run some time after the first in one run of the SDFG; of a state and
    /// itself: it may run several times.
    bool mayFollow(BlockId first, BlockId second) const;
    /// After every run of the first state the second, another one, runs some time.
    bool alwaysFollows(BlockId first, BlockId second) const;

    /// States that a run has come through.
    using Way = std::set<BlockId>;
    /// All ways to the state, of which only the `marked` states are kept; the body of a loop may
    /// have run or not. nullopt: there are too many.
    std::optional<std::set<Way>> waysTo(BlockId state, const Way& marked) const;

private:
    /// A block and the region that directly holds it.
    struct Step {
        const ir::Region* region;
        const ir::Block* block;
    };
    using Path = std::vector<Step>; ///< from the SDFG's own region inwards
    using Ways = std::set<Way>;

    void addPaths(const ir::Region& region, Path& around);
    const Path& pathOf(BlockId state) const { return paths_.at(state); }
    static bool leadsTo(const ir::Region& region, BlockId from, BlockId to);
    static bool alwaysLeadsTo(const ir::Region& region, BlockId from, BlockId to);
    static std::optional<Ways> waysThrough(const ir::Region& region, BlockId stop,
                                           const Way& marked);
    static std::optional<Ways> waysThrough(const ir::Block& block, const Way& marked);

    std::map<BlockId, Path> paths_;
    bool structured_ = true;
};

} // namespace mw::transforms
