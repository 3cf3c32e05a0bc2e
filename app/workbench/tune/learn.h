#pragma once

#include "app/workbench/tune/log.h"
#include "core/codegen/codegen.h"

#include <set>
#include <string>
#include <vector>

// What was found for other kernels, where these are alike.

namespace mw::workbench {

/// What kernels are compared by: shape, extents, loads, what levels share.
std::vector<double> factsOf(const codegen::Kernel& kernel);

/// The best choices of the kernels of the log that are most alike, on the same device; nearest
/// first. Without those of the program itself, so that a search that goes on is the same one.
std::vector<codegen::KernelChoice> learned(const TuneLog& log, const std::string& device,
                                           const std::set<std::string>& own,
                                           const std::vector<double>& facts);

} // namespace mw::workbench
