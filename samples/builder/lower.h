#pragma once

#include "core/ir/sdfg.h"
#include "core/support/expected.h"
#include "samples/builder/names.h"
#include "samples/builder/program.h"

namespace mw::samples {

/// The program as GT4Py lowers it, before any optimisation: one map to an operation, each with a
/// temporary of its own, in C order; lists of neighbours in maps of their own, through views;
/// ranges and conditions with copies; scans as loops in nested SDFGs. What is read through a table
/// is computed for the whole dimension, which an argument's own domain gives. Lists over tables
/// with skip values have NaN there, and are reduced by ReduceWithSkipValues; only the newer
/// generation is written with these. The text form of core/ir/dump.h.
std::string graphText(const Program& program, Generation generation);
/// The same as a document. An error is one of the text: a mistake in the builder.
Expected<ir::DocumentPtr> lower(const Program& program, Generation generation);
/// The JSON of a .sdfg file, in the dialect of the generation.
Expected<std::string> sdfgText(const Program& program, Generation generation);

} // namespace mw::samples
