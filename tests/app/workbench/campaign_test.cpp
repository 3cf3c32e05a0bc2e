// Campaigns: what a file says, what a run leaves, and that it goes on where it ended.
#include "app/workbench/campaign/run.h"
#include "tests/app/workbench/folder.h"

#include <fmt/format.h>

namespace campaign_test {

using namespace mw;
using namespace mw::workbench;

namespace {

std::filesystem::path write(const test::Folder& folder, const std::string& json) {
    const auto file = folder / "icon.json";
    REQUIRE(io::writeFileAtomically(file, json));
    return file;
}

std::string errorOf(const test::Folder& folder, const std::string& json) {
    const auto campaign = readCampaign(write(folder, json));
    REQUIRE_FALSE(campaign);
    CHECK(campaign.error().code == "bad-campaign");
    const auto& sentence = campaign.error().sentence;
    return sentence.substr(sentence.find(": ") + 2);
}

constexpr const char* kSmall = R"({"version": 1, "launches_only": true,
 "programs": [{"graph": "nabla4.sdfg", "grid": "torus:8,6,10"}],
 "devices": [{"name": "here", "target": "cpu"}, {"name": "nowhere", "target": "cpu", "runners": ["false"]}],
 "budgets": ["2s", "1s"]})";

/// Runs it; what was said.
struct Ran {
    Expected<CampaignResults> results;
    std::vector<std::string> said;
};
Ran run(const Campaign& campaign) {
    std::vector<std::string> said;
    CampaignTalk talk;
    talk.consent = [](const std::string&) {
        return [](const std::vector<exec::CompiledCode>&) { return Expected<void>(); };
    };
    talk.say = [&](const std::string& sentence) { said.push_back(sentence); };
    auto results = runCampaign(campaign, {}, talk);
    return {std::move(results), said};
}

} // namespace

TEST_CASE("a campaign's file: programs, devices, budgets") {
    const test::Folder folder;
    const auto campaign = readCampaign(write(folder, R"({"version": 1, "project": "p.mapwright",
 "programs": ["nabla4.sdfg", {"graph": "vn.sdfg", "name": "two", "scenario": "vn.json", "set": ["n=2"]}],
 "devices": [{"name": "H200", "target": "cuda", "slurm": "--gpus=1 --count=2"},
             {"name": "far", "target": "hip", "runners": ["ssh a mw-runner", "ssh b mw-runner"]}],
 "budgets": ["10m", "60s"]})"));
    REQUIRE(campaign);
    CHECK(campaign->project == folder / "p.mapwright");
    CHECK(resultsFile(*campaign) == folder / "icon.results.json");
    REQUIRE(campaign->programs.size() == 2);
    CHECK(campaign->programs[0].name == "nabla4");
    CHECK(campaign->programs[1].name == "two");
    CHECK(campaign->programs[1].inputs.scenario == (folder / "vn.json").string());
    CHECK(campaign->programs[1].inputs.set == std::vector<std::string>{"n=2"});
    CHECK(campaign->devices[0].slurm == "--gpus=1 --count=2");
    CHECK(campaign->devices[1].target == codegen::Target::hip);
    CHECK(campaign->devices[1].runners.size() == 2);
    CHECK(campaign->budgets == std::vector<std::string>{"60s", "10m"});
}

