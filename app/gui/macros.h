#pragma once

#include "app/gui/settings.h"

#include <QObject>

#include <optional>
#include <vector>

namespace mw::app {

class ActionTable;
class MainWindow;
class Notices;

/// Actions that the user recorded under a name: run again from the palette, each when the one
/// before has come to rest; kept in the settings.
class Macros : public QObject {
    Q_OBJECT

public:
    Macros(MainWindow& window, ActionTable& actions, Settings& settings, Notices& notices);

    /// What is kept, as actions of the table: macro-run-N and macro-forget-N.
    void fillTable();
    bool isRecording() const { return recording_.has_value(); }
    /// Begins to record; while it records: ends, and asks for a name.
    void toggleRecording();
    /// Keeps what was recorded last under this name, in place of one that has it already.
    void keep(const QString& name);
    void run(const QString& name);
    void forget(const QString& name);
    /// The one that was recorded or run last.
    void repeat();
    bool canRepeat() const { return !last_.actions.isEmpty(); }
    const std::vector<Macro>& all() const { return macros_; }

private:
    void note(const QString& action);
    void askForName();
    void play(const Macro& macro);
    void store();

    MainWindow& window_;
    ActionTable& actions_;
    Settings& settings_;
    Notices& notices_;
    std::vector<Macro> macros_;
    std::optional<QStringList> recording_;
    Macro last_;
    bool playing_ = false;
};

} // namespace mw::app
