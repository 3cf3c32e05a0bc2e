#include "app/gui/session_file.h"

#include "core/history/recipe.h"
#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "transforms/framework/replay.h"

#include <nlohmann/json.hpp>

#include <map>

namespace mw::app {

namespace {

using Json = nlohmann::json;
using history::VariantId;

/// 2 has the key of the input's content, times, and what was exported.
constexpr int kFormat = 2;

/// Variants without children: their recipes together are the tree.
std::vector<VariantId> leaves(const history::History& history) {
    std::vector<VariantId> result;
    for (const auto& variant : history.variants())
        if (history.children(variant.id).empty())
            result.push_back(variant.id);
    return result;
}

Json branchToJson(const Program& program, VariantId leaf) {
    const auto& history = *program.history;
    Json names = Json::array();
    Json pins = Json::array();
    Json ids = Json::array();
    Json measured = Json::array();
    Json exported = Json::array();
    for (const auto id : history.path(leaf)) {
        const auto& variant = *history.find(id);
        ids.push_back(id.value);
        names.push_back(variant.name);
        pins.push_back(variant.pinned);
        measured.push_back(Json(variant.measured));
        exported.push_back(program.exported.contains(id));
    }
    return {{"recipe", history::recipe(history, leaf)},
            {"ids", ids},
            {"names", names},
            {"pinned", pins},
            {"measured", measured},
            {"exported", exported}};
}

Expected<Json> readJson(const QString& file) {
    const std::filesystem::path path(file.toStdString());
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return fail("no-session", "There is no saved session.");
    MW_TRY(const auto bytes, io::readFile(path));
    auto json = Json::parse(bytes, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object() || !json.contains("session") || !json["session"].is_number_integer() ||
        json["session"] < 1 || json["session"] > kFormat || !json.contains("branches") ||
        !json["branches"].is_array())
        return fail("bad-session", "The saved session can't be read.",
                    {file.toStdString(), "", {}});
    return json;
}

/// Replays branches into one tree; a step that two branches share (same id when saved) is done
/// once.
class Replayer {
public:
    explicit Replayer(Program& program) : program_(program), history_(*program.history) {}

    void branch(const Json& json) {
        const auto recipe = history::parseRecipe(json.value("recipe", std::string()));
        if (!recipe) {
            lost.push_back(recipe.error());
            return;
        }
        const auto& ids = json.at("ids");
        VariantId at = history_.root().id;
        restored_[ids.at(0).get<std::uint32_t>()] = at;
        finish(at, json, 0);
        for (std::size_t i = 0; i < recipe->steps.size() && i + 1 < ids.size(); ++i) {
            const auto saved = ids[i + 1].get<std::uint32_t>();
            if (const auto known = restored_.find(saved); known != restored_.end()) {
                at = known->second;
                continue;
            }
            auto step = transforms::replay(history_.find(at)->document, recipe->steps[i]);
            if (!step) {
                lost.push_back(step.error());
                return;
            }
            history_.goTo(at);
            at = history_.add(std::move(step->record), std::move(step->result));
            restored_[saved] = at;
            finish(at, json, i + 1);
        }
    }

    void goTo(std::uint32_t saved) {
        if (const auto found = restored_.find(saved); found != restored_.end())
            history_.goTo(found->second);
    }

    std::vector<Diagnostic> lost;

private:
    void finish(VariantId id, const Json& json, std::size_t i) {
        history_.rename(id, json.at("names").at(i).get<std::string>());
        history_.setPinned(id, json.at("pinned").at(i).get<bool>());
        if (json.contains("measured"))
            for (const auto& [what, value] : json.at("measured").at(i).items())
                history_.setMeasured(id, what, value.get<double>());
        if (json.contains("exported") && json.at("exported").at(i).get<bool>())
            program_.exported.insert(id);
    }

    Program& program_;
    history::History& history_;
    std::map<std::uint32_t, VariantId> restored_; ///< id when saved -> id now
};

std::filesystem::path inputCopy(const std::filesystem::path& session) {
    auto copy = session;
    return copy.replace_extension(".input");
}

/// The bytes that the session began with: the input where it is as it was, else the copy.
Expected<std::string> inputOf(const Json& json, const QString& path, const QString& session) {
    const auto wanted = json.value("content", std::string());
    auto input = io::readFile(std::filesystem::path(path.toStdString()));
    if (wanted.empty() || (input && contentKey(*input) == wanted))
        return input;
    auto copy = io::readFile(inputCopy(session.toStdString()));
    if (!copy || contentKey(*copy) != wanted)
        return fail("input-changed",
                    "The graph has changed since its session was written, and "
                    "there is no copy of it as it was.",
                    {path.toStdString(), "", {}});
    return copy;
}

} // namespace

Expected<void> saveSession(const Program& program, const QString& file) {
    const auto& history = *program.history;
    Json branches = Json::array();
    for (const auto leaf : leaves(history))
        branches.push_back(branchToJson(program, leaf));
    const Json json = {{"session", kFormat},
                       {"path", program.path.toStdString()},
                       {"content", contentKey(program.content)},
                       {"program", history.root().document->root->name},
                       {"variants", history.variants().size()},
                       {"current", history.current().id.value},
                       {"branches", branches}};
    const std::filesystem::path target(file.toStdString());
    const auto copy = inputCopy(target);
    std::error_code ignored;
    std::filesystem::create_directories(target.parent_path(), ignored);
    if (!std::filesystem::exists(copy, ignored))
        MW_CHECK(io::writeFileAtomically(copy, program.content));
    return io::writeFileAtomically(target,
                                   json.dump(1, ' ', false, Json::error_handler_t::replace));
}

Expected<SessionInfo> readSessionInfo(const QString& file) {
    MW_TRY(const auto json, readJson(file));
    try {
        return SessionInfo{QString::fromStdString(json.value("path", std::string())),
                           QString::fromStdString(json.value("program", std::string())),
                           json.value("variants", 0), json.value("content", std::string())};
    } catch (const Json::exception& error) {
        return fail("bad-session", std::string("The saved session can't be read: ") + error.what());
    }
}

Expected<RestoredSession> restoreSession(const QString& file, const std::stop_token& stop) {
    MW_TRY(const auto json, readJson(file));
    try {
        RestoredSession result;
        result.program = std::make_shared<Program>();
        auto& program = *result.program;
        program.path = QString::fromStdString(json.at("path").get<std::string>());
        MW_TRY(program.content, inputOf(json, program.path, file));
        MW_TRY(auto document, io::readSdfg(program.content));
        program.history = std::make_unique<history::History>(std::move(document));
        Replayer replayer(program);
        for (const auto& branch : json.at("branches")) {
            if (stop.stop_requested())
                return fail("cancelled", "Restoring the session was cancelled.");
            replayer.branch(branch);
        }
        replayer.goTo(json.value("current", 1U));
        result.lost = std::move(replayer.lost);
        return result;
    } catch (const Json::exception& error) {
        return fail("bad-session", std::string("The saved session can't be read: ") + error.what());
    }
}

} // namespace mw::app
