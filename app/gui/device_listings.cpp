// Lists what kernels become on a device, as jobs of the device lane.
#include "app/gui/device_listings.h"

#include "app/gui/consent_dialog.h"
#include "app/gui/docks.h"
#include "app/gui/settings.h"
#include "app/gui/workspace.h"
#include "app/workbench/by_hand.h"
#include "app/workbench/device_code.h"
#include "app/workbench/run_setup.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <filesystem>

namespace mw::app {

using viewers::CodePanel;
using viewers::JobContext;
using viewers::KernelCode;
using viewers::qs;

DeviceListings::DeviceListings(Workspace& workspace, Docks& docks, const Settings& settings,
                               QWidget* window)
    : QObject(window), workspace_(workspace), panel_(docks.panel<CodePanel>()),
      trust_(std::filesystem::path(settings.trustFile().toStdString())), window_(window) {
    panel_.setInstructions([this](exec::Instructions kind) { return lister(kind); });
    panel_.editing().setCheck([this] { return checker(); });
}

namespace {

KernelCode shown(const ir::Document& document, const workbench::DeviceCode& listed,
                 const history::Provenance& origins) {
    KernelCode code = viewers::codeOf(document, listed.plan, listed.source, origins);
    for (std::size_t k = 0; k < code.kernels.size(); ++k)
        code.kernels[k].resources = listed.code.compiled.kernels[k];
    return code;
}

} // namespace

std::shared_ptr<exec::Session> DeviceListings::session() {
    const auto& settings = workspace_.project().settings;
    if (!session_ || sessionRunner_ != settings.runner)
        session_ = std::make_shared<exec::Session>(workbench::runnerOptions(settings));
    sessionRunner_ = settings.runner;
    return session_;
}

/// What the user writes is agreed to by that.
viewers::KernelEditing::Check DeviceListings::checker() {
    return [session = session(), memo = memo_, trust = trust_, file = toPath(workspace_.path())](
               const viewers::CodeSubject& subject, const std::string& kernel,
               codegen::Target target, const JobContext& job) -> Expected<void> {
        const auto* hand = codegen::handFor(subject.choices.at(kernel), target);
        MW_CHECK(trust.addOwn(*hand));
        workbench::Consent consent(trust, {file});
        session->setStop(job.stop());
        return workbench::compileByHand(
            *subject.document,
            {.choices = subject.choices,
             .kernel = kernel,
             .target = target,
             .constants = subject.values,
             .consent = [&](const auto& code) { return consent.ask(code); },
             .memo = memo},
            *session);
    };
}

CodePanel::ListInstructions DeviceListings::lister(exec::Instructions kind) {
    const auto asked =
        std::make_shared<workbench::Consent>(trust_, std::vector{toPath(workspace_.path())});
    return [this, kind, session = session(), memo = memo_,
            asked](const viewers::CodeSubject& subject, const JobContext& job) {
        workbench::DeviceCodeOptions options;
        options.kind = kind;
        options.lowering.memo = memo;
        options.choices = subject.choices;
        options.fitChoices = true;
        if (!codegen::kernelsByHand(subject.choices).empty()) // they are for what is run
            options.lowering.constants = subject.values;
        options.consent = [asked](const auto& code) { return asked->ask(code); };
        session->setStop(job.stop());
        const auto listed = workbench::deviceCode(*subject.document, options, *session);
        if (!listed) {
            job.failed(qs(listed.error().sentence));
            if (listed.error().code == "untrusted-code")
                QMetaObject::invokeMethod(
                    this, [this, asked, why = listed.error()] { askForConsent(asked, why); },
                    Qt::QueuedConnection);
            return viewers::noCode(listed.error());
        }
        job.succeeded(tr("%1 for %2 by %3")
                          .arg(viewers::counted(static_cast<qsizetype>(listed->plan.kernels.size()),
                                                tr("kernel"), tr("kernels")),
                               qs(listed->code.architecture), qs(listed->code.writtenBy)));
        return shown(*subject.document, *listed, subject.origins);
    };
}

void DeviceListings::askForConsent(const std::shared_ptr<workbench::Consent>& asked,
                                   const Diagnostic& why) {
    const QString file = workspace_.path();
    if (!refused_.insert(file).second)
        return;
    auto* dialog = new ConsentDialog(why, workspace_.programName(), window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, asked, file] {
        refused_.erase(file);
        if (const auto remembered = asked->agree(); !remembered)
            emit failed(remembered.error(), tr("Not remembered"));
        else
            panel_.again();
    });
    dialog->open();
}

} // namespace mw::app
