#pragma once

#include "app/workbench/consent.h"
#include "viewers/panels/code_panel.h"

#include <QObject>

#include <memory>
#include <set>
#include <string>

namespace mw::app {

class Docks;
class Settings;
class Workspace;

/// PTX, SASS and AMDGCN for the Code view: compiled by a runner, of this machine or the one that
/// the project's runs are on, and listed there. Kernels that the user writes are compiled there
/// too, and need no other consent.
class DeviceListings : public QObject {
    Q_OBJECT

public:
    DeviceListings(Workspace& workspace, Docks& docks, const Settings& settings, QWidget* window);

signals:
    void failed(const mw::Diagnostic& why, const QString& what);

private:
    viewers::CodePanel::ListInstructions lister(exec::Instructions kind);
    viewers::KernelEditing::Check checker();
    std::shared_ptr<exec::Session> session();
    /// Once a file: who refused can measure, which asks again.
    void askForConsent(const std::shared_ptr<workbench::Consent>& asked, const Diagnostic& why);

    Workspace& workspace_;
    viewers::CodePanel& panel_;
    exec::TrustStore trust_;
    QWidget* window_;
    std::set<QString> refused_; ///< files
    /// Kept, so that the runner knows what it compiled. Used by jobs of the device lane.
    std::shared_ptr<exec::Session> session_;
    std::string sessionRunner_;
    std::shared_ptr<codegen::KernelMemo> memo_ = std::make_shared<codegen::KernelMemo>();
};

} // namespace mw::app
