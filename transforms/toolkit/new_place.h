#pragma once

#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/relayout.h"
#include "transforms/toolkit/replacement.h"

#include <string>
#include <vector>

// A container goes, and its elements are in another one from now on: whether what uses it can
// follow. Each check takes the number that its condition has in the transformation that asks.

namespace mw::transforms {

/// Of one SDFG.
struct NewPlace {
    const ir::Sdfg& sdfg;
    const std::string& from; ///< the container that goes
    const std::string& to;
    const Placement& placement; ///< of the first in the second

    const ir::DataDescriptor& fromData() const { return *sdfg.data(from); }
    const ir::DataDescriptor& toData() const { return *sdfg.data(to); }
};

/// The edges of the memlet tree of a use.
std::vector<const ir::Edge*> treeOf(const ir::StateIndex& index, const Access& use);
/// The node at the other end of an edge at a container.
const ir::Node& farEnd(const ir::StateIndex& index, const ir::Edge& edge, bool reads);

/// Of a use of what goes that is a copy from or to the other: it would copy every element to
/// itself.
bool movesNothing(const NewPlace& place, const ir::StateIndex& index, const Access& use);
/// Every memlet of a use of what goes can be led to the other.
MaybeRefusal checkMemlets(int condition, const NewPlace& place, const ir::StateIndex& index,
                          const Access& use);
/// What looks at a part of what goes with strides of its own can be told those of the other; adds
/// to `changes`.
MaybeRefusal checkStrides(int condition, const NewPlace& place, const StateView& at,
                          const Access& use, std::vector<LayoutChange>& changes);

} // namespace mw::transforms
