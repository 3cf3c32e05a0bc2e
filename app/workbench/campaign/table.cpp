// A campaign's results as a table.
#include "app/workbench/campaign/results.h"
#include "core/support/columns.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::workbench {

namespace {

const CampaignCell* cellOf(const CampaignResults& results, const std::string& program,
                           const std::string& device, const std::string& budget) {
    for (const CampaignCell& cell : results.cells)
        if (cell.program == program && cell.device == device && cell.budget == budget)
            return &cell;
    return nullptr;
}

std::string textOf(const CampaignCell* cell) {
    if (!cell)
        return "-";
    if (!cell->problem.empty())
        return "failed";
    if (!cell->whole.isFaster())
        return "the start stays";
    return fmt::format("{:.1f} -> {:.1f} us ({:+.1f} %)", cell->whole.before, cell->whole.time,
                       100 * (cell->whole.ratio - 1));
}

/// What all cells of a device were measured by, summed up over them.
std::vector<RunnerReport> runnersOf(const CampaignResults& results, const std::string& device) {
    std::vector<RunnerReport> all;
    for (const CampaignCell& cell : results.cells) {
        if (cell.device != device)
            continue;
        for (const RunnerReport& one : cell.runners) {
            const auto same = std::ranges::find_if(all, [&](const RunnerReport& other) {
                return other.node == one.node && other.job == one.job && other.device == one.device;
            });
            if (same == all.end()) {
                all.push_back(one);
                continue;
            }
            same->rounds += one.rounds;
            same->forms += one.forms;
            if (same->lost.empty())
                same->lost = one.lost;
        }
    }
    return all;
}

} // namespace

std::string toText(const Campaign& campaign, const CampaignResults& results) {
    std::vector<std::vector<std::string>> lines = {{"program", "budget"}};
    for (const auto& device : campaign.devices)
        lines.front().push_back(device.name);
    for (const auto& program : campaign.programs)
        for (const std::string& budget : campaign.budgets) {
            auto& line = lines.emplace_back(std::vector<std::string>{program.name, budget});
            for (const auto& device : campaign.devices)
                line.push_back(textOf(cellOf(results, program.name, device.name, budget)));
        }
    std::string text = inColumns(lines);
    for (const auto& device : campaign.devices) {
        std::string hardware;
        for (const CampaignCell& cell : results.cells)
            if (cell.device == device.name && !cell.hardware.empty())
                hardware = cell.hardware;
        text += fmt::format("\n{}: {}\n", device.name,
                            hardware.empty() ? "nothing was measured" : hardware);
        if (const auto runners = runnersOf(results, device.name); !runners.empty())
            text += toText(runners);
        for (const CampaignCell& cell : results.cells)
            if (cell.device == device.name && !cell.problem.empty())
                text += fmt::format("{}, {}: {}\n", cell.program, cell.budget, cell.problem);
    }
    return text;
}

} // namespace mw::workbench
