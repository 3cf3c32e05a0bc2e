#pragma once

#include "core/ir/sdfg.h"

namespace mw::ir {

/// Same content, element by element in file order; ids, origins and file format do not count.
bool equivalent(const Sdfg& a, const Sdfg& b);
bool equivalent(const Node& a, const Node& b);
bool equivalent(const Edge& a, const Edge& b);
bool equivalent(const DataDescriptor& a, const DataDescriptor& b);
bool equivalent(const Memlet& a, const Memlet& b);

/// Hash of the content as `equivalent` compares it (edge ends by position in the state).
std::uint64_t contentHash(const Sdfg& sdfg);

} // namespace mw::ir
