#pragma once

#include "core/io/detail/dace_text.h"
#include "core/io/detail/json.h"
#include "core/ir/origin.h"
#include "core/symbolic/expr.h"

#include <cstdint>

namespace mw::ir {

/// What the file said about one element (see core/ir/origin.h). Big children are moved out and
/// leave null in their place: `nodes` and `edges` of regions and states, the branches' regions,
/// `attributes.sdfg` of a nested SDFG, `attributes.data` of an edge, `attributes._arrays` of an
/// SDFG.
struct Origin {
    io::Json json;
    io::Spelling spelling; ///< of the texts in `json`
    /// Fingerprint of which children stood where when the element was read (detail/layout.h). While
    /// it holds, positions and everything derived from them are written as the file had them.
    std::uint64_t layout = 0;
    /// Of the root only: the same for the numbering of all regions (cfg_list_id).
    std::uint64_t regionTree = 0;
    /// Of a ConditionalBlock only: the file repeats the branch regions under `nodes` (1.0).
    bool branchesRepeated = false;
};

} // namespace mw::ir
