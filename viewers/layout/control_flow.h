#pragma once

#include "viewers/layout/piece.h"

namespace mw::layout {

/// The blocks of an SDFG and the edges between them. No box of its own.
Piece regionContent(const Context& context, const ir::Sdfg& sdfg, const ir::Region& region,
                    bool bareState = false);

/// A block in its box.
Piece blockPiece(const Context& context, const ir::Sdfg& sdfg, const ir::Block& block,
                 bool bare = false);

} // namespace mw::layout
