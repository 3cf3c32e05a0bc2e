#pragma once

#include "app/gui/setting_table.h"
#include "app/gui/tour/progress.h"
#include "viewers/panels/outline_filter.h"
#include "viewers/panels/run_panel.h"
#include "viewers/theme/theme.h"

#include <QByteArray>
#include <QObject>
#include <QSettings>
#include <QString>
#include <QStringList>

#include <map>
#include <optional>

namespace mw::app {

/// Actions under one name, to be run one after the other.
struct Macro {
    QString name;
    QStringList actions; ///< ids
    bool operator==(const Macro&) const = default;
};

/// What is remembered between starts, in one ini file (XDG configuration folder, or the file that
/// is given): the settings of the table (setting_table.h), and what the window remembers by itself.
class Settings : public QObject {
    Q_OBJECT

public:
    explicit Settings(const QString& file = {});

    /// What holds: as --set says, else the file, else the default.
    QVariant value(const QString& key) const;
    int number(const char* key) const { return value(QString::fromLatin1(key)).toInt(); }
    bool flag(const char* key) const { return value(QString::fromLatin1(key)).toBool(); }
    QString text(const char* key) const { return value(QString::fromLatin1(key)).toString(); }
    bool isDefault(const QString& key) const;
    /// Takes it from now on and remembers it. A sentence where it can't be taken; then nothing
    /// changes.
    QString set(const QString& key, const QString& text);
    void reset(const QString& key);
    void resetAll();
    /// As set(), for this start alone: --set.
    QString setForNow(const QString& key, const QString& text);
    /// What stood in the file and can't be taken, one sentence each.
    QStringList problems() const;
    QString file() const { return store_.fileName(); }

    std::optional<viewers::ThemeKind> theme() const; ///< nullopt: as the desktop
    void setTheme(viewers::ThemeKind kind);
    QString language() const; ///< code (app/gui/language.h); empty: as the desktop
    void setLanguage(const QString& code);
    viewers::RunChoice runChoice() const;
    void setRunChoice(const viewers::RunChoice& choice);

    QStringList recentFiles() const; ///< newest first; files that are gone are left out
    void addRecentFile(const QString& path);
    QByteArray geometry() const;
    QByteArray windowState() const;
    void setWindow(const QByteArray& geometry, const QByteArray& state);
    /// What a panel is arranged like, by its id.
    QByteArray panelState(const QString& id) const;
    void setPanelState(const QString& id, const QByteArray& state);

    TourProgress tourProgress() const;
    void setTourProgress(const TourProgress& progress);
    std::vector<viewers::SavedFilter> savedFilters() const;
    void setSavedFilters(const std::vector<viewers::SavedFilter>& filters);
    std::vector<Macro> macros() const;
    void setMacros(const std::vector<Macro>& macros);

    /// Where sessions are saved: beside the ini file.
    QString sessionFolder() const;
    /// The one session of older versions.
    QString sessionFile() const;
    /// What raw C++ the user agreed to (exec::TrustStore): beside the ini file.
    QString trustFile() const;

signals:
    void changed(const QString& key); ///< of the table: another value holds

private:
    void upgrade();
    void read();
    const SettingSpec& spec(const QString& key) const;
    void keep(const QString& key, const QVariant& value);
    QString beside(const char* name) const;

    QSettings store_;
    std::vector<SettingSpec> table_;
    std::map<QString, QVariant> values_; ///< what holds, of every key
    std::map<QString, QString> refused_; ///< texts of the file
};

/// A file in a folder of its own beside the usual one, which no start has used: for --safe-mode.
QString freshSettingsFile();

} // namespace mw::app
