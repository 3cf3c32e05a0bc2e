// Checks every variant that a transformation made against its base, beside what the user does.
#include "app/gui/rewrite_watch.h"

#include "app/gui/notices.h"
#include "app/gui/workspace.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"

#include <mutex>

namespace mw::app {

using viewers::JobContext;
using workbench::RewriteCheck;

/// A checker and what it is of. A superseded job may still be in it when the next one starts.
struct RewriteWatch::Base {
    explicit Base(ir::DocumentPtr of) : document(std::move(of)), checker(document) {}

    ir::DocumentPtr document;
    workbench::RewriteChecker checker;
    std::mutex mutex;
};

RewriteWatch::RewriteWatch(Workspace& workspace, viewers::JobQueue& jobs, Notices& notices,
                           QObject* parent)
    : QObject(parent), workspace_(workspace), jobs_(jobs), notices_(notices) {
    connect(&workspace, &Workspace::variantChanged, this, &RewriteWatch::look);
}

void RewriteWatch::look() {
    const auto& program = workspace_.program();
    if (!program)
        return jobs_.discard(kSlot);
    const auto& variant = workspace_.current();
    const bool repaired =
        variant.record && std::holds_alternative<history::RepairRecord>(*variant.record);
    const bool sameGraph =
        variant.record && std::holds_alternative<history::LaunchRecord>(*variant.record);
    if (!variant.record || repaired || sameGraph || variant.agreement)
        return jobs_.discard(kSlot);
    start(program, variant);
}

/// An edit may change results: it is held against the variant before it, and what follows against
/// it.
std::shared_ptr<RewriteWatch::Base> RewriteWatch::baseOf(const ProgramPtr& program,
                                                         const history::Variant& variant) {
    const auto& history = *program->history;
    const bool edited = std::holds_alternative<history::EditRecord>(*variant.record);
    const auto& document =
        history.find(edited ? variant.parent : history.baseOf(variant.id))->document;
    if (!base_ || base_->document != document)
        base_ = std::make_shared<Base>(document);
    return base_;
}

void RewriteWatch::start(const ProgramPtr& program, const history::Variant& variant) {
    jobs_.start(
        {kSlot, tr("Comparing results on small inputs"), viewers::JobQueue::Lane::spare, true},
        this,
        [base = baseOf(program, variant), document = variant.document](const JobContext& context) {
            const std::scoped_lock lock(base->mutex);
            auto check = base->checker.check(*document, context.stop());
            context.succeeded(viewers::qs(workbench::toText(check)));
            return check;
        },
        [this, program, id = variant.id](const RewriteCheck& check) { tell(program, id, check); });
}

void RewriteWatch::tell(const ProgramPtr& program, history::VariantId id,
                        const RewriteCheck& check) {
    const auto* variant = program->history->find(id);
    auto agreement = workbench::agreementOf(check, *variant->record);
    const auto result = agreement.result;
    workspace_.setAgreement(program, id, std::move(agreement));
    if (result == history::Agreement::Result::differsByEdit)
        notices_.say(tr("%1: differs from the variant before, on purpose (%2)")
                         .arg(viewers::qs(variant->name), viewers::qs(check.sentence)));
    if (result != history::Agreement::Result::differs)
        return;
    notices_.offer(tr("%1 changes what the program computes: %2")
                       .arg(viewers::qs(variant->name), viewers::qs(check.sentence)),
                   tr("Undo"), [this, program, id] {
                       if (workspace_.program() == program && workspace_.current().id == id)
                           workspace_.undo();
                   });
}

} // namespace mw::app
