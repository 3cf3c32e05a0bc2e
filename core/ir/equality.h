#pragma once

#include "core/ir/sdfg.h"

namespace mw::ir {

/// Same content, element by element in file order. Not compared: ids, origins, the file format
/// (usingExplicitControlFlow included), and what follows from the rest: volumes of memlets, and the
/// side that a subset describes, except in a copy within one container.
bool equivalent(const Sdfg& a, const Sdfg& b);
/// Nodes and edges alone: without what is at their other ends.
bool equivalent(const Node& a, const Node& b);
bool equivalent(const Edge& a, const Edge& b);
bool equivalent(const DataDescriptor& a, const DataDescriptor& b);
bool equivalent(const Memlet& a, const Memlet& b);

} // namespace mw::ir
