#pragma once

#include "core/io/bound_arguments.h"

#include <filesystem>
#include <string>
#include <vector>

namespace mw::workbench {

/// As much of the path's end as tells it from the others: `x.sdfg`, `a/x.sdfg`, `1.0.9/…/x.sdfg`.
/// Others that are the same file do not count.
std::string tellingPath(const std::filesystem::path& path,
                        const std::vector<std::filesystem::path>& others);

/// The arguments that tell a program from others of its name, "vertical_end=10, limited_area=True":
/// those whose values are not the same in all. Empty where they do not tell it from each of them.
std::string tellingArguments(const std::vector<io::BoundArgument>& arguments,
                             const std::vector<std::vector<io::BoundArgument>>& others);

} // namespace mw::workbench
