// Sessions: one program as it is worked on, kept by itself.

#include "app/workbench/session_file.h"

#include "app/workbench/detail/variant_tree.h"
#include "app/workbench/launches.h"
#include "core/history/recipe.h"
#include "core/io/file.h"
#include "transforms/framework/replay.h"

#include <map>

namespace mw::workbench {

namespace fs = std::filesystem;

namespace {

using history::VariantId;

/// 3 has the variants as a list; 2 the key of the input's content, times, and what was exported.
constexpr int kSessionVersion = 3;

Expected<Json> readJson(const fs::path& file) {
    std::error_code ignored;
    if (!fs::exists(file, ignored))
        return fail("no-session", "There is no saved session.");
    MW_TRY(const auto text, io::readFile(file));
    auto json = parseVersioned(text, "session", "session", kSessionVersion);
    if (!json)
        json.error().location.file = file.string();
    return json;
}

fs::path inputCopy(fs::path session) {
    return session.replace_extension(".input");
}

/// The bytes that the session began with: the input where it is as it was, else the copy.
Expected<std::string> inputOf(const SessionInfo& info, const fs::path& session) {
    auto input = io::readFile(info.path);
    if (info.content.empty() || (input && contentKey(*input) == info.content))
        return input;
    auto copy = io::readFile(inputCopy(session));
    if (!copy || contentKey(*copy) != info.content)
        return fail("input-changed",
                    "The graph has changed since its session was written, and "
                    "there is no copy of it as it was.",
                    {info.path, "", {}});
    return copy;
}

Expected<SessionInfo> infoOf(const Json& json) {
    MW_TRY(const auto fields, Fields::of(json, "session", ""));
    SessionInfo info;
    MW_TRY(info.path, fields.text("path"));
    if (fields.find("program")) {
        MW_TRY(info.program, fields.text("program"));
    }
    if (fields.find("content")) {
        MW_TRY(info.content, fields.text("content"));
    }
    if (const auto* variants = fields.find("variants"); variants && variants->is_array())
        info.variants = static_cast<int>(variants->size());
    else if (variants) {
        MW_TRY(const auto count, fields.number("variants"));
        info.variants = static_cast<int>(count);
    }
    return info;
}

/// Versions 1 and 2: one branch per leaf, a step that two branches share (same id) in both.
class BranchReader {
public:
    explicit BranchReader(Program& program) : program_(program), history_(*program.history) {}

    Expected<void> branch(const Fields& fields) {
        MW_TRY(const auto text, fields.text("recipe"));
        const auto recipe = history::parseRecipe(text);
        if (!recipe) {
            lost.push_back(recipe.error());
            return {};
        }
        MW_TRY(const auto ids, numbers(fields));
        VariantId at = history_.root().id;
        restored_[ids.front()] = at;
        MW_CHECK(finish(at, fields, 0));
        for (std::size_t i = 0; i < recipe->steps.size() && i + 1 < ids.size(); ++i) {
            if (const auto known = restored_.find(ids[i + 1]); known != restored_.end()) {
                at = known->second;
                continue;
            }
            auto step = replayStep(history_.find(at)->document, recipe->steps[i]);
            if (!step) {
                lost.push_back(std::move(step).error());
                return {};
            }
            history_.goTo(at);
            at = history_.add(std::move(step->record), std::move(step->result));
            restored_[ids[i + 1]] = at;
            MW_CHECK(finish(at, fields, i + 1));
        }
        return {};
    }

    void goTo(std::uint32_t saved) {
        if (const auto found = restored_.find(saved); found != restored_.end())
            history_.goTo(found->second);
    }

    std::vector<Diagnostic> lost;

private:
    static Expected<std::vector<std::uint32_t>> numbers(const Fields& fields) {
        MW_TRY(const auto* list, fields.list("ids"));
        std::vector<std::uint32_t> ids;
        for (const auto& id : *list) {
            if (!id.is_number_unsigned())
                return fields.needs("ids", "a list of numbers");
            ids.push_back(id.get<std::uint32_t>());
        }
        if (ids.empty())
            return fields.needs("ids", "the number of the original");
        return ids;
    }

