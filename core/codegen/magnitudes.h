#pragma once

#include "core/codegen/plan.h"

namespace mw::codegen {

/// The plan with |a| + |b| in the place of every sum and difference of real numbers: its results
/// are about as large as the terms that the original's are made of, so that rounding errors can be
/// set against them. An estimate: conditions on real numbers may come out otherwise.
void sumMagnitudes(Plan& plan);

} // namespace mw::codegen
