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
/// (timers/read.h). "bad-times" where both kinds are mixed.
Expected<ComparedFiles> compareFiles(const std::vector<std::filesystem::path>& files);

} // namespace mw::workbench
