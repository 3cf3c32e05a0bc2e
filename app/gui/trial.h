#pragma once

#include "core/bench/bench.h"
#include "core/history/history.h"
#include "core/support/diagnostic.h"

#include <QObject>

namespace mw::workbench {
struct Program;
} // namespace mw::workbench

namespace mw::app {

class Notices;
class RunController;
class Workspace;

/// Try: applies the current step as a new variant, pins it and the variant before, verifies and
/// times the two, and says what came of it.
class Trial : public QObject {
    Q_OBJECT

public:
    Trial(Workspace& workspace, RunController& run, Notices& notices, QObject* parent);

    /// Applied or measured now.
    bool isRunning() const { return stage_ != Stage::none; }
    /// The current step of the active pane.
    void start();

private:
    enum class Stage { none, applying, measuring };

    void applied();
    void measured();
    void end() { stage_ = Stage::none; }

    Workspace& workspace_;
    RunController& run_;
    Notices& notices_;
    Stage stage_ = Stage::none;
    QString what_;
    const workbench::Program* program_ = nullptr; ///< to compare with, never looked into
    history::VariantId before_, after_;
};

/// "2.10 times faster (2.05 to 2.14), outputs agree": the second of two variants against the first
/// of the result; what does not agree is said instead.
QString trialText(const bench::BenchResult& result, const std::string& before,
                  const std::string& after);

/// The same of all variants against the first, each with its name; empty: there is one.
QString runText(const bench::BenchResult& result);

} // namespace mw::app
