#pragma once

#include "core/bench/bench.h"
#include "core/bench/verify.h"
#include "core/link/link.h"

// Whether a linked program does what its sequence does.

namespace mw::workbench {

/// Runs the calls of the sequence one by one, each array once and handed on by the host, and the
/// linked program on the same arrays, and compares whole arrays: every one that the sequence writes
/// and that is no temporary of the linked program. Internal fields begin, for the sequence, with
/// what the scenarios say: linked programs must not depend on it. In the reference executor.
/// `tolerance`: of float64, 0: equal. Errors name the program: what interpretOn() refuses.
Expected<bench::Verdict> checkLinked(const inputs::SequenceInput& sequence,
                                     const link::Linked& linked, double tolerance,
                                     double timeoutSeconds);
/// The same on a device of the options' target, with their consent to C++ of the graphs' own, which
/// is asked of all programs in their order and then of the linked one.
Expected<bench::Verdict> checkLinked(const inputs::SequenceInput& sequence,
                                     const link::Linked& linked, double tolerance,
                                     const bench::BenchOptions& options);

} // namespace mw::workbench
