// Which session belongs to which input: files named by hashes of path and content.

#include "app/workbench/session_store.h"

#include "core/support/hash.h"

#include <algorithm>
#include <cstdint>
#include <random>

namespace mw::workbench {

namespace fs = std::filesystem;

namespace {

std::string pathKey(const fs::path& path) {
    return toHex(fnv1a64(canonicalPath(path).string()));
}

struct Dated {
    fs::path file;
    fs::file_time_type time;
};

constexpr const char* kProject = ".mapwright";
constexpr const char* kUnnamed = "open-"; ///< sessions of projects that have no file begin so

/// A name that no other window takes.
std::string unnamedSession() {
    std::random_device device;
    const auto number = (std::uint64_t{device()} << 32U) | device();
    return kUnnamed + toHex(number) + kProject;
}

/// Files of a folder whose name begins and ends so, newest first; those of one time by name.
std::vector<Dated> filesIn(const fs::path& folder, const std::string& prefix,
                           const char* extension = ".json") {
    std::vector<Dated> files;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (entry.is_regular_file(error) && entry.path().extension() == extension &&
            entry.path().filename().string().starts_with(prefix))
            files.push_back({entry.path(), entry.last_write_time(error)});
    std::ranges::sort(files, [](const Dated& a, const Dated& b) {
        return a.time != b.time ? a.time > b.time : a.file < b.file;
    });
    return files;
}

} // namespace

SessionStore::SessionStore(fs::path folder, fs::path legacy)
    : folder_(std::move(folder)), legacy_(std::move(legacy)) {}

fs::path SessionStore::fileOf(const fs::path& path, const std::string& content) const {
    return folder_ / (pathKey(path) + "-" + contentKey(content) + ".json");
}

Expected<void> SessionStore::keep(Program& program) const {
    if (program.hasWork())
        MW_CHECK(saveSession(program, fileOf(program.path, *program.content)));
    program.kept = true;
    return {};
}

std::optional<SessionStore::Found> SessionStore::find(const fs::path& path,
                                                      const std::string& content) const {
    const auto file = fileOf(path, content);
    const auto info = readSessionInfo(file);
    return info ? std::optional(Found{file, *info}) : std::nullopt;
}

std::vector<SessionStore::Found> SessionStore::all(const std::string& prefix) const {
    std::vector<Found> found;
    for (const auto& [file, time] : filesIn(folder_, prefix))
        if (auto info = readSessionInfo(file))
            found.push_back({file, std::move(*info)});
    return found;
}

std::optional<SessionStore::Found> SessionStore::ofOlderContent(const fs::path& path,
                                                                const std::string& content) const {
    for (auto& found : all(pathKey(path) + "-"))
        if (found.info.content != contentKey(content))
            return std::move(found);
    return std::nullopt;
}

std::optional<SessionStore::Found> SessionStore::newest() const {
    auto found = all("");
    if (!found.empty())
        return std::move(found.front());
    const auto info = readSessionInfo(legacy_);
    return info ? std::optional(Found{legacy_, *info}) : std::nullopt;
}

fs::path SessionStore::setAside(const fs::path& file) const {
    constexpr int kMost = 1000;
    for (int i = 1; i < kMost; ++i) {
        auto target = file;
        target.replace_extension();
        target += ".before-" + std::to_string(i);
        std::error_code error;
        if (fs::copy_file(file, target, error))
            return target;
    }
    return {};
}

fs::path SessionStore::copyOf(const fs::path& project) const {
    return folder_ / (pathKey(project) + kProject);
}

fs::path SessionStore::sessionOf(const Project& project) const {
    if (!project.file.empty())
        return copyOf(project.file);
    return project.session.empty() ? fs::path() : folder_ / project.session;
}

void SessionStore::giveName(Project& project) {
    if (project.file.empty() && project.session.empty())
        project.session = unnamedSession();
}

Expected<void> SessionStore::keepProject(Project& project) const {
    std::error_code ignored;
    fs::create_directories(folder_, ignored);
    giveName(project);
    std::error_code none;
    const auto session = sessionOf(project);
    const bool isNew = project.file.empty() && !fs::exists(session, none);
    MW_CHECK(writeProjectSession(project, session));
    if (isNew)
        prune();
    project.kept = true;
    if (!project.file.empty())
        for (const auto& program : project.programs)
            program->kept = true;
    return {};
}

void SessionStore::prune() const {
    constexpr std::size_t kMost = 20;
    const auto files = filesIn(folder_, kUnnamed, kProject);
    std::error_code ignored;
    for (std::size_t i = kMost; i < files.size(); ++i)
        fs::remove(files[i].file, ignored);
}

void SessionStore::drop(const Project& project) const {
    std::error_code ignored;
    if (const auto session = sessionOf(project); !session.empty())
        fs::remove(session, ignored);
}

std::optional<fs::path> SessionStore::takeCopy(const fs::path& project) const {
    const auto copy = copyOf(project);
    std::error_code ignored;
    if (!fs::exists(copy, ignored))
        return std::nullopt;
    if (const auto info = readProjectSessionInfo(copy); info && info->saved)
        return std::nullopt;
    const auto aside = setAside(copy);
    if (aside.empty())
        return std::nullopt;
    fs::remove(copy, ignored);
    return aside;
}

std::optional<SessionStore::FoundProject> SessionStore::newestProject(const Project& here) const {
    const auto own = sessionOf(here);
    for (const auto& [file, time] : filesIn(folder_, "", kProject)) {
        if (file == own)
            continue;
        if (auto info = readProjectSessionInfo(file); info && !info->programs.empty())
            return FoundProject{file, std::move(*info)};
    }
    return std::nullopt;
}

std::vector<std::string> SessionStore::pathsOf(const std::vector<Found>& sessions) {
    std::vector<std::string> paths;
    for (const auto& found : sessions)
        paths.push_back(found.info.path);
    return paths;
}

std::vector<std::string> SessionStore::inputs() const {
    return pathsOf(all(""));
}

std::vector<std::string> SessionStore::inputsAt(const fs::path& file) const {
    std::error_code error;
    const auto names = fs::hard_link_count(file, error);
    if (!error && names > 1)
        return inputs(); // its session may have any of its names
    return pathsOf(all(pathKey(file) + "-"));
}

} // namespace mw::workbench
