#pragma once

#include "app/workbench/campaign/campaign.h"
#include "app/workbench/tune/log.h"
#include "app/workbench/tune/runner_report.h"

#include <filesystem>
#include <string>
#include <vector>

// What a campaign came to, cell by cell: a file of its own, from which it goes on.

namespace mw::workbench {

/// A program tuned on a device within a budget.
struct CampaignCell {
    std::string program{}, device{}, budget{}; ///< as the campaign names them
    std::string key{}; ///< of graph, inputs and device: what is done for another one is not known
    std::string hardware{}; ///< "NVIDIA H200 (sm_90), ..."
    std::string date{};
    Trial whole{};         ///< beside the start; without repeats: the start stays
    std::string variant{}; ///< of the project; empty: the start stays
    bool complete = false;
    std::size_t measured = 0;
    std::vector<RunnerReport> runners{};
    std::string problem{}; ///< why there is no result; empty: there is one
};

struct CampaignResults {
    std::vector<CampaignCell> cells;

    /// With a result for this key; nullptr: none.
    const CampaignCell* find(const std::string& program, const std::string& device,
                             const std::string& budget, const std::string& key) const;
    /// In the place of what there was of the same program, device and budget.
    void set(CampaignCell cell);
};

/// Empty where there is no such file; "damaged-file" names it.
Expected<CampaignResults> readResults(const std::filesystem::path& file);
/// Atomically.
Expected<void> writeResults(const CampaignResults& results, const std::filesystem::path& file);

std::string toJson(const CampaignResults& results);
/// A table for terminals, a line per program and budget, a column per device; then the devices, and
/// which node measured what. Devices stand side by side and are not ranked.
std::string toText(const Campaign& campaign, const CampaignResults& results);

} // namespace mw::workbench
