#pragma once

#include "core/ir/edit.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/relayout.h"

#include <string>
#include <variant>
#include <vector>

// A part of a temporary becomes a container of its own: a fragment, and some of the accesses are
// led to it. Each check takes the number that its condition has in the transformation that asks.

namespace mw::transforms {

/// A temporary array that lies in its memory from the first element on, and to which this node
/// alone refers.
MaybeRefusal checkOwnTemporary(int condition, const DocumentView& view, const StateView& at,
                               const ir::Node& access);

/// One access at the temporary's node, and all that it touches.
struct KnownAccess {
    Access access;
    symbolic::Subset region;
};
using KnownAccesses = std::vector<KnownAccess>;
/// All of them, writes first; those whose elements are not known are refused.
std::variant<KnownAccesses, Refusal> knownAccesses(int condition, const StateView& at,
                                                   const ir::Node& access);

struct Fragment {
    StateView at;
    const ir::Node* access = nullptr;
    std::vector<Access> accesses; ///< that are led to it
    symbolic::Subset region;      ///< of the temporary
    ir::DataDescriptor data;      ///< of the fragment, dense in the order of the temporary
    std::vector<LayoutChange> layout = {};
};
/// `region`: all that the accesses touch is in it. Its bounds have to be known wherever the
/// temporary is used, and what looks at the temporary with strides of its own can be told.
std::variant<Fragment, Refusal> fragmentOf(int condition, const StateView& at,
                                           const ir::Node& access, const KnownAccesses& accesses,
                                           const symbolic::Subset& region);

/// Adds the container, or puts it in the place of one with this name, and leads the accesses to it
/// by the node. Memlets of the maps at it are propagated.
void leadToFragment(ir::Editor& editor, const Fragment& fragment, const std::string& name,
                    NodeId node);

} // namespace mw::transforms
