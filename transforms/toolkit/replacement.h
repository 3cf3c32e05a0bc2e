#pragma once

#include "core/ir/edit.h"
#include "core/ir/index.h"
#include "core/symbolic/subset.h"
#include "transforms/toolkit/relayout.h"

#include <string>
#include <vector>

// A part of a container is replaced by a container of its own. Its memlets are led to it here; what
// looks at it with strides of its own is told by relayout.h.

namespace mw::transforms {

/// Which part, and how it lies in the replacement.
struct Part {
    symbolic::Subset region;           ///< of the container
    std::vector<bool> dropped;         ///< dimensions that the replacement does not have
    std::vector<symbolic::Expr> shape; ///< of the replacement: extents of the others

    /// Where a region of the container is in the replacement.
    symbolic::Subset inReplacement(const symbolic::Subset& whole) const;
    symbolic::Subset all() const { return inReplacement(region); }
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
/// of the state before the edit.
void retarget(ir::Editor& editor, BlockId state, const ir::StateIndex& index, const ir::Sdfg& sdfg,
              const ir::Edge& edge, bool atSource, const Part& part,
              const std::string& replacement);

} // namespace mw::transforms
