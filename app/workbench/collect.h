#pragma once

#include "core/support/expected.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

// The programs that a pipeline left on disk: what the Python package saved (docs/pipeline.md), and
// what GT4Py's build cache still holds.

namespace mw::workbench {

struct CollectedProgram {
    std::filesystem::path graph;
    std::int64_t calls = 0; ///< in all processes that saved it; 0: nobody counted
};
struct Collection {
    std::vector<CollectedProgram> programs; ///< sorted by path
    /// Folders of programs that keep no graph, each with the setting that would; files that cannot
    /// be read.
    std::vector<std::string> notes;
};
/// Looks into the folder and those below. A program that the package saved counts by its graph at
/// `stage` ("lowered", "finished"), or by the one that there is. The error names the folder:
/// "no-folder", "nothing-collected".
Expected<Collection> collectPrograms(const std::filesystem::path& folder, const std::string& stage);

} // namespace mw::workbench