TEST_CASE("what is wrong with a campaign's file is named") {
    const test::Folder folder;
    const auto with = [](const std::string& programs, const std::string& devices,
                         const std::string& budgets) {
        return fmt::format(
            R"({{"version": 1, "programs": [{}], "devices": [{}], "budgets": [{}]}})", programs,
            devices, budgets);
    };
    const std::string program = R"("nabla4.sdfg")", device = R"({"name": "a", "target": "cpu"})",
                      budget = R"("60s")";
    CHECK(errorOf(folder, "[]").starts_with("this is no JSON object"));
    CHECK(errorOf(folder, R"({"programs": []})") == R"(it needs "version": 1)");
    CHECK(errorOf(folder, with("", device, budget)) ==
          R"(a campaign needs a list of one or more "programs")");
    CHECK(errorOf(folder, with(program + "," + program, device, budget)) ==
          R"(two programs are called 'nabla4': give one a "name")");
    CHECK(errorOf(folder, with(R"({"graph": "a.sdfg", "grids": "x"})", device, budget))
              .starts_with(R"(the program number 1 has no "grids")"));
    CHECK(errorOf(folder, with(program, device + "," + device, budget)) ==
          "two devices are called 'a'");
    CHECK(errorOf(folder, with(program, R"({"name": "a", "target": "tpu"})", budget)) ==
          "the device number 1: there is no target 'tpu'; there are cpu, cuda, hip");
    CHECK(
        errorOf(folder, with(program, R"({"name": "a", "target": "cpu", "slurm": "-n 4"})", budget))
            .starts_with("the device number 1: --slurm: '-n' is set by mw"));
    CHECK(errorOf(folder, with(program, device, R"("soon")")) ==
          "the budget 'soon' is no time like 60s or 5m");
}

TEST_CASE("a campaign tunes every cell, keeps it in one project, and does none twice") {
    const test::Folder folder;
    const auto campaign = readCampaign(write(folder, kSmall));
    REQUIRE(campaign);
    const auto first = run(*campaign);
    REQUIRE(first.results);
    REQUIRE(first.results->cells.size() == 4);
    for (const auto& cell : first.results->cells) {
        INFO(cell.device + " " + cell.budget + " " + cell.problem);
        CHECK(cell.problem.empty() == (cell.device == "here"));
        if (cell.device == "here") {
            CHECK_FALSE(cell.hardware.empty());
            REQUIRE(cell.runners.size() == 1);
            CHECK_FALSE(cell.runners.front().node.empty());
        }
    }
    CHECK(first.results->cells[0].budget == "1s"); // the shorter one first
    CHECK(first.results->cells[0].measured > 0);
    const auto project = readProject(campaign->project);
    REQUIRE(project);
    CHECK_FALSE(project->project.programs.front()->tuning.trials().empty());
    const auto again = run(*campaign);
    REQUIRE(again.results);
    CHECK(again.said[0] == "nabla4 on here, 1s: known");
    CHECK(again.said[1] == "nabla4 on here, 2s: known");
    CHECK(again.said[2].starts_with("nabla4 on nowhere, 1s: ")); // what failed is tried again
    const auto kept = readResults(resultsFile(*campaign));
    REQUIRE(kept);
    CHECK(toJson(*kept) == toJson(*again.results));
}

TEST_CASE("the table of a campaign: a column per device, and which node measured what") {
    Campaign campaign;
    campaign.programs = {{"nabla4", {}, {}}, {"vn", {}, {}}};
    campaign.devices = {{"H200", codegen::Target::cuda, "", {}},
                        {"MI300A", codegen::Target::hip, "", {}}};
    campaign.budgets = {"60s"};
    CampaignResults results;
    CampaignCell cell{.program = "nabla4", .device = "H200", .budget = "60s", .key = "k"};
    cell.hardware = "NVIDIA H200 (sm_90)";
    cell.whole = {.ratio = 0.6, .low = 0.55, .high = 0.65, .time = 38.2, .before = 63.1};
    cell.whole.repeats = 40;
    cell.runners = {{"n1", "12", "NVIDIA H200", 3, 20, ""}};
    results.set(cell);
    cell.program = "vn";
    cell.whole = {};
    cell.runners = {{"n1", "12", "NVIDIA H200", 2, 5, "its node failed"}};
    results.set(cell);
    CampaignCell failed{.program = "nabla4", .device = "MI300A", .budget = "60s"};
    failed.problem = "nobody answered";
    results.set(failed);
    CHECK(toText(campaign, results) == R"(program  budget  H200                       MI300A
nabla4   60s     63.1 -> 38.2 us (-40.0 %)  failed
vn       60s     the start stays            -

H200: NVIDIA H200 (sm_90)
measured by:
  node  job  device       rounds  forms
  n1    12   NVIDIA H200       5     25  lost: its node failed

MI300A: nothing was measured
nabla4, 60s: nobody answered
)");
}

} // namespace campaign_test
