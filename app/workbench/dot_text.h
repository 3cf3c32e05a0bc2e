#pragma once

#include "core/ir/sdfg.h"

#include <string>

namespace mw::workbench {

/// The program as Graphviz text: states, maps and nested SDFGs as clusters. Deterministic.
std::string dotText(const ir::Document& document);

} // namespace mw::workbench
