#pragma once

#include "core/analysis/footprint.h"

namespace mw::analysis {

/// Makes `access` free of `parameter`, which runs over `values` (step > 0, not empty): the region
/// becomes its image, the trips of inner ranges their least value, and values.size() joins them.
/// `container`: whose dimension stands where an image is not known; without it, the index `?`.
void runOver(Access& access, const std::string& parameter, const symbolic::Range& values,
             const ir::DataDescriptor* container);

/// Widens what depends on any of `names` to the whole dimension (`Reach::bound`).
void forget(Access& access, const std::set<std::string, std::less<>>& names,
            const ir::DataDescriptor* container);

} // namespace mw::analysis
