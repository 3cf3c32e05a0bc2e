#pragma once

#include "core/ir/edit.h"
#include "core/symbolic/expr.h"

namespace mw::transforms {

/// The document with these symbols of the program as its constants, and their values wherever
/// expressions and control flow, nested SDFGs included, say them.
ir::DocumentPtr withConstants(const ir::DocumentPtr& document, const symbolic::Bindings& values);

/// With everything folded that its constants decide.
ir::DocumentPtr withFoldedControlFlow(const ir::DocumentPtr& document);

/// Without maps and copies that the values leave nothing to do, where these can go.
ir::DocumentPtr withoutEmptyWork(const ir::DocumentPtr& document);

/// Without temporaries that only blocks used that `before` had, and without numbers that nested
/// SDFGs are given and do not say any more.
ir::DocumentPtr withoutLeftovers(const ir::DocumentPtr& before, const ir::DocumentPtr& document);

} // namespace mw::transforms
