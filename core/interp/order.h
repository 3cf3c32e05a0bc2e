#pragma once

#include "core/ir/index.h"
#include "core/support/hash.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace mw::interp {

/// Numbers for orders, the same for the same seed everywhere.
class OrderSource {
public:
    explicit OrderSource(std::uint64_t seed) : state_(splitmix64(seed)) {}

    /// One of 0 up to `count` - 1; `count` above 0. Not uniform to the last bit, which no order
    /// needs.
    std::size_t below(std::size_t count) {
        return static_cast<std::size_t>((state_ = splitmix64(state_)) % count);
    }

private:
    std::uint64_t state_;
};

/// Scope entry (0: top level) -> nodes to run, exits not among them.
using NodeOrder = std::map<NodeId, std::vector<NodeId>>;

/// Ties as the file has them.
NodeOrder fileOrder(const ir::StateIndex& state);
/// Some order that the edges of the state allow.
NodeOrder randomOrder(const ir::StateIndex& state, OrderSource& source);

/// The rows of a table of `width` columns, in another order.
void shuffleRows(std::vector<std::int64_t>& table, std::size_t width, OrderSource& source);

} // namespace mw::interp
