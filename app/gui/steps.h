#pragma once

#include "core/support/diagnostic.h"
#include "transforms/framework/replay.h"

#include <stop_token>
#include <vector>

namespace mw::app {

using Step = transforms::RecordedStep;

/// At the first place where it applies; an error when there is none.
Expected<Step> applyAtFirst(const transforms::Transformation& transformation,
                            const ir::DocumentPtr& document, const transforms::Params& params);
/// At the first place again and again until none is left: one step each, so that the recipe replays
/// exactly. A requested stop keeps what was done.
Expected<std::vector<Step>> applyEverywhere(const transforms::Transformation& transformation,
                                            const ir::DocumentPtr& document,
                                            const transforms::Params& params,
                                            const std::stop_token& stop);
/// The repairs of these findings of one document, one step each; an error when none has any.
Expected<std::vector<Step>> repairAll(const ir::DocumentPtr& document,
                                      const std::vector<Diagnostic>& findings,
                                      const std::stop_token& stop);
} // namespace mw::app
