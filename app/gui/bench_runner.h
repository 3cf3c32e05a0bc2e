#pragma once

#include "app/gui/workspace.h"
#include "app/workbench/consent.h"
#include "app/workbench/run_setup.h"
#include "app/workbench/sweep/sweep.h"
#include "core/bench/bench.h"

#include <QObject>

#include <memory>
#include <vector>

namespace mw::app {

/// Finds out what can run here, and runs measurements: jobs of the device lane, one at a time.
class BenchRunner : public QObject {
    Q_OBJECT

public:
    /// `trustFile`: exec::TrustStore's.
    BenchRunner(Workspace& workspace, viewers::JobQueue& jobs, QString trustFile,
                QObject* parent = nullptr);

    /// On the machine that this command starts mw-runner on; empty: here.
    void findDevices(const QString& runner = {});
    const std::vector<exec::DeviceInfo>& devices() const { return devices_; }
    /// Verifies and times Workspace::variantsToRun() there, with inputs and settings of the
    /// project.
    void start(codegen::Target target);
    /// Searches launches and steps of the graph for the current variant by measuring them there;
    /// what is found becomes variants below it as soon as it is found, and start and result are
    /// pinned. A cancelled search keeps what it found. `seconds`: to try things in.
    void tune(codegen::Target target, double seconds);
    /// Measures all combinations of a space for the kernels of the current variant there.
    void sweep(codegen::Target target, const workbench::SweepSpace& space);
    void cancel();
    /// Remembers that what the last measurement asked for may be compiled.
    Expected<void> trust() const;

    static inline const QString kSlot = QStringLiteral("bench");

signals:
    void devicesFound(const std::vector<exec::DeviceInfo>& devices);
    void failed(const mw::Diagnostic& why, const QString& what);
    void tuned(const QString& sentence, bool faster);      ///< what came of tune()
    void measured(const mw::bench::BenchResult& result);   ///< by start()
    void firstTimes(const mw::bench::BenchResult& result); ///< of start(), which goes on
    void swept(const mw::workbench::SweepResult& result, mw::history::VariantId variant);
    void notMeasured(); ///< start() failed or was cancelled, which failed() has said
    /// The program carries C++ of its own that nobody agreed to: places and code are in the notes.
    void consentNeeded(const mw::Diagnostic& why);

private:
    struct Tuned;
    void begin(); ///< a session and a question for consent, for the next job
    void refuse(const Diagnostic& why);
    /// Where a search began, and where it is.
    struct Search {
        ProgramPtr program;
        history::VariantId start;
        QPointer<Pane> pane;
        history::VariantId shown; ///< what was found last
    };
    void takeFound(Search& search, std::vector<workbench::Step> steps);
    void takeTuned(Search& search, Tuned tuned);

    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    exec::TrustStore trust_;
    /// What consentNeeded() was about: a job of the device lane asked before.
    std::shared_ptr<workbench::Consent> asked_;
    std::vector<exec::DeviceInfo> devices_;
    /// Kept from one measurement to the next, so that an edit is measured without starting a
    /// runner, opening the device and sending the inputs again. Used by jobs of the device lane.
    std::shared_ptr<exec::Session> session_;
    std::string sessionRunner_;
    std::shared_ptr<codegen::KernelMemo> memo_ = std::make_shared<codegen::KernelMemo>();
};

} // namespace mw::app
