#pragma once

#include "app/workbench/timers/table.h"
#include "core/support/expected.h"

#include <QDialog>
#include <QStringList>

class QLabel;
class QPushButton;
class QTableWidget;

namespace mw::viewers {
class JobQueue;
} // namespace mw::viewers

namespace mw::app {

class Workspace;

/// Times that runs of the model or profilers left, or measurements of several devices, set beside
/// each other: what `mw compare` says of the files, with bars behind the times. It belongs to no
/// program of the project.
class TimesWindow : public QDialog {
    Q_OBJECT

public:
    /// The one of this window; made when it is first asked for.
    static TimesWindow& of(QWidget& window, viewers::JobQueue& jobs, const Workspace& workspace);

    void askForFiles();
    /// Reads them in the background; the first one is what the others are set against. Tables of
    /// kernels (.csv) are matched to the kernels of the variant that is shown.
    void openFiles(const QStringList& paths);
    /// Measurements of a program on several devices, as projects keep them; files of other machines
    /// (`mw bench --json`) can be added.
    void openDevices(std::vector<std::string> results);
    const workbench::ComparedTable& shown() const { return table_; }
    QString message() const; ///< why nothing is shown; empty: something is

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    TimesWindow(QWidget& window, viewers::JobQueue& jobs, const Workspace& workspace);
    void build();
    void addMachines();
    void readDevices();
    void showTable(const Expected<workbench::ComparedTable>& table);
    void fill();
    void copy(std::string (*format)(const workbench::ComparedTable&));
    void saveReport();
    void writeReport(const QString& file);

    viewers::JobQueue& jobs_;
    const Workspace& workspace_;
    workbench::ComparedTable table_;
    QStringList paths_;
    std::vector<std::string> results_; ///< not from files; empty: files alone are compared
    QPushButton* add_ = nullptr;
    QLabel* sums_ = nullptr;
    QLabel* notes_ = nullptr;
    QTableWidget* cells_ = nullptr;
    std::vector<QPushButton*> needTable_;
};

} // namespace mw::app
