// The file of a project, which several processes may save to.

#include "app/workbench/detail/project_json.h"
#include "app/workbench/export.h"
#include "app/workbench/merge_project.h"
#include "core/io/file.h"
#include "core/io/file_lock.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mw::workbench {

namespace fs = std::filesystem;

namespace {

void takeText(Project& project, std::string text) {
    project.fileKey = project.seenKey = contentKey(text);
    project.fileText = std::make_shared<const std::string>(std::move(text));
}

} // namespace

Expected<OpenedProject> readProject(const fs::path& file, const std::stop_token& stop) {
    std::error_code ignored;
    if (!fs::exists(file, ignored))
        return fail("no-project", fmt::format("there is no project '{}'", file.string()));
    MW_TRY(auto text, io::readFile(file));
    MW_TRY(auto opened, namingFile(file, parseProject(text).and_then([&](const Json& json) {
               return projectOf(json, fs::absolute(file).parent_path(), stop);
           })));
    opened.project.file = file;
    takeText(opened.project, std::move(text));
    return opened;
}

namespace {

/// What the project began with, for one that has changed in its file meanwhile.
Expected<ProjectVersions> versionsOf(const Project& project, Json here, Json there,
                                     const fs::path& folder) {
    if (project.fileText) {
        MW_TRY(auto base, parseProject(*project.fileText));
        return ProjectVersions{std::move(base), std::move(here), std::move(there)};
    }
    if (!project.fileKey.empty()) {
        auto base = there;
        return ProjectVersions{std::move(base), std::move(here), std::move(there), false};
    }
    MW_TRY(auto base, toJson(Project(), folder));
    return ProjectVersions{std::move(base), std::move(here), std::move(there)};
}

struct WrittenProject {
    std::string text;    ///< of the project as it is here
    std::string seenKey; ///< of the project from now on
};

Expected<WrittenProject> write(const Project& project, const fs::path& file) {
    const auto folder = fs::absolute(file).parent_path();
    MW_TRY(auto json, toJson(project, folder));
    WrittenProject written{textOf(json), {}};
    written.seenKey = contentKey(written.text);
    MW_CHECK(io::checkWritable(file));
    MW_TRY(const auto lock, io::FileLock::of(file));
    std::error_code ignored;
    if (!project.file.empty() && fs::exists(file, ignored) && isSameFile(project.file, file)) {
        MW_TRY(const auto now, io::readFile(file));
        if (const auto key = contentKey(now); key != project.fileKey) {
            MW_TRY(auto there, namingFile(file, parseProject(now)));
            MW_TRY(auto versions, versionsOf(project, std::move(json), std::move(there), folder));
            MW_TRY(const auto merged, namingFile(file, mergeProjects(std::move(versions))));
            const auto text = textOf(merged);
            if (key == project.seenKey) // else what was there is news still
                written.seenKey = contentKey(text);
            MW_CHECK(io::writeFileAtomically(file, text));
            return written;
        }
    }
    MW_CHECK(io::writeFileAtomically(file, written.text));
    return written;
}

} // namespace

Expected<void> writeProject(const Project& project, const fs::path& file) {
    MW_CHECK(write(project, file));
    return {};
}

std::optional<FileNews> newsOfFile(const Project& project) {
    const auto now = io::readFile(project.file);
    if (!now)
        return std::nullopt;
    FileNews news{contentKey(*now), 0};
    if (news.key == project.seenKey)
        return std::nullopt;
    const auto there = parseProject(*now);
    if (!there)
        return std::nullopt;
    if (!project.fileText)
        return news;
    if (const auto before = parseProject(*project.fileText)) {
        const auto all = variantsIn(*there);
        news.added = all - std::min(all, variantsIn(*before));
    }
    return news;
}

Expected<void> saveProject(Project& project, const fs::path& file) {
    MW_CHECK(checkNoInput(file, project.inputPaths()));
    MW_TRY(auto written, write(project, file));
    project.file = file;
    takeText(project, std::move(written.text));
    project.seenKey = std::move(written.seenKey);
    project.kept = project.saved = true;
    for (const auto& program : project.programs)
        program->kept = program->saved = true;
    return {};
}

} // namespace mw::workbench
