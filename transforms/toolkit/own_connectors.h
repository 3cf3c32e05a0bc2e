#pragma once

#include "core/ir/sdfg.h"

namespace mw::transforms {

/// The same program with connectors of tasklets that have names of their own: DaCe's validation
/// refuses one that is also called as a container, symbol or constant of the SDFG around it. The
/// document itself where none is.
ir::DocumentPtr withOwnConnectors(const ir::DocumentPtr& document);

} // namespace mw::transforms
