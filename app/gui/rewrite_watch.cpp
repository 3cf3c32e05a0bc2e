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
    const bool rewritten =
        variant.record && std::holds_alternative<history::TransformationRecord>(*variant.record);
    if (!rewritten || variant.agreement)
        return jobs_.discard(kSlot);
    start(program, variant);
}

std::shared_ptr<RewriteWatch::Base> RewriteWatch::baseOf(const ProgramPtr& program,
                                                         history::VariantId id) {
    const auto& history = *program->history;
    const auto& document = history.find(history.baseOf(id))->document;
    if (!base_ || base_->document != document)
        base_ = std::make_shared<Base>(document);
    return base_;
}

void RewriteWatch::start(const ProgramPtr& program, const history::Variant& variant) {
    jobs_.start(
        {kSlot, tr("Comparing results on small inputs")}, this,
        [base = baseOf(program, variant.id),
         document = variant.document](const JobContext& context) {
            const std::scoped_lock lock(base->mutex);
            return base->checker.check(*document, context.stop());
        },
        [this, program, id = variant.id](const RewriteCheck& check) { tell(program, id, check); });
}

void RewriteWatch::tell(const ProgramPtr& program, history::VariantId id,
                        const RewriteCheck& check) {
    workspace_.setAgreement(program, id, workbench::agreementOf(check));
    if (check.result != RewriteCheck::Result::differs)
        return;
    const auto* variant = program->history->find(id);
    notices_.offer(tr("%1 changes what the program computes: %2")
                       .arg(viewers::qs(variant->name), viewers::qs(check.sentence)),
                   tr("Undo"), [this, program, id] {
                       if (workspace_.program() == program && workspace_.current().id == id)
                           workspace_.undo();
                   });
}

} // namespace mw::app
