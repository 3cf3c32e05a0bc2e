// The file of a campaign's results.
#include "app/workbench/campaign/results.h"

#include "app/workbench/detail/trials_json.h"
#include "core/io/file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mw::workbench {

namespace {

using Json = nlohmann::ordered_json;

Json json(const RunnerReport& one) {
    return {{"node", one.node},     {"job", one.job},     {"device", one.device},
            {"rounds", one.rounds}, {"forms", one.forms}, {"lost", one.lost}};
}

RunnerReport reportOf(const Json& json) {
    return {json.at("node"),   json.at("job"),   json.at("device"),
            json.at("rounds"), json.at("forms"), json.at("lost")};
}

Json json(const CampaignCell& cell) {
    Json runners = Json::array();
    for (const auto& one : cell.runners)
        runners.push_back(json(one));
    Json all = {{"program", cell.program},
                {"device", cell.device},
                {"budget", cell.budget},
                {"key", cell.key},
                {"date", cell.date}};
    if (!cell.problem.empty()) {
        all["problem"] = cell.problem;
        return all;
    }
    all.update(Json{{"hardware", cell.hardware},
                    {"variant", cell.variant},
                    {"faster", cell.whole.isFaster()},
                    {"ratio", cell.whole.ratio},
                    {"ratio_low", cell.whole.low},
                    {"ratio_high", cell.whole.high},
                    {"start_us", cell.whole.before},
                    {"time_us", cell.whole.time},
                    {"repeats", cell.whole.repeats},
                    {"measured", cell.measured},
                    {"complete", cell.complete},
                    {"runners", std::move(runners)}});
    return all;
}

/// Throws what the JSON library throws where a field is missing or of another type.
CampaignCell cellOf(const Json& json) {
    CampaignCell cell;
    cell.program = json.at("program");
    cell.device = json.at("device");
    cell.budget = json.at("budget");
    cell.key = json.at("key");
    cell.date = json.at("date");
    cell.problem = json.value("problem", "");
    if (!cell.problem.empty())
        return cell;
    cell.hardware = json.at("hardware");
    cell.variant = json.at("variant");
    cell.whole.ratio = json.at("ratio");
    cell.whole.low = json.at("ratio_low");
    cell.whole.high = json.at("ratio_high");
    cell.whole.before = json.at("start_us");
    cell.whole.time = json.at("time_us");
    cell.whole.repeats = json.at("repeats");
    cell.measured = json.at("measured");
    cell.complete = json.at("complete");
    for (const Json& one : json.at("runners"))
        cell.runners.push_back(reportOf(one));
    return cell;
}

} // namespace

const CampaignCell* CampaignResults::find(const std::string& program, const std::string& device,
                                          const std::string& budget, const std::string& key) const {
    for (const CampaignCell& cell : cells)
        if (cell.program == program && cell.device == device && cell.budget == budget)
            return cell.key == key && cell.problem.empty() ? &cell : nullptr;
    return nullptr;
}

void CampaignResults::set(CampaignCell cell) {
    for (CampaignCell& known : cells)
        if (known.program == cell.program && known.device == cell.device &&
            known.budget == cell.budget) {
            known = std::move(cell);
            return;
        }
    cells.push_back(std::move(cell));
}

Expected<CampaignResults> readResults(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
        return CampaignResults();
    MW_TRY(const auto text, io::readFile(file));
    CampaignResults results;
    try {
        const Json json = Json::parse(text);
        if (json.at("version") == 1) {
            for (const Json& cell : json.at("cells"))
                results.cells.push_back(cellOf(cell));
            return results;
        }
    } catch (const Json::exception&) { // said below
    }
    return fail("damaged-file", fmt::format("'{}' holds no results of a campaign, or is damaged; "
                                            "remove it to begin anew",
                                            file.string()));
}

std::string toJson(const CampaignResults& results) {
    Json cells = Json::array();
    for (const CampaignCell& cell : results.cells)
        cells.push_back(json(cell));
    const Json all = {{"version", 1}, {"cells", std::move(cells)}};
    return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Expected<void> writeResults(const CampaignResults& results, const std::filesystem::path& file) {
    return io::writeFileAtomically(file, toJson(results));
}

} // namespace mw::workbench
