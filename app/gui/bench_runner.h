#pragma once

#include "app/gui/workspace.h"
#include "viewers/panels/run_panel.h"

#include <QObject>

#include <vector>

namespace mw::app {

/// Finds out what can run here, and runs measurements: jobs of the device lane, one at a time.
class BenchRunner : public QObject {
    Q_OBJECT

public:
    BenchRunner(Workspace& workspace, viewers::JobQueue& jobs, QObject* parent = nullptr);

    void findDevices();
    const std::vector<exec::DeviceInfo>& devices() const { return devices_; }
    /// Verifies and times Workspace::variantsToRun().
    void start(const exec::Grid& grid, const viewers::RunChoice& choice);
    void cancel();

    static inline const QString kSlot = QStringLiteral("bench");

signals:
    void devicesFound(const std::vector<mw::exec::DeviceInfo>& devices);
    void finished();
    void failed(const mw::Diagnostic& why, const QString& what);

private:
    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    std::vector<exec::DeviceInfo> devices_;
};

} // namespace mw::app
