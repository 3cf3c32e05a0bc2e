#pragma once

#include "core/ir/index.h"

namespace mw::transforms {

/// Subscripts in the code of tasklets name the dimensions of their memlets that are no single
/// element. Where memlets of `after` have such dimensions less than in `before` (the edges are the
/// same ones), their indices go: `x[i, k]` of what was a[0:N, 0:M] and is a[0:N, 0] is `x[i]`, and
/// `x` of a single element.
ir::DocumentPtr withFittingSubscripts(const ir::DocumentPtr& before, const ir::DocumentPtr& after);

} // namespace mw::transforms
