#pragma once

#include "core/support/expected.h"
#include "samples/builder/names.h"
#include "samples/ladder.h"

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace mw::samples {

/// Graphs that are written by hand, as text (*.graph).
inline constexpr std::array<const char*, 3> kNames{"laplacian", "diffusion_step", "nabla4"};

/// The .sdfg text of FOLDER/NAME.graph: plain dialect, version 1.0.0, as DaCe 1.0 writes it.
Expected<std::string> build(const std::filesystem::path& folder, const std::string& name);
/// Writes it to OUT/NAME.sdfg.
Expected<void> write(const std::filesystem::path& folder, const std::string& name,
                     const std::filesystem::path& out);

/// As which a rung is lowered, the older one first.
std::vector<Generation> generationsOf(const Rung& rung);
/// The graph of a rung, relative to the folder of the samples: RUNG/NAME.sdfgz, and for the older
/// generation RUNG/NAME.gt4py-1.0.9.sdfgz.
std::filesystem::path graphFile(const Rung& rung, Generation generation);
/// The inputs of a run of a graph on the rung's grid, where the workbench looks for them:
/// RUNG/NAME.scenario.json, RUNG/NAME.gt4py-1.0.9.scenario.json. Both are the same.
std::filesystem::path scenarioFile(const Rung& rung, Generation generation);
std::string scenarioText(const Rung& rung);
/// Writes graphs and scenarios of a rung below OUT. A graph that says the same already is left
/// alone: how well it is packed depends on the machine.
Expected<void> write(const Rung& rung, const std::filesystem::path& out);

} // namespace mw::samples