    /// The i-th value of a list of the branch.
    static const Json* value(const Fields& fields, const char* key, std::size_t i) {
        const auto* list = fields.find(key);
        return list && list->is_array() && i < list->size() ? &(*list)[i] : nullptr;
    }

    Expected<void> finish(VariantId id, const Fields& fields, std::size_t i) {
        const auto* name = value(fields, "names", i);
        const auto* pinned = value(fields, "pinned", i);
        if (!name || !name->is_string())
            return fields.needs("names", "a name for each variant");
        if (!pinned || !pinned->is_boolean())
            return fields.needs("pinned", "true or false for each variant");
        takeName(history_, id, name->get<std::string>());
        history_.setPinned(id, pinned->get<bool>());
        if (const auto* measured = value(fields, "measured", i); measured && measured->is_object())
            for (const auto& [what, time] : measured->items())
                if (time.is_number())
                    history_.setMeasured(id, what, time.get<double>());
        if (const auto* exported = value(fields, "exported", i); exported && *exported == true)
            program_.exported.insert(id);
        return {};
    }

    Program& program_;
    history::History& history_;
    std::map<std::uint32_t, VariantId> restored_; ///< id when saved -> id now
};

Expected<std::vector<Diagnostic>> readBranches(const Fields& fields, Program& into,
                                               const std::stop_token& stop) {
    MW_TRY(const auto* branches, fields.list("branches"));
    BranchReader reader(into);
    for (std::size_t i = 0; i < branches->size(); ++i) {
        if (stop.stop_requested())
            return fail("cancelled", "Restoring the session was cancelled.");
        MW_TRY(const auto branch,
               Fields::of((*branches)[i], "session", fields.at("branches/" + std::to_string(i))));
        MW_CHECK(reader.branch(branch));
    }
    if (fields.find("current")) {
        MW_TRY(const auto current, fields.number("current"));
        reader.goTo(current);
    }
    return std::move(reader.lost);
}

} // namespace

Expected<void> saveSession(const Program& program, const fs::path& file) {
    Json json{{"session", kSessionVersion},
              {"path", program.path},
              {"content", contentKey(*program.content)},
              {"program", program.history->root().document->root->name}};
    if (program.dace)
        json["dace"] = ir::print(*program.dace);
    writeVariants(program, json);
    writeMeasurements(program, json);
    const auto copy = inputCopy(file);
    std::error_code ignored;
    fs::create_directories(file.parent_path(), ignored);
    if (!fs::exists(copy, ignored))
        MW_CHECK(io::writeFileAtomically(copy, *program.content));
    return io::writeFileAtomically(file, json.dump(1, ' ', false, Json::error_handler_t::replace));
}

Expected<SessionInfo> readSessionInfo(const fs::path& file) {
    MW_TRY(const auto json, readJson(file));
    return infoOf(json);
}

Expected<RestoredSession> restoreSession(const fs::path& file, const std::stop_token& stop) {
    MW_TRY(const auto json, readJson(file));
    MW_TRY(const auto info, infoOf(json));
    MW_TRY(auto content, inputOf(info, file));
    RestoredSession result;
    MW_TRY(const auto fields, Fields::of(json, "session", ""));
    MW_TRY(const auto dace, daceVersion(fields));
    MW_TRY(result.program, programOf(info.path, std::move(content), dace));
    if (fields.find("branches")) {
        MW_TRY(result.lost, readBranches(fields, *result.program, stop));
        return result;
    }
    MW_TRY(auto tree, readVariants(fields, *result.program, stop));
    MW_CHECK(readMeasurements(fields, tree, *result.program));
    result.lost = std::move(tree.lost);
    return result;
}

} // namespace mw::workbench
