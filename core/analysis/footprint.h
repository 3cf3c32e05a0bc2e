#pragma once

#include "core/ir/scope_parts.h"
#include "core/ir/sdfg.h"
#include "core/symbolic/subset.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mw::analysis {

/// How much of its region an access really touches.
enum class Reach : std::uint8_t {
    bound, ///< no more than the region: a branch, an index from a table, a range that could not be
           ///< followed
    corners, ///< the first and the last index of every dimension
    all,     ///< every element
};

/// What one innermost memlet touches of a container, seen from outside all maps, loops and nested
/// SDFGs around it: which elements the program reads or writes there.
struct Access {
    EdgeId memlet;     ///< the innermost one
    NodeId accessNode; ///< of this SDFG level, through which the data passes
    /// The outermost map between the access node and the use, or the tasklet, nested SDFG or
    /// library node that uses it; 0 for a copy outside of maps.
    NodeId user;
    symbolic::Subset region; ///< dimensions of the container, over symbols of the SDFG
    symbolic::Expr elements; ///< moved each time (0: not known); times the trips in one run
    /// Sizes of the maps and loops around the access: `reach` holds when every one is positive.
    std::vector<symbolic::Expr> trips;
    bool write = false;
    Reach reach = Reach::all;
};

/// By container of one SDFG, in the order of the program.
using Footprint = std::map<std::string, std::vector<Access>, std::less<>>;

/// Everything that one SDFG reads and writes of its own containers, nested SDFGs included. Computed
/// from the innermost memlets alone, so stale outer memlets do not matter. Views and members count
/// as containers of their own.
Footprint footprint(const ir::Sdfg& sdfg);

/// The same for the kernels of one SDFG one by one, for who does not need all of them.
class KernelFootprints {
public:
    /// Refers into the SDFG.
    explicit KernelFootprints(const ir::Sdfg& sdfg);
    KernelFootprints(KernelFootprints&& other) noexcept;
    ~KernelFootprints();

    /// The accesses of a map or code node at the top level of a state of the SDFG (`user` is the
    /// node), among others that are of no interest. `parts`: of that state.
    Footprint of(const ir::StateIndex& index, const ir::ScopeParts& parts, NodeId node);

private:
    struct States;
    std::unique_ptr<States> states_;
};

/// First and last index per dimension that a run certainly touches.
struct TouchedExtent {
    std::vector<std::int64_t> low, high; ///< inclusive; both empty: rank 0
    std::vector<EdgeId> lowMemlet, highMemlet;
};
/// Evaluates a footprint with the values of the symbols. Accesses that are no more than bounds, or
/// that lie in an empty range or cannot be evaluated, are left out; so are containers without any
/// other.
std::map<std::string, TouchedExtent, std::less<>> requiredExtents(const Footprint& footprint,
                                                                  const symbolic::Bindings& values);

/// The same over symbols: the box over all certain accesses (corners or all) to one container.
std::optional<symbolic::Subset> requiredRegion(const std::vector<Access>& accesses);

/// `begin:end:step` of a loop whose statements have the usual form (`k = a`, `k < b`, `k = k + c`
/// with a constant c, also `<=`, `>`, `>=`) and whose body changes nothing of that; step > 0, so a
/// downward loop is given reversed.
std::optional<symbolic::Range> loopRange(const ir::LoopRegion& loop);

} // namespace mw::analysis
