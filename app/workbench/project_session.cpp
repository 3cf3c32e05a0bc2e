// The autosaved form of a project.

#include "app/workbench/detail/project_json.h"
#include "core/io/file.h"

#include <fmt/format.h>

#include <utility>

namespace mw::workbench {

namespace fs = std::filesystem;

Expected<void> writeProjectSession(const Project& project, const fs::path& session) {
    MW_TRY(auto json, toJson(project, fs::absolute(session).parent_path()));
    json["session"] = {{"file", project.file.empty() ? "" : canonicalPath(project.file).string()},
                       {"key", project.fileKey},
                       {"saved", project.isSaved()}};
    return io::writeFileAtomically(session, textOf(json));
}

namespace {

Expected<ProjectSessionInfo> infoOf(const Fields& fields) {
    ProjectSessionInfo info;
    MW_TRY(const auto session, fields.object("session"));
    MW_TRY(info.file, session.text("file"));
    MW_TRY(info.saved, session.flag("saved"));
    MW_TRY(const auto* programs, fields.list("programs"));
    for (std::size_t i = 0; i < programs->size(); ++i) {
        MW_TRY(const auto one,
               Fields::of((*programs)[i], "project", fmt::format("/programs/{}", i)));
        MW_TRY(info.programs.emplace_back(), one.text("path"));
        MW_TRY(const auto* variants, one.list("variants"));
        info.variants += static_cast<int>(variants->size());
    }
    return info;
}

Expected<OpenedProject> readSession(const Json& json, const fs::path& session,
                                    const std::stop_token& stop) {
    MW_TRY(const auto fields, Fields::of(json, "project", ""));
    MW_TRY(const auto info, infoOf(fields));
    MW_TRY(const auto how, fields.object("session"));
    MW_TRY(const auto key, how.text("key"));
    auto now = io::readFile(info.file);
    const bool isSame = now && contentKey(*now) == key;
    if (info.saved && now && !isSame)
        return readProject(info.file, stop);
    MW_TRY(auto opened, projectOf(json, fs::absolute(session).parent_path(), stop));
    auto& project = opened.project;
    project.file = info.file;
    project.fileKey = project.seenKey = key;
    if (isSame)
        project.fileText = std::make_shared<const std::string>(std::move(*now));
    if (project.file.empty())
        project.session = session.filename().string();
    if (!info.saved || !isSame)
        project.changed();
    return opened;
}

} // namespace

Expected<OpenedProject> readProjectSession(const fs::path& session, const std::stop_token& stop) {
    MW_TRY(const auto text, io::readFile(session));
    return namingFile(session, parseProject(text).and_then([&](const Json& json) {
        return readSession(json, session, stop);
    }));
}

Expected<ProjectSessionInfo> readProjectSessionInfo(const fs::path& session) {
    MW_TRY(const auto text, io::readFile(session));
    return namingFile(
        session, parseProject(text).and_then([](const Json& json) -> Expected<ProjectSessionInfo> {
            MW_TRY(const auto fields, Fields::of(json, "project", ""));
            return infoOf(fields);
        }));
}

} // namespace mw::workbench
