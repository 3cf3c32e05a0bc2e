#pragma once

#include "viewers/layout/piece.h"

namespace mw::layout {

/// Content of a state: its top level with maps as boxes. No box of its own.
Piece stateContent(const Context& context, const ir::Sdfg& sdfg, const ir::State& state);

/// One scope of it, a map or a nested SDFG, with the containers that it reads and writes.
Piece isolatedContent(const Context& context, const ir::Sdfg& sdfg, const ir::State& state,
                      const ir::Node& scope);

/// Kind of the access node of a container.
BoxKind accessKind(const ir::Sdfg& sdfg, std::string_view data);

} // namespace mw::layout
