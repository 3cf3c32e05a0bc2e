#pragma once

#include "core/validate/validate_parts.h"
#include "transforms/framework/view.h"

namespace mw::transforms {

/// What must be looked into again after an edit: states, containers, nodes and edges that are not
/// as they were, or that stand beside, inside, or on one memlet path with something that is not;
/// everything where what surrounds an SDFG (symbols, constants, the scopes around its node) has
/// changed. The views must outlive the answer.
validate::PartChoice changedParts(const DocumentView& before, const DocumentView& after);

} // namespace mw::transforms
