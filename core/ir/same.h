#pragma once

#include "core/ir/sdfg.h"

namespace mw::ir {

/// Comparison of one element's own properties, without ids, origins and what it holds: what both
/// `equivalent` and the change set of an edit are made of.
bool sameProperties(const DataDescriptor& a, const DataDescriptor& b);
/// Without the volume and the side that the subset describes, which follow from the rest.
bool sameProperties(const Memlet& a, const Memlet& b);
bool sameProperties(const Map& a, const Map& b);
bool sameProperties(const Node& a, const Node& b);
bool sameProperties(const Block& a, const Block& b);
bool sameProperties(const InterstateEdge& a, const InterstateEdge& b);
bool sameProperties(const Sdfg& a, const Sdfg& b);
/// NaN is the same as NaN.
bool sameValue(const symbolic::Value& a, const symbolic::Value& b);

} // namespace mw::ir
