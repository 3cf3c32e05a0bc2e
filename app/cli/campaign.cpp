// Campaigns on the terminal.
#include "app/cli/campaign.h"

#include "app/cli/console.h"
#include "app/workbench/campaign/run.h"
#include "core/support/printable.h"

#include <algorithm>
#include <cstdio>

namespace mw::cli {

Exit runCampaign(const std::string& file, const RunOptions& how, bool json) {
    const auto campaign = workbench::readCampaign(file);
    if (!campaign)
        return failed(campaign.error(), Exit::badFile);
    if (!canWrite({campaign->project.string(), workbench::resultsFile(*campaign).string()},
                  workbench::filesRead(*campaign)))
        return Exit::badFile;
    workbench::CampaignTalk talk;
    talk.consent = [&how](const std::string& graph) { return consentFor({graph}, how); };
    talk.say = [](const std::string& sentence) { remark("", printable(sentence)); };
    if (const auto sink = progressSink())
        talk.progress = [sink](const std::string& what, int done, int total) {
            sink({what, done, total});
        };
    const auto results =
        workbench::runCampaign(*campaign, withProject(how, workbench::Project()).settings, talk);
    if (!results)
        return failed(results.error(), Exit::badFile);
    print(json ? workbench::toJson(*results)
               : printableLines(workbench::toText(*campaign, *results)));
    const bool whole = std::ranges::all_of(
        results->cells, [](const workbench::CampaignCell& cell) { return cell.problem.empty(); });
    return whole ? Exit::done : Exit::runFailed;
}

} // namespace mw::cli
