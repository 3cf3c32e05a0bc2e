#pragma once

#include "core/ir/index.h"
#include "core/symbolic/expr.h"

namespace mw::analysis {

/// The values that symbols of a nested SDFG have, given those around it: as far as they are mapped
/// in. What its control flow assigns has none.
symbolic::Bindings valuesInside(const ir::NestedSdfg& nested, const symbolic::Bindings& around);
/// The values that symbols of an SDFG have, given those of the program that it is, or is nested in:
/// as far as the nodes around it map them in. What its control flow assigns has none.
symbolic::Bindings valuesInside(const ir::DocumentIndex& index, SdfgId sdfg,
                                const symbolic::Bindings& values);

} // namespace mw::analysis
