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

/// The inner region in terms of the outer container behind `window`, the region that the edge at
/// the nested SDFG passes. Only where the dimensions correspond one to one and have the same
/// strides (of `inner` by the symbol `mapping`); the window itself as a bound otherwise.
void throughWindow(Access& access, const symbolic::Subset& window, const ir::DataDescriptor* inner,
                   const ir::DataDescriptor* outer, const symbolic::Substitution& mapping);

} // namespace mw::analysis
