#pragma once

#include "core/analysis/footprint.h"
#include "core/analysis/names.h"
#include "core/ir/index.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace mw::link {

/// What a program does to the elements of its arguments, and in which order.
class OrderedAccesses {
public:
    /// Refers into the SDFG.
    explicit OrderedAccesses(const ir::Sdfg& sdfg);

    /// Of one container, reads and writes; null: none.
    const std::vector<analysis::Access>* of(const std::string& container) const;
    /// Containers of which something is read that of() does not list: by name, as the range of a
    /// map, or where a nested SDFG adds to what is there.
    const analysis::NameSet& unlistedReads() const { return unlisted_; }
    /// Every element of the region is written in every run in which the region is not empty. What
    /// goes through a view is not known.
    bool isCertain(const analysis::Access& write) const;
    /// The whole of the write is done when the read begins.
    bool precedes(const analysis::Access& write, const analysis::Access& read) const;

private:
    struct Place {
        std::size_t state = 0; ///< its number in the order of the program
        std::vector<BlockId> loops;
    };
    void walk(const ir::Region& region, const std::vector<BlockId>& loops);
    void walk(const ir::Block& block, std::vector<BlockId> loops);
    void collectViewed(const ir::Sdfg& sdfg);

    analysis::Footprint footprint_;
    analysis::NameSet unlisted_;
    std::vector<std::unique_ptr<const ir::StateIndex>> states_;
    std::map<NodeId, Place> places_;
    std::set<EdgeId> viewed_; ///< what leads from a view to what it shows
};

} // namespace mw::link
