#pragma once

#include "core/ir/sdfg.h"

namespace mw::ir {

/// A deep copy in which every element has an id of its own, counted on from nextId in the order of
/// the file: SDFG, then block by block its nodes (nested SDFGs inside), its edges.
SdfgPtr renumbered(const Sdfg& sdfg, std::uint32_t& nextId);

} // namespace mw::ir
