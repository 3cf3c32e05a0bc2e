#pragma once

#include "core/ir/index.h"

#include <memory>

namespace mw::test {

/// Two maps over Edge and K with a temporary between them, and a third that reads the result:
/// a -> first -> t -> second -> b, second also reads c.
std::shared_ptr<const ir::DocumentIndex> twoMaps();

/// The node of that display name; asserts that there is one.
NodeId nodeNamed(const ir::DocumentIndex& index, const std::string& name);

} // namespace mw::test
