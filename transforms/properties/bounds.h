#pragma once

#include "core/support/diagnostic.h"
#include "transforms/framework/view.h"

#include <vector>

namespace mw::transforms {

/// Accesses inside of a map that an edit of its range led out of their containers: an error where
/// some iteration certainly goes there, a warning where none was known to before and that is not
/// certain any more. Propagated memlets do not say it: they end where the container does.
std::vector<Diagnostic> boundsLeft(const DocumentView& before, const DocumentView& after,
                                   ElementId mapEntry);

} // namespace mw::transforms
