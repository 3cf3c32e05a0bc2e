#pragma once

#include "core/codegen/codegen.h"
#include "core/history/history.h"
#include "core/support/expected.h"

#include <string>
#include <vector>

// Launches of a variant that leaves the tool: which there are, and what a graph says of them.

namespace mw::workbench {

/// Launches for an export. Named by the user each has to fit; what steps of the variant chose is
/// left out where later steps changed the kernel.
struct ExportChoices {
    enum class From : std::uint8_t { steps, user };
    codegen::Choices choices;
    From from = From::steps;
};
/// What the steps of a variant chose. "kernels-by-hand" where a kernel that somebody wrote would
/// leave with it.
Expected<ExportChoices> choicesToExport(const history::History& history,
                                        history::VariantId variant);

/// Of these those that fit on a device; "bad-choices" where one that the user named does not, and
/// else a note for each that is left out.
Expected<codegen::Choices> fitted(const ExportChoices& chosen, const codegen::Plan& plan,
                                  const codegen::LaunchDevice& device,
                                  std::vector<std::string>& notes);

/// A graph whose maps say what they can of launches.
struct LaunchedGraph {
    ir::DocumentPtr document;
    codegen::Choices choices;        ///< of its kernels, whole
    std::vector<std::string> beyond; ///< "'k': 20 levels per thread": what no map says
    std::vector<std::string> notes;  ///< choices that are left out
};
/// Block and registers go to the maps (as gpu-launch has them), for DaCe to read; the rest is the
/// code generator's own.
Expected<LaunchedGraph> withLaunches(const ir::DocumentPtr& document, const ExportChoices& chosen);

} // namespace mw::workbench
