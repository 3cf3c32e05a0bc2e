#pragma once

#include "app/gui/program.h"
#include "core/history/history.h"
#include "core/support/diagnostic.h"

#include <QModelIndex>
#include <QObject>
#include <QPointer>
#include <QWidget>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace mw::viewers {
class JobQueue;
class RunPanel;
} // namespace mw::viewers

namespace mw::app {

class BenchRunner;
class Docks;
class Notices;
class Settings;
class SweepWindow;
class ValuesDialog;
class Workspace;

/// Measuring from the window: binds the fields above the timings to the bench runner, asks for
/// consent to a graph's own C++, and saves the report.
class RunController : public QObject {
    Q_OBJECT

public:
    RunController(Workspace& workspace, viewers::JobQueue& jobs, Docks& docks, Notices& notices,
                  Settings& settings, QWidget* window);

    void start();
    /// Searches a faster form of the current variant by measuring, then times it beside its start.
    void tune();
    /// Opens the window of sweeps over launches of the current variant's kernels.
    void sweep();
    void saveReport(); ///< asks for a name
    /// The values that the active pane's program is run with, to set others.
    void showValues();
    /// Variants of the newest measurement side by side, in the log.
    void showComparison();
    /// What can run on the machine that the panel names.
    void findDevices();

signals:
    /// start() came to no measurement: refused, cancelled, failed, or nobody agreed to its code.
    void notMeasured();

private:
    void connectPanel();
    enum class Device : std::uint8_t { asItWas, asChosen };
    void keepChoice(Device device);
    void takeSettings(bool withGrid);
    void showProject();
    void showInputs();
    void connectRunner();
    bool prepare(); ///< what start() and tune() begin with; false: refused, which was said
    void askForConsent(const Diagnostic& why);
    void makeSweepWindow();
    void keepSwept(history::VariantId variant, const QModelIndex& cell);
    void writeReport(const QString& file);
    void showProgress();
    void showPinned();
    void showEstimate(); ///< how long a run will take
    void showGrid();
    void setValues(std::vector<std::string> set);

    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    Docks& docks_;
    Notices& notices_;
    Settings& settings_;
    QWidget* window_;
    BenchRunner* bench_;
    viewers::RunPanel& panel_;
    QPointer<ValuesDialog> values_; ///< null: it is not open
    std::function<void()> again_;   ///< what consent is asked for
    SweepWindow* sweep_ = nullptr;
    ProgramPtr swept_;
    bool keeping_ = false; ///< the settings change because of the panel
};

} // namespace mw::app
