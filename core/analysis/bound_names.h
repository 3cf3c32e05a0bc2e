#pragma once

#include "core/analysis/names.h"

namespace mw::analysis {

/// Names that something in the SDFG gives a meaning of its own: containers, parameters, dynamic
/// inputs, what the control flow assigns. Not those of nested SDFGs.
NameSet boundNames(const ir::Sdfg& sdfg);

} // namespace mw::analysis
