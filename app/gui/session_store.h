#pragma once

#include "app/gui/session_file.h"

#include <QStringList>

#include <optional>

namespace mw::app {

/// The sessions of all programs that were worked on, one file each: by the input's path and by its
/// content, so that a file that changed does not end the session of what it was. A value: jobs take
/// copies.
class SessionStore {
public:
    /// `legacy`: the one session file of older versions, still offered when there is no newer one.
    SessionStore(QString folder, QString legacy);

    struct Found {
        QString file;
        SessionInfo info;
    };

    QString fileOf(const QString& path, const std::string& content) const;
    Expected<void> keep(const Program& program) const;
    /// The session of this input with this content.
    std::optional<Found> find(const QString& path, const std::string& content) const;
    /// The newest session of this input with another content.
    std::optional<Found> ofOlderContent(const QString& path, const std::string& content) const;
    std::optional<Found> newest() const;
    /// Keeps a session file that could not be replayed completely, under another name: it would be
    /// written over.
    void setAside(const QString& file) const;
    /// Inputs of all sessions.
    QStringList inputs() const;

private:
    std::vector<Found> all(const QString& pattern) const; ///< newest first

    QString folder_, legacy_;
};

/// Two names for one file: spelling, symbolic and hard links do not count. Works for files that are
/// not there.
bool isSameFile(const QString& a, const QString& b);

} // namespace mw::app
