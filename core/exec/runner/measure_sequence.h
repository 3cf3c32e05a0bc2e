#pragma once

#include "core/exec/runner/measure.h"
#include "core/exec/runner/sequence.h"
#include "core/exec/sequence.h"

namespace mw::exec {

/// Times a sequence as one, interleaved with each of its programs called by itself. Of the result
/// `programs` is left to the client.
Expected<SequenceSamples> measureSequence(ProgramSequence& sequence, const MeasureOptions& options,
                                          const ProgressReport& progress);

} // namespace mw::exec
