#pragma once

#include "core/ir/sdfg.h"

#include <cstddef>
#include <string>
#include <vector>

// What runs between two boundaries of a linked program, as a program of its own inside of it.

namespace mw::link {

/// A boundary of the linked program: behind so many of its blocks.
struct BlockBoundary {
    std::size_t behind = 0;
    std::vector<std::string> fields; ///< that are exchanged there
};

/// The blocks between boundaries become nested SDFGs, a state of the root for each, called as the
/// program with a number (`diffusion_1`). Temporaries that one of them alone uses go with it; all
/// else is an argument of it. `program`: blocks one after the other that have access nodes and
/// nested SDFGs alone; its symbols are declared.
void separateStretches(ir::Sdfg& program, const std::vector<BlockBoundary>& boundaries,
                       std::uint32_t& nextId);

} // namespace mw::link
