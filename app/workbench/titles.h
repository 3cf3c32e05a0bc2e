#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mw::workbench {

/// As much of the path's end as tells it from the others: `x.sdfg`, `a/x.sdfg`, `1.0.9/…/x.sdfg`.
/// Others that are the same file do not count.
std::string tellingPath(const std::filesystem::path& path,
                        const std::vector<std::filesystem::path>& others);

} // namespace mw::workbench
