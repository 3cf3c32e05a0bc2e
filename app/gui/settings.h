#pragma once

#include "app/gui/tour/progress.h"
#include "viewers/panels/run_panel.h"
#include "viewers/theme/theme.h"

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>

#include <optional>

namespace mw::app {

/// What is remembered between starts, typed, in one ini file (XDG configuration folder, or the file
/// that is given).
class Settings {
public:
    explicit Settings(const QString& file = {});

    std::optional<viewers::ThemeKind> theme() const; ///< nullopt: as the desktop
    void setTheme(viewers::ThemeKind kind);
    QString language() const; ///< code (app/gui/language.h); empty: as the desktop
    void setLanguage(const QString& code);
    QStringList recentFiles() const; ///< newest first; files that are gone are left out
    void addRecentFile(const QString& path);
    QByteArray geometry() const;
    QByteArray windowState() const;
    void setWindow(const QByteArray& geometry, const QByteArray& state);
    viewers::RunChoice runChoice() const;
    void setRunChoice(const viewers::RunChoice& choice);

    TourProgress tourProgress() const;
    void setTourProgress(const TourProgress& progress);

    /// Where sessions are saved: beside the ini file.
    QString sessionFolder() const;
    /// The one session of older versions.
    QString sessionFile() const;
    /// What raw C++ the user agreed to (exec::TrustStore): beside the ini file.
    QString trustFile() const;

private:
    void upgrade();
    QSettings store_;
};

} // namespace mw::app
