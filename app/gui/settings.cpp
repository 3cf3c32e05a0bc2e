// What is remembered between starts, in an ini file.
#include "app/gui/settings.h"

#include <QFileInfo>
#include <QStandardPaths>

namespace mw::app {

namespace {

/// Raised when a key changes its meaning; upgrade() then brings older files along.
constexpr int kVersion = 1;
constexpr int kRecentFiles = 10;

QString defaultFile() {
    return QStandardPaths::writableLocation(QStandardPaths::ConfigLocation) +
           QStringLiteral("/mapwright/mapwright.ini");
}

QString themeName(viewers::ThemeKind kind) {
    switch (kind) {
    case viewers::ThemeKind::light:
        return QStringLiteral("light");
    case viewers::ThemeKind::dark:
        return QStringLiteral("dark");
    case viewers::ThemeKind::highContrast:
        break;
    }
    return QStringLiteral("high-contrast");
}

} // namespace

Settings::Settings(const QString& file)
    : store_(file.isEmpty() ? defaultFile() : file, QSettings::IniFormat) {
    upgrade();
}

void Settings::upgrade() {
    // Version 1 is the first: what has no version is new or foreign.
    store_.setValue(QStringLiteral("version"), kVersion);
}

std::optional<viewers::ThemeKind> Settings::theme() const {
    const auto name = store_.value(QStringLiteral("theme")).toString();
    for (const auto kind :
         {viewers::ThemeKind::light, viewers::ThemeKind::dark, viewers::ThemeKind::highContrast})
        if (themeName(kind) == name)
            return kind;
    return std::nullopt;
}

void Settings::setTheme(viewers::ThemeKind kind) {
    store_.setValue(QStringLiteral("theme"), themeName(kind));
}

QString Settings::language() const {
    return store_.value(QStringLiteral("language")).toString();
}

void Settings::setLanguage(const QString& code) {
    store_.setValue(QStringLiteral("language"), code);
}

QStringList Settings::recentFiles() const {
    QStringList result;
    for (const auto& path : store_.value(QStringLiteral("recent")).toStringList())
        if (QFileInfo::exists(path))
            result << path;
    return result;
}

void Settings::addRecentFile(const QString& path) {
    auto files = recentFiles();
    files.removeAll(path);
    files.prepend(path);
    store_.setValue(QStringLiteral("recent"), QStringList(files.mid(0, kRecentFiles)));
}

QByteArray Settings::geometry() const {
    return store_.value(QStringLiteral("window/geometry")).toByteArray();
}

QByteArray Settings::windowState() const {
    return store_.value(QStringLiteral("window/state")).toByteArray();
}

void Settings::setWindow(const QByteArray& geometry, const QByteArray& state) {
    store_.setValue(QStringLiteral("window/geometry"), geometry);
    store_.setValue(QStringLiteral("window/state"), state);
}

viewers::RunChoice Settings::runChoice() const {
    viewers::RunChoice choice;
    const auto target = store_.value(QStringLiteral("run/target")).toString().toStdString();
    choice.target = codegen::targetFromName(target).value_or(codegen::Target::cpu);
    choice.grid = store_.value(QStringLiteral("run/grid")).toString();
    choice.runner = store_.value(QStringLiteral("run/runner")).toString();
    choice.repeats = store_.value(QStringLiteral("run/repeats"), choice.repeats).toInt();
    choice.coldCache = store_.value(QStringLiteral("run/cold-cache"), false).toBool();
    return choice;
}

void Settings::setRunChoice(const viewers::RunChoice& choice) {
    const auto name = codegen::name(choice.target);
    store_.setValue(QStringLiteral("run/target"),
                    QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    store_.setValue(QStringLiteral("run/grid"), choice.grid);
    store_.setValue(QStringLiteral("run/runner"), choice.runner);
    store_.setValue(QStringLiteral("run/repeats"), choice.repeats);
    store_.setValue(QStringLiteral("run/cold-cache"), choice.coldCache);
}

TourProgress Settings::tourProgress() const {
    return {store_.value(QStringLiteral("tour/step")).toString(),
            store_.value(QStringLiteral("tour/done")).toStringList(),
            store_.value(QStringLiteral("tour/skipped")).toStringList()};
}

void Settings::setTourProgress(const TourProgress& progress) {
    store_.setValue(QStringLiteral("tour/step"), progress.step);
    store_.setValue(QStringLiteral("tour/done"), progress.done);
    store_.setValue(QStringLiteral("tour/skipped"), progress.skipped);
}

QString Settings::sessionFolder() const {
    return QFileInfo(store_.fileName()).absolutePath() + QStringLiteral("/sessions");
}

QString Settings::sessionFile() const {
    return QFileInfo(store_.fileName()).absolutePath() + QStringLiteral("/session.json");
}

QString Settings::trustFile() const {
    return QFileInfo(store_.fileName()).absolutePath() + QStringLiteral("/trusted.json");
}

} // namespace mw::app
