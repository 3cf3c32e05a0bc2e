#pragma once

#include "core/support/diagnostic.h"

#include <QMainWindow>
#include <QObject>
#include <QString>

#include <functional>

namespace mw::app {

class Docks;
class MessageBar;
class Workspace;

/// What the window tells the user: what must be known stands in the message bar, what was done in
/// the status line, and both in the log.
class Notices : public QObject {
    Q_OBJECT

public:
    Notices(MessageBar& bar, Docks& docks, Workspace& workspace, QMainWindow* window);

    void say(const QString& sentence);
    /// What the user must know, though nothing failed.
    void warn(const QString& sentence);
    /// `what` happened: "Not saved". What the user cancelled is no error.
    void fail(const Diagnostic& why, const QString& what);
    /// A line with a button that does something about it.
    void offer(const QString& sentence, const QString& button, std::function<void()> accept);

private:
    MessageBar& bar_;
    Docks& docks_;
    Workspace& workspace_;
    QMainWindow* window_;
};

} // namespace mw::app
