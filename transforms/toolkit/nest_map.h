#pragma once

#include "core/ir/edit.h"

#include <set>
#include <utility>

namespace mw::transforms {

/// Puts a new map inside another one: it takes everything that stands directly in the scope of
/// `outer`, with all that is inside of that, except `staying`. What crosses its border goes through
/// connectors of its own; memlets are propagated. Its entry and exit, which
/// stand beside those of the outer map in the order of the nodes.
///
/// `staying`: whole scopes, that get values from the outer map and from each other only, and of
/// which only access nodes hand values to what moves.
///
/// Works on the state as the editor has it now; hand over values, no references into it.
std::pair<NodeId, NodeId> nestMap(ir::Editor& editor, BlockId state, SdfgId sdfg, NodeId outer,
                                  ir::Map inner, const std::set<NodeId>& staying = {});

} // namespace mw::transforms
