#pragma once

#include "core/ir/edit.h"
#include "core/symbolic/expr.h"
#include "transforms/toolkit/decided.h"

#include <cstddef>
#include <optional>
#include <vector>

// Branches and loops whose course is known before the program runs.

namespace mw::transforms {

/// What the known values decide at one block of a region: which ways on are never taken, which
/// branches of a conditional never run, that a loop does not, or does nothing.
struct Decision {
    BlockId block;
    ElementId owner; ///< SDFG or region that holds the block
    std::vector<EdgeId> never;
    std::optional<EdgeId> always; ///< taken whenever it is come to
    std::vector<std::size_t> neverBranches;
    std::optional<std::size_t> takenBranch; ///< runs whenever its condition is come to
    bool emptyLoop = false;

    bool any() const;
};
/// `region`: of the owner, which directly holds the block. `rounds`: of the loops around it.
Decision decide(const ir::Sdfg& sdfg, ElementId owner, const ir::Region& region,
                const ir::Block& block, const symbolic::Bindings& values, const LoopRounds& rounds);

/// The rounds of the loops that a region is in (`owner`: the SDFG or block that has it), as far as
/// they are known and nothing inside assigns their variables.
LoopRounds roundsAround(const ir::DocumentIndex& index, ElementId owner,
                        const symbolic::Bindings& values);

/// Carries it out: ways and branches that are never taken are gone, with every block that nothing
/// leads to any more; a branch that is always taken stands in place of its conditional.
void fold(ir::Editor& editor, const Decision& decision);

/// All that is decided in the control flow of one SDFG, from inside out.
void foldAllControlFlow(ir::Editor& editor, SdfgId sdfg, const symbolic::Bindings& values);

} // namespace mw::transforms
