#include "app/gui/session_file.h"

#include "app/gui/steps.h"
#include "core/io/file.h"
#include "core/io/sdfg_io.h"

#include <nlohmann/json.hpp>

#include <map>

namespace mw::app {

namespace {

using Json = nlohmann::json;
using history::VariantId;

constexpr int kFormat = 1;

/// Variants without children: their recipes together are the tree.
std::vector<VariantId> leaves(const history::History& history) {
    std::vector<VariantId> result;
    for (const auto& variant : history.variants())
        if (history.children(variant.id).empty())
            result.push_back(variant.id);
    return result;
}

Json branchToJson(const history::History& history, VariantId leaf) {
    Json names = Json::array();
    Json pins = Json::array();
    Json ids = Json::array();
    for (const auto id : history.path(leaf)) {
        const auto& variant = *history.find(id);
        ids.push_back(id.value);
        names.push_back(variant.name);
        pins.push_back(variant.pinned);
    }
    return {{"recipe", history::recipe(history, leaf)},
            {"ids", ids},
            {"names", names},
            {"pinned", pins}};
}

Expected<Json> readJson(const QString& file) {
    const std::filesystem::path path(file.toStdString());
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return fail("no-session", "There is no saved session.");
    MW_TRY(const auto bytes, io::readFile(path));
    auto json = Json::parse(bytes, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object() || json.value("session", 0) != kFormat || !json.contains("branches") ||
        !json["branches"].is_array())
        return fail("bad-session", "The saved session can't be read.",
                    {file.toStdString(), "", {}});
    return json;
}

/// Replays branches into one tree; a step that two branches share (same id when saved) is done
/// once.
class Replayer {
public:
    explicit Replayer(history::History& history) : history_(history) {}

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
            auto step = replay(history_.find(at)->document, recipe->steps[i]);
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
    }

    history::History& history_;
    std::map<std::uint32_t, VariantId> restored_; ///< id when saved -> id now
};

} // namespace

Expected<void> saveSession(const history::History& history, const QString& path,
                           const QString& file) {
    Json branches = Json::array();
    for (const auto leaf : leaves(history))
        branches.push_back(branchToJson(history, leaf));
    const Json json = {{"session", kFormat},
                       {"path", path.toStdString()},
                       {"program", history.root().document->root->name},
                       {"variants", history.variants().size()},
                       {"current", history.current().id.value},
                       {"branches", branches}};
    const std::filesystem::path target(file.toStdString());
    std::error_code ignored;
    std::filesystem::create_directories(target.parent_path(), ignored);
    return io::writeFileAtomically(target, json.dump(1));
}

Expected<SessionInfo> readSessionInfo(const QString& file) {
    MW_TRY(const auto json, readJson(file));
    try {
        return SessionInfo{QString::fromStdString(json.value("path", std::string())),
                           QString::fromStdString(json.value("program", std::string())),
                           json.value("variants", 0)};
    } catch (const Json::exception& error) {
        return fail("bad-session", std::string("The saved session can't be read: ") + error.what());
    }
}

Expected<RestoredSession> restoreSession(const QString& file, const std::stop_token& stop) {
    MW_TRY(const auto json, readJson(file));
    try {
        RestoredSession result;
        result.path = QString::fromStdString(json.at("path").get<std::string>());
        MW_TRY(auto document, io::readSdfgFile(std::filesystem::path(result.path.toStdString())));
        result.history = std::make_unique<history::History>(std::move(document));
        Replayer replayer(*result.history);
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
