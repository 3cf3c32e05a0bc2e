#pragma once

#include "app/workbench/timers/table.h"
#include "core/support/expected.h"

#include <filesystem>
#include <string>
#include <vector>

namespace mw::workbench {

struct ComparedFiles {
    ComparedTable table;
    std::string json;
};
/// Files of times side by side, the first one is what the others are set against: all of them
/// measurements of `mw bench --json` (devices/measured.h), or all of them times of a model's runs
/// (timers/read.h). "bad-times" where both kinds are mixed. `backend`: only GT4Py's programs that
/// ran with it ("no-backend" names those that a file has). Of a single file its back ends are set
/// side by side; "one-file" where it has one.
Expected<ComparedFiles> compareFiles(const std::vector<std::filesystem::path>& files,
                                     const std::string& backend = "");

} // namespace mw::workbench
