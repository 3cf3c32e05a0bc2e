#pragma once

#include "core/inputs/scenario.h"
#include "core/inputs/sequence.h"
#include "core/support/expected.h"

namespace mw::link {

/// Takes a linked program apart where its boundaries are: a program for each stretch, which does
/// what the stretch does in the linked one, and the sequence of them with the exchanges in between.
/// Arrays and symbols keep their names. Temporaries that pass between stretches become arguments,
/// which are internal in the sequence. Programs go on assuming what the linked one does, and take
/// the symbols of that. Linked again it is the same program.
///
/// `scenario` (complete): values and arrays of the linked program, from which each gets its own.
/// Errors: "unlink": it has no boundaries, or something else stands beside its stretches.
Expected<inputs::SequenceInput> unlink(const ir::DocumentPtr& linked,
                                       const inputs::Scenario& scenario);

} // namespace mw::link
