#pragma once

#include "core/ir/index.h"

namespace mw::analysis {

/// An array of more than one element: what has a lane.
bool isLaneArray(const ir::DataDescriptor& data);

/// The edge moves elements between two containers outside of maps, of which one at least is an
/// array of more than one element: a row that copies (program_rows.h).
bool isCopy(const ir::Sdfg& sdfg, const ir::StateIndex& index, const ir::Edge& edge);

} // namespace mw::analysis
