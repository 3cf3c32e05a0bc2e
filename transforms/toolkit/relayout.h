#pragma once

#include "core/analysis/analysis.h"
#include "core/ir/edit.h"
#include "transforms/framework/view.h"

#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

// A container is replaced by one that lies differently in memory: what looks at a part of it with
// strides of its own (a view, the container of a nested SDFG, and so on at any depth) is told. DaCe
// leaves that to a later pass; here a document is right after every single step.

namespace mw::transforms {

/// Where the dimensions of one container lie in the replacement: the replacement's dimension, or
/// none for a dimension of one element.
using SeenDims = std::vector<std::optional<std::size_t>>;

/// A nested SDFG on the way from the container to what looks at it.
struct NestedStep {
    BlockId state;
    NodeId node;
    SdfgId inner;
};

/// One descriptor that gets the strides of the replacement.
struct LayoutChange {
    SdfgId sdfg;
    std::string container;
    SeenDims dims;
    std::vector<NestedStep>
        path; ///< outermost first; empty: at the level of the replaced container
};

/// Why something that looks at the container cannot follow.
struct LayoutObstacle {
    enum class Reason : std::uint8_t {
        shape,      ///< its dimensions are not dimensions of the container
        reference,  ///< a pointer whose use is not known
        sharedView, ///< a view whose name stands for several things
        rawCode,    ///< C++ that may count elements itself
        unknown,    ///< nothing is known about the node, or about the region
    };
    Reason reason = Reason::unknown;
    ElementId element;
    std::string what; ///< "the view 'v'", "the nested SDFG 'n'"
};

/// The dimensions of `outer` (in a region of it) that those of `seen` are; by strides, because
/// that is what a view and the container of a nested SDFG have in common with what they look at.
/// `mapping`: of symbols in `seen`. `allStays`: as below.
std::optional<SeenDims> seenDimensions(const ir::DataDescriptor& seen,
                                       const symbolic::Substitution& mapping,
                                       const ir::DataDescriptor& outer,
                                       const symbolic::Subset& region, bool allStays);

/// Follows the edge `leaf` (innermost end of a memlet tree) of `container`, whose dimensions are
/// `dims` of the replacement, and adds what has to change. `atSource`: the container is where the
/// edge comes from. `at`: the state of the edge. `allStays`: the replacement has every element of
/// the container, so that a nested SDFG may see more of it than the memlet says.
std::optional<LayoutObstacle> planLayout(const StateView& at, const ir::Edge& leaf, bool atSource,
                                         const std::string& container, const SeenDims& dims,
                                         std::vector<LayoutChange>& changes, bool allStays = false);

/// Gives every descriptor of the plan the strides of `replacement`. Strides that are no numbers
/// reach nested SDFGs as new symbols: the prefix, the container there, the dimension.
void applyLayout(ir::Editor& editor, const std::vector<LayoutChange>& changes,
                 const ir::DataDescriptor& replacement, const std::string& symbolPrefix);

} // namespace mw::transforms
