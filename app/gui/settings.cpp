// What is remembered between starts, in an ini file.
#include "app/gui/settings.h"

#include <QDateTime>
#include <QFileInfo>
#include <QHash>
#include <QStandardPaths>

#include <algorithm>
#include <cassert>

namespace mw::app {

namespace {

/// Raised when a key changes its meaning; upgrade() then brings older files along.
constexpr int kVersion = 1;

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

/// As it stands in the file: whoever writes torus:8,6,10 without quotes wrote a list.
QString textOf(const QVariant& stored) {
    return stored.typeId() == QMetaType::QStringList ? stored.toStringList().join(QLatin1Char(','))
                                                     : stored.toString();
}

} // namespace

QString freshSettingsFile() {
    const QFileInfo usual(defaultFile());
    const auto now = QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss"));
    QString folder;
    for (int i = 0; folder.isEmpty() || QFileInfo::exists(folder); ++i)
        folder = QStringLiteral("%1/safe-mode/%2-%3").arg(usual.absolutePath(), now).arg(i);
    return folder + QLatin1Char('/') + usual.fileName();
}

Settings::Settings(const QString& file)
    : store_(file.isEmpty() ? defaultFile() : file, QSettings::IniFormat), table_(settingTable()) {
    upgrade();
    read();
}

void Settings::upgrade() {
    // Version 1 is the first: what has no version is new or foreign.
    store_.setValue(QStringLiteral("version"), kVersion);
}

/// What can't be taken stays in the file until the user sets something else.
void Settings::read() {
    for (const auto& one : table_) {
        const auto stored = store_.value(one.key);
        const auto read =
            stored.isValid() ? readSetting(one, textOf(stored)) : ReadSetting{one.fallback, {}};
        values_[one.key] = read.value;
        if (!read.problem.isEmpty())
            refused_[one.key] = textOf(stored);
    }
}

/// In the language of the window, which the settings chose.
QStringList Settings::problems() const {
    QStringList sentences;
    for (const auto& [key, text] : refused_)
        sentences << readSetting(spec(key), text).problem;
    return sentences;
}

const SettingSpec& Settings::spec(const QString& key) const {
    const auto found = std::ranges::find(table_, key, &SettingSpec::key);
    assert(found != table_.end());
    return *found;
}

// --- The settings of the table ---------------------------------------------------------------

QVariant Settings::value(const QString& key) const {
    const auto found = values_.find(key);
    assert(found != values_.end());
    return found->second;
}

bool Settings::isDefault(const QString& key) const {
    return value(key) == spec(key).fallback;
}

void Settings::keep(const QString& key, const QVariant& value) {
    if (value == spec(key).fallback)
        store_.remove(key);
    else
        store_.setValue(key, value);
    if (std::exchange(values_[key], value) != value)
        emit changed(key);
}

QString Settings::set(const QString& key, const QString& text) {
    auto read = readSetting(spec(key), text);
    if (read.problem.isEmpty())
        keep(key, read.value);
    return read.problem;
}

QString Settings::setForNow(const QString& key, const QString& text) {
    const auto found = std::ranges::find(table_, key, &SettingSpec::key);
    if (found == table_.end())
        return tr("There is no setting \"%1\"; --list-settings has them all.").arg(key);
    auto read = readSetting(*found, text);
    if (read.problem.isEmpty() && std::exchange(values_[key], read.value) != read.value)
        emit changed(key);
    return read.problem;
}

void Settings::reset(const QString& key) {
    keep(key, spec(key).fallback);
}

void Settings::resetAll() {
    for (const auto& one : table_)
        reset(one.key);
}

std::optional<viewers::ThemeKind> Settings::theme() const {
    for (const auto kind :
         {viewers::ThemeKind::light, viewers::ThemeKind::dark, viewers::ThemeKind::highContrast})
        if (themeName(kind) == text("theme"))
            return kind;
    return std::nullopt;
}

void Settings::setTheme(viewers::ThemeKind kind) {
    set(QStringLiteral("theme"), themeName(kind));
}

QString Settings::language() const {
    return text("language");
}

void Settings::setLanguage(const QString& code) {
    set(QStringLiteral("language"), code);
}

viewers::RunChoice Settings::runChoice() const {
    viewers::RunChoice choice;
    const auto target = store_.value(QStringLiteral("run/target")).toString().toStdString();
    choice.target = codegen::targetFromName(target).value_or(codegen::Target::cpu);
    choice.grid = text("run/grid");
    choice.runner = text("run/runner");
    choice.repeats = number("run/repeats");
    choice.coldCache = flag("run/cold-cache");
    return choice;
}

void Settings::setRunChoice(const viewers::RunChoice& choice) {
    const auto name = codegen::name(choice.target);
    store_.setValue(QStringLiteral("run/target"),
                    QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    set(QStringLiteral("run/grid"), choice.grid);
    set(QStringLiteral("run/runner"), choice.runner);
    set(QStringLiteral("run/repeats"), settingText(choice.repeats));
    set(QStringLiteral("run/cold-cache"), settingText(choice.coldCache));
}

// --- What the window remembers by itself -----------------------------------------------------

QStringList Settings::recentFiles() const {
    QStringList result;
    for (const auto& path : store_.value(QStringLiteral("recent")).toStringList())
        if (QFileInfo::exists(path))
            result << path;
    return result.mid(0, number("files/recent-count"));
}

void Settings::addRecentFile(const QString& path) {
    auto files = recentFiles();
    files.removeAll(path);
    files.prepend(path);
    store_.setValue(QStringLiteral("recent"),
                    QStringList(files.mid(0, number("files/recent-count"))));
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

QByteArray Settings::panelState(const QString& id) const {
    return store_.value(QStringLiteral("panels/") + id).toByteArray();
}

void Settings::setPanelState(const QString& id, const QByteArray& state) {
    store_.setValue(QStringLiteral("panels/") + id, state);
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

std::vector<viewers::SavedFilter> Settings::savedFilters() const {
    std::vector<viewers::SavedFilter> filters;
    const auto names = store_.value(QStringLiteral("filters/names")).toStringList();
    const auto texts = store_.value(QStringLiteral("filters/texts")).toStringList();
    for (qsizetype i = 0; i < std::min(names.size(), texts.size()); ++i)
        filters.push_back({names[i], texts[i]});
    return filters;
}

void Settings::setSavedFilters(const std::vector<viewers::SavedFilter>& filters) {
    QStringList names, texts;
    for (const auto& one : filters) {
        names << one.name;
        texts << one.filter;
    }
    store_.setValue(QStringLiteral("filters/names"), names);
    store_.setValue(QStringLiteral("filters/texts"), texts);
}

std::vector<Macro> Settings::macros() const {
    // What actions were called by earlier versions.
    static const QHash<QString, QString> kRenamed{
        {QStringLiteral("apply-shown-first"), QStringLiteral("apply-step")},
        {QStringLiteral("program-fuse"), QStringLiteral("apply-step")},
        {QStringLiteral("try-shown"), QStringLiteral("try-step")},
        {QStringLiteral("program-try"), QStringLiteral("try-step")}};
    std::vector<Macro> macros;
    const auto names = store_.value(QStringLiteral("macros/names")).toStringList();
    for (qsizetype i = 0; i < names.size(); ++i) {
        auto actions = store_.value(QStringLiteral("macros/%1").arg(i)).toStringList();
        for (QString& action : actions)
            action = kRenamed.value(action, action);
        macros.push_back({names[i], std::move(actions)});
    }
    return macros;
}

void Settings::setMacros(const std::vector<Macro>& macros) {
    store_.remove(QStringLiteral("macros"));
    QStringList names;
    for (const auto& macro : macros) {
        store_.setValue(QStringLiteral("macros/%1").arg(names.size()), macro.actions);
        names << macro.name;
    }
    store_.setValue(QStringLiteral("macros/names"), names);
}

QString Settings::beside(const char* name) const {
    return QFileInfo(store_.fileName()).absolutePath() + QLatin1Char('/') +
           QString::fromLatin1(name);
}

QString Settings::sessionFolder() const {
    return beside("sessions");
}

QString Settings::sessionFile() const {
    return beside("session.json");
}

QString Settings::trustFile() const {
    return beside("trusted.json");
}

} // namespace mw::app
