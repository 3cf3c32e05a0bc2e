// Reads campaigns.
#include "app/workbench/campaign/campaign.h"

#include "app/workbench/captured_call.h"
#include "app/workbench/tune/budget.h"
#include "core/exec/slurm.h"
#include "core/io/file.h"
#include "core/support/members.h"
#include "core/support/words.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace mw::workbench {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

class CampaignReader {
public:
    explicit CampaignReader(fs::path file) : file_(std::move(file)) {}

    Expected<Campaign> read() {
        MW_TRY(const std::string text, io::readFile(file_));
        const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
        if (!json.is_object())
            return bad("this is no JSON object: a campaign has \"programs\", \"devices\" and "
                       "\"budgets\"");
        MW_CHECK(
            checkKeys(json, "a campaign",
                      {"version", "project", "programs", "devices", "budgets", "launches_only"}));
        if (json.value("version", Json()) != 1)
            return bad("it needs \"version\": 1");
        result_.file = file_;
        result_.project = fs::path(file_).replace_extension(".mapwright");
        if (json.contains("project")) {
            MW_TRY(const auto project, textOf(json, "project", "the campaign"));
            result_.project = beside(project);
        }
        if (json.contains("launches_only")) {
            if (!json["launches_only"].is_boolean())
                return bad("\"launches_only\" is true or false");
            result_.launchesOnly = json["launches_only"];
        }
        MW_CHECK(readPrograms(json));
        MW_CHECK(readDevices(json));
        MW_CHECK(readBudgets(json));
        return std::move(result_);
    }

private:
    Unexpected bad(const std::string& sentence) const {
        return fail("bad-campaign", fmt::format("{}: {}", file_.string(), sentence));
    }
    /// A name that nothing reads is a mistake that would go unseen.
    Expected<void> checkKeys(const Json& json, const std::string& where,
                             const std::vector<std::string_view>& known) const {
        if (!json.is_object())
            return bad(fmt::format("{} is no object", where));
        if (const auto unknown = unknownMember(where, membersOf(json), known))
            return bad(*unknown);
        return {};
    }
    Expected<std::string> textOf(const Json& json, const char* key,
                                 const std::string& where) const {
        const auto found = json.find(key);
        if (found == json.end() || !found->is_string() || found->get<std::string>().empty())
            return bad(fmt::format("{} needs a text as \"{}\"", where, key));
        return found->get<std::string>();
    }
    /// Of a member that need not be there.
    Expected<std::string> textOr(const Json& json, const char* key, const std::string& where,
                                 const std::string& otherwise) const {
        return json.contains(key) ? textOf(json, key, where) : Expected<std::string>(otherwise);
    }
    Expected<std::vector<std::string>> textsOf(const Json& json, const char* key,
                                               const std::string& where) const {
        std::vector<std::string> texts;
        const auto found = json.find(key);
        if (found == json.end())
            return texts;
        const bool isList = found->is_array() && !found->empty() &&
                            std::ranges::all_of(*found, [](const Json& one) {
                                return one.is_string() && !one.get<std::string>().empty();
                            });
        if (!isList)
            return bad(fmt::format("{} needs a list of texts as \"{}\"", where, key));
        for (const Json& one : *found)
            texts.push_back(one);
        return texts;
    }
    Expected<Json> listOf(const Json& json, const char* key) const {
        const auto found = json.find(key);
        if (found == json.end() || !found->is_array() || found->empty())
            return bad(fmt::format("a campaign needs a list of one or more \"{}\"", key));
        return *found;
    }
    fs::path beside(const std::string& path) const { return file_.parent_path() / path; }

    Expected<void> readPrograms(const Json& json) {
        MW_TRY(const Json list, listOf(json, "programs"));
        for (const Json& entry : list) {
            MW_TRY(auto program, programOf(entry.is_string() ? Json{{"graph", entry}} : entry));
            for (const auto& other : result_.programs)
                if (other.name == program.name)
                    return bad(fmt::format("two programs are called '{}': give one a \"name\"",
                                           program.name));
            result_.programs.push_back(std::move(program));
        }
        return {};
    }

