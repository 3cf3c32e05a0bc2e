#pragma once

#include "core/ir/index.h"

namespace mw::transforms {

struct StateView;

/// A tasklet, nested SDFG, library node or the like that may do something beside writing what its
/// edges say.
bool mayHaveEffect(const ir::Node& node);

/// A node inside a map, at any depth and in nested SDFGs too, that may do something beside writing
/// what its edges say: raw C++, a state of its own, a library that is not known to compute only.
/// null: there is none. Of a nested SDFG its node is given.
const ir::Node* effectInside(const ir::StateIndex& index, NodeId entry);
/// The same, found once and kept while nothing inside is another.
const ir::Node* effectInside(const StateView& at, NodeId entry);
/// The same for everything in a state.
const ir::Node* effectIn(const ir::StateIndex& index);

} // namespace mw::transforms
