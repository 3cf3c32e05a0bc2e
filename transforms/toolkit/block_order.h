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
    /// States that a run has come through.
    using Way = std::set<BlockId>;
    /// The second state may run some time after the first in one run of the SDFG, with none of
    /// `without` between the two; of a state and itself: it may run several times.
    bool mayFollow(BlockId first, BlockId second, const Way& without = {}) const;
    /// The state may run before any of `without` has.
    bool mayBeginWithout(BlockId state, const Way& without) const;
    /// After every run of the first state the second, another one, runs some time.
    bool alwaysFollows(BlockId first, BlockId second) const;

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
    /// Where a run can be: before a block or after it, as an index of `next_`.
    using Point = std::size_t;
    struct Points {
        Point before, after;
    };

    Points addPoints();
    /// A run that is at `before` enters the region, one that leaves it is at `after`.
    void addRegion(const ir::Region& region, Points around, Path& path);
    void addBlock(const ir::Block& block, Points points, Path& path);
    void addBranches(const ir::ConditionalBlock& conditional, Points points, Path& path);
    bool leads(Point from, Point to, const Way& without) const;
    const Path& pathOf(BlockId state) const { return paths_.at(state); }
    static std::optional<Ways> waysThrough(const ir::Region& region, BlockId stop,
                                           const Way& marked);
    static std::optional<Ways> waysThrough(const ir::Block& block, const Way& marked);

    std::map<BlockId, Path> paths_;
    std::map<BlockId, Points> points_;
    std::vector<std::vector<Point>> next_; ///< the points that a run may come to from each
    Points program_;
    bool structured_ = true;
};

} // namespace mw::transforms
