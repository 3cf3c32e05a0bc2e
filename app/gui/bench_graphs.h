#pragma once

#include "core/support/expected.h"
#include "samples/builder/program.h"

#include <QString>

#include <string>

namespace mw::app {

/// Text of a graph of about so many nodes in one state: kernels in layers, each of which reads what
/// two of the layer before wrote.
std::string layeredState(int nodes);
/// Text of a program of so many kernels over so many arrays: half of these are arguments; in each
/// state a temporary is written once.
std::string longProgram(int kernels, int arrays);

/// A diffusion of so many steps as GT4Py lowers it: differences over edges, sums over the edges of
/// cells, a temporary between any two operations (samples/builder).
samples::Program diffusionSteps(int steps);

/// A file of a generated graph in this folder: `name` is "state:NODES", "program:KERNELSxARRAYS" or
/// "stencil:STEPS".
/// Empty for other names; an error where it can't be written.
Expected<QString> generatedFile(const QString& name, const QString& folder);

} // namespace mw::app