    Expected<CampaignProgram> programOf(const Json& entry) const {
        const auto where = fmt::format("the program number {}", result_.programs.size() + 1);
        MW_CHECK(checkKeys(entry, where, {"graph", "name", "scenario", "grid", "set"}));
        CampaignProgram program;
        MW_TRY(const auto graph, textOf(entry, "graph", where));
        program.file = beside(graph);
        MW_TRY(program.name, textOr(entry, "name", where, program.file.stem().string()));
        if (entry.contains("scenario") && entry.contains("grid"))
            return bad(fmt::format("{} has both a scenario and a grid", where));
        MW_TRY(const auto scenario, textOr(entry, "scenario", where, ""));
        if (!scenario.empty())
            program.inputs.scenario = beside(scenario).string();
        MW_TRY(program.inputs.grid, textOr(entry, "grid", where, ""));
        MW_TRY(program.inputs.set, textsOf(entry, "set", where));
        if (program.inputs.isDefault())
            program.inputs.scenario = whatLiesBeside(program.file);
        return program;
    }

    /// A call that was captured, or a scenario; empty: neither.
    static std::string whatLiesBeside(const fs::path& graph) {
        const auto captured = capturedCallBeside(graph);
        const auto found = captured ? captured : scenarioBeside(graph);
        return found ? found->string() : "";
    }

    Expected<void> readDevices(const Json& json) {
        MW_TRY(const Json list, listOf(json, "devices"));
        for (const Json& entry : list) {
            MW_TRY(auto device, deviceOf(entry));
            for (const auto& other : result_.devices)
                if (other.name == device.name)
                    return bad(fmt::format("two devices are called '{}'", device.name));
            result_.devices.push_back(std::move(device));
        }
        return {};
    }

    Expected<CampaignDevice> deviceOf(const Json& entry) const {
        const auto where = fmt::format("the device number {}", result_.devices.size() + 1);
        MW_CHECK(checkKeys(entry, where, {"name", "target", "slurm", "runners"}));
        CampaignDevice device;
        MW_TRY(device.name, textOf(entry, "name", where));
        MW_TRY(const auto target, textOf(entry, "target", where));
        const auto known = targetNamed(target);
        if (!known)
            return bad(fmt::format("{}: {}", where, known.error().sentence));
        device.target = *known;
        if (entry.contains("slurm") && entry.contains("runners"))
            return bad(fmt::format("{} has both \"slurm\" and \"runners\"", where));
        MW_TRY(device.slurm, textOr(entry, "slurm", where, ""));
        if (const auto request = exec::parseSlurm(device.slurm); !request)
            return bad(fmt::format("{}: {}", where, request.error().sentence));
        MW_TRY(device.runners, textsOf(entry, "runners", where));
        for (const std::string& runner : device.runners)
            if (const auto words = splitWords(runner); !words || words->empty())
                return bad(fmt::format("{}: '{}' names no program", where, runner));
        return device;
    }

    Expected<void> readBudgets(const Json& json) {
        MW_TRY(const Json list, listOf(json, "budgets"));
        MW_TRY(result_.budgets, textsOf(json, "budgets", "a campaign"));
        for (const std::string& budget : result_.budgets)
            if (!secondsOf(budget))
                return bad(fmt::format("the budget '{}' is no time like 60s or 5m", budget));
        std::ranges::stable_sort(result_.budgets, {},
                                 [](const std::string& budget) { return *secondsOf(budget); });
        return {};
    }

    fs::path file_;
    Campaign result_;
};

} // namespace

Expected<Campaign> readCampaign(const fs::path& file) {
    return CampaignReader(file).read();
}

fs::path resultsFile(const Campaign& campaign) {
    return fs::path(campaign.file).replace_extension(".results.json");
}

std::vector<std::string> filesRead(const Campaign& campaign) {
    std::vector<std::string> files{campaign.file.string()};
    for (const auto& program : campaign.programs) {
        files.push_back(program.file.string());
        std::ranges::copy(filesRead(program.inputs), std::back_inserter(files));
    }
    return files;
}

} // namespace mw::workbench
