#pragma once

#include "app/workbench/campaign/results.h"
#include "app/workbench/project.h"
#include "core/exec/trust.h"

#include <functional>
#include <string>

namespace mw::workbench {

/// What a campaign tells and asks while it runs.
struct CampaignTalk {
    /// Consent to C++ of a graph's own, by its file.
    std::function<exec::AskConsent(const std::string& file)> consent;
    /// One sentence about what was done, or is known already.
    std::function<void(const std::string& sentence)> say;
    std::function<void(const std::string& what, int done, int total)> progress{};
};

/// Tunes every program on every device within every budget, device after device, the shortest
/// budget first: a longer one goes on from it. Each cell begins at the program as it was read; its
/// result is a variant of the project ("H200, 60s"), beside all that was measured. Project and
/// results are written after every cell, what was measured after every round: the same call again
/// goes on where it ended, and does what failed once more. A device's runners stay for all of its
/// programs; those that are lost are asked for again, a few times. `settings`: the rest of how
/// things run. Errors are those of the campaign's files; what fails in a cell is in the results.
Expected<CampaignResults> runCampaign(const Campaign& campaign, const RunSettings& settings,
                                      const CampaignTalk& talk);

} // namespace mw::workbench
