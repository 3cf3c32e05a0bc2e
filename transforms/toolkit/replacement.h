#pragma once

#include "core/ir/edit.h"
#include "core/ir/index.h"
#include "core/symbolic/subset.h"
#include "transforms/toolkit/relayout.h"

#include <string>
#include <vector>

// A part of a container is replaced by a container of its own, or by a part of another. Its memlets
// are led to it here; what looks at it with strides of its own is told by relayout.h.

namespace mw::transforms {

/// Where the elements of a part of one container are in another.
struct Placement {
    symbolic::Subset region; ///< the part
    symbolic::Subset place;  ///< the same elements in the other container
    /// By dimension of the part: that of the place; none where the part has one index only.
    SeenDims dims;

    /// Where a region within the part is in the other container. Where the part has one index
    /// only, so has the result.
    symbolic::Subset of(const symbolic::Subset& inside) const;
    /// The same for what is copied, of which there is nothing where a range of the region is empty:
    /// the result has as many elements for all sizes, if `keepsSizeOf` the region.
    symbolic::Subset ofCopied(const symbolic::Subset& inside) const;
    /// There is a dimension for each range of the region that may be empty.
    bool keepsSizeOf(const symbolic::Subset& inside) const;
};

/// Which part of a container a replacement of its own stands for, and how it lies in there.
struct Part {
    symbolic::Subset region;           ///< of the container
    std::vector<bool> dropped;         ///< dimensions that the replacement does not have
    std::vector<symbolic::Expr> shape; ///< of the replacement: extents of the others

    Placement inReplacement() const;
    /// The dimensions of the container in the replacement.
    SeenDims dims() const;
    bool dropsAny() const;
};

/// Number of elements along one dimension of a part.
symbolic::Expr extentOf(const symbolic::Range& range);

/// Adds a temporary of the element type of `container` for the part; its name is `wish` or like it.
NodeId addReplacement(ir::Editor& editor, BlockId state, SdfgId sdfg,
                      const ir::DataDescriptor& container, const Part& part,
                      const std::string& wish);

/// Lets the end of `edge` that touches the container touch the replacement instead. The edge is one
/// of the state before the edit; where it says no region, it means the whole part.
void retarget(ir::Editor& editor, BlockId state, const ir::StateIndex& index, const ir::Sdfg& sdfg,
              const ir::Edge& edge, bool atSource, const Placement& placement,
              const std::string& replacement);

} // namespace mw::transforms
