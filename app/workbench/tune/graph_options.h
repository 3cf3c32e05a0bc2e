#pragma once

#include "app/workbench/tune/graphs.h"

#include <string>
#include <vector>

// Graphs that a search could go on to from one.

namespace mw::workbench {

/// A graph that can be measured, with what leads to it.
struct GraphOption {
    std::vector<Step> steps; ///< from the start of the search
    TuneForm form;
    std::string key;  ///< of what is compiled, and what it is measured on
    std::string text; ///< the steps from the graph before it, for people
};

/// What is compiled of a form, and what it is measured on, as a key.
Expected<std::string> formKey(const TuneForm& form, const GraphSearch& graphs,
                              const TuneOptions& options);

/// Those of the choices that the kernels of the form have a use for.
codegen::Choices fittingForm(const codegen::Choices& choices, const TuneForm& form,
                             const GraphSearch& graphs, codegen::Target target);

/// What the pipeline could do next to a graph, most promising by prediction first; each with those
/// of the choices that its kernels have a use for. What comes to the same as another one, and what
/// cannot be lowered, is left out.
Expected<std::vector<GraphOption>> optionsOf(const GraphOption& graph,
                                             const codegen::Choices& choices,
                                             const GraphSearch& graphs, const TuneOptions& options);

} // namespace mw::workbench
