#include "app/gui/session_store.h"

#include "core/support/hash.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <filesystem>

namespace mw::app {

namespace fs = std::filesystem;

namespace {

/// As little as names of files may differ in: absolute, without links as far as it exists.
fs::path canonical(const QString& path) {
    std::error_code error;
    auto result = fs::weakly_canonical(fs::absolute(path.toStdString(), error), error);
    return error ? fs::path(path.toStdString()).lexically_normal() : result;
}

QString pathKey(const QString& path) {
    return QString::fromStdString(toHex(fnv1a64(canonical(path).string())));
}

} // namespace

bool isSameFile(const QString& a, const QString& b) {
    std::error_code error;
    if (fs::equivalent(a.toStdString(), b.toStdString(), error) && !error)
        return true;
    return canonical(a) == canonical(b);
}

SessionStore::SessionStore(QString folder, QString legacy)
    : folder_(std::move(folder)), legacy_(std::move(legacy)) {}

QString SessionStore::fileOf(const QString& path, const std::string& content) const {
    return QStringLiteral("%1/%2-%3.json")
        .arg(folder_, pathKey(path), QString::fromStdString(contentKey(content)));
}

Expected<void> SessionStore::keep(const Program& program) const {
    if (!program.hasWork())
        return {};
    return saveSession(program, fileOf(program.path, program.content));
}

std::optional<SessionStore::Found> SessionStore::find(const QString& path,
                                                      const std::string& content) const {
    const auto file = fileOf(path, content);
    const auto info = readSessionInfo(file);
    return info ? std::optional(Found{file, *info}) : std::nullopt;
}

std::vector<SessionStore::Found> SessionStore::all(const QString& pattern) const {
    std::vector<Found> found;
    const auto files = QDir(folder_).entryInfoList({pattern}, QDir::Files, QDir::Time);
    for (const auto& file : files)
        if (auto info = readSessionInfo(file.absoluteFilePath()))
            found.push_back({file.absoluteFilePath(), std::move(*info)});
    return found;
}

std::optional<SessionStore::Found> SessionStore::ofOlderContent(const QString& path,
                                                                const std::string& content) const {
    for (auto& found : all(pathKey(path) + QStringLiteral("-*.json")))
        if (found.info.content != contentKey(content))
            return std::move(found);
    return std::nullopt;
}

std::optional<SessionStore::Found> SessionStore::newest() const {
    auto found = all(QStringLiteral("*.json"));
    if (!found.empty())
        return std::move(found.front());
    const auto info = readSessionInfo(legacy_);
    return info ? std::optional(Found{legacy_, *info}) : std::nullopt;
}

void SessionStore::setAside(const QString& file) const {
    auto target = file;
    target.chop(QStringLiteral(".json").size());
    for (int i = 1; i < 1000; ++i)
        if (QFile::copy(file, QStringLiteral("%1.before-%2").arg(target).arg(i)))
            return;
}

QStringList SessionStore::inputs() const {
    QStringList paths;
    for (const auto& found : all(QStringLiteral("*.json")))
        paths << found.info.path;
    return paths;
}

} // namespace mw::app
