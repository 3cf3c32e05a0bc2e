#pragma once

#include "app/workbench/run_setup.h"
#include "core/bench/sequence.h"

#include <filesystem>
#include <string>
#include <vector>

// Sequences of programs as files: what `mw bench --sequence` and `mw link` read.

namespace mw::workbench {

/// A sequence that was read, and the graphs that it names.
struct SequenceFile {
    bench::SequenceInput input;
    std::vector<std::string> graphs; ///< per program, for consent and against being written over
    std::vector<std::string> files;  ///< what else was read: scenarios and recipes
};

/// Reads a sequence:
///
///   { "name": "diffusion",                          (else the file's name)
///     "grid": "torus:160,140,80",                   (for programs that name no scenario)
///     "programs": [
///       { "name": "nabla4",                         (else the graph's)
///         "graph": "nabla4.sdfg",                   (paths are relative to the file)
///         "recipe": "fused.json",                   (steps on the graph, optional)
///         "scenario": "nabla4.scenario.json",       (else what lies beside the graph, else "grid")
///         "bind": { "field": "shared_field", "own": null } } ],
///     "calls": [ "nabla4", { "exchange": ["field"] },
///                { "program": "nabla4", "count": 2, "if": "substep > 1" } ],
///     "scalars": { "substep": 2 },                  (of conditions that no program has)
///     "internal": [ "shared_field" ],               (for mw link: nobody outside reads these)
///     "keep": [ "field" ] }                         (for mw link: these stay arguments)
///
/// An exchange is what happens outside between two calls, to these fields; mw link keeps the calls
/// around it apart. A condition is Python text over scalars and symbols, which decides at run time
/// whether the call is made; scalars of the sequence are true or false, integers (32 bits where
/// they fit) or real numbers. `bind` leads an argument to the array of that name, null to an array
/// of the program's own; other arguments are the array of their own name. `grid`, where it is not
/// empty, comes before the file's scenarios; `target` decides the default grid. Errors name the
/// file and the program.
Expected<SequenceFile> readSequence(const std::filesystem::path& file, const std::string& grid,
                                    codegen::Target target);

/// Where a program of a sequence is.
struct SequenceFiles {
    std::filesystem::path graph, scenario;
};
/// Writes a sequence as readSequence() reads it, whole or not at all; paths are relative to it.
/// `files`: of each program.
Expected<void> writeSequence(const inputs::SequenceInput& sequence,
                             const std::vector<SequenceFiles>& files,
                             const std::filesystem::path& file);
/// Writes a scenario, whole or not at all; paths in it are relative to it.
Expected<void> writeScenario(inputs::Scenario scenario, const std::filesystem::path& file);

} // namespace mw::workbench
