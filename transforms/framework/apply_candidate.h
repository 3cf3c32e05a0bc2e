#pragma once

#include "transforms/framework/apply.h"

namespace mw::transforms {

/// At a candidate of this very document that applies: what was found out is not asked again.
Expected<Application> applyCandidate(const Transformation& t, const DocumentView& view,
                                     const Candidate& candidate, const Params& params);

} // namespace mw::transforms
