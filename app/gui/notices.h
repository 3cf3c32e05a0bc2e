#pragma once

#include "app/gui/message_bar.h"
#include "app/gui/program.h"
#include "app/workbench/steps.h"
#include "core/support/diagnostic.h"

#include <QMainWindow>
#include <QObject>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace mw::app {

class Docks;
class Workspace;

/// What the window tells the user: what must be known stands in the message bar, what was done in
/// the status line, and both in the log.
class Notices : public QObject {
    Q_OBJECT

public:
    Notices(MessageBar& bar, Docks& docks, Workspace& workspace, QMainWindow* window);

signals:
    /// The user wants to see where the steps that were left out of a recipe could be done.
    void misfitsAsked(const mw::app::ProgramPtr& program,
                      const std::vector<mw::workbench::ReplayedStep>& steps);

public:
    void say(const QString& sentence);
    /// A file was written: the line has a button that shows it in its folder.
    void wrote(const QString& sentence, const QString& file);
    /// What the user must know, though nothing failed.
    void warn(const QString& sentence);
    /// `what` happened: "Not saved". What the user cancelled is no error.
    void fail(const Diagnostic& why, const QString& what);
    /// The same for one of several things that go on together: the lines of the others stay.
    void failToo(const Diagnostic& why, const QString& what);
    /// A line with a button that does something about it.
    void offer(const QString& sentence, const QString& button, std::function<void()> accept);
    /// A line below those that are there.
    void add(const MessageLine& line);

private:
    /// In the log, and where nothing is open in Problems. The line for the bar; nullopt: none.
    std::optional<MessageLine> note(const Diagnostic& why, const QString& what);
    void report(const ProgramPtr& program, const std::vector<workbench::ReplayedStep>& steps);

    MessageBar& bar_;
    Docks& docks_;
    Workspace& workspace_;
    QMainWindow* window_;
};

} // namespace mw::app
