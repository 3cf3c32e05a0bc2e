// From a generated kernel to a variant with one that is written by hand.
#include "viewers/panels/kernel_editing.h"

#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/kernel_editor.h"

#include <charconv>

namespace mw::viewers {

namespace {

int lineOf(const Diagnostic& problem) {
    int line = 0;
    const std::string& place = problem.location.path;
    std::from_chars(place.data(), place.data() + place.size(), line);
    return line;
}

} // namespace

KernelEditing::KernelEditing(JobQueue& jobs, KernelEditor& editor, QObject* parent)
    : QObject(parent), jobs_(jobs), editor_(editor) {
    connect(&editor_, &KernelEditor::keepRequested, this, &KernelEditing::keep);
    connect(&editor_, &KernelEditor::closeRequested, this, &KernelEditing::close);
}

const codegen::Kernel& KernelEditing::kernel() const {
    return plan_->kernels[index_];
}

void KernelEditing::open(const CodeSubject& subject, const KernelCode& code, int kernel,
                         codegen::Target target) {
    close();
    subject_ = subject;
    plan_ = code.plan;
    index_ = static_cast<std::size_t>(kernel);
    const auto& one = this->kernel();
    start_ = codegen::handText(one, target,
                               one.hand && one.hand->target == target
                                   ? one.hand->text
                                   : codegen::generatedText(one, target));
    const auto draft = drafts_.find(codegen::textWithPurpose(start_));
    editor_.open(tr("%1, for %2").arg(qs(one.name), qs(codegen::name(target)).toUpper()),
                 draft == drafts_.end() ? qs(start_.text) : draft->second.text);
}

void KernelEditing::close() {
    if (!plan_)
        return;
    jobs_.discard(QStringLiteral("kernel-by-hand"));
    if (const QString text = editor_.text(); text.toStdString() != start_.text)
        drafts_[codegen::textWithPurpose(start_)] = {kernel().name, text};
    else
        drafts_.erase(codegen::textWithPurpose(start_));
    plan_ = nullptr;
    emit closed();
}

QStringList KernelEditing::unkept() const {
    QStringList names;
    for (const auto& [key, draft] : drafts_)
        names << qs(draft.kernel);
    if (plan_ && editor_.text().toStdString() != start_.text)
        names << qs(kernel().name);
    names.removeDuplicates();
    return names;
}

void KernelEditing::forgetKept(const codegen::Choices& choices) {
    std::erase_if(drafts_, [&](const auto& one) {
        const auto choice = choices.find(one.second.kernel);
        return choice != choices.end() &&
               std::ranges::any_of(choice->second.hand, [&](const codegen::HandText& hand) {
                   return hand.text == one.second.text.toStdString();
               });
    });
}

void KernelEditing::keep() {
    if (!plan_)
        return;
    codegen::HandText hand = start_;
    hand.text = editor_.text().toStdString();
    if (hand.text == start_.text)
        return editor_.showProblem(tr("Nothing was changed"), 0);
    if (const auto fits = codegen::checkHandText(kernel(), hand); !fits)
        return showProblem(fits.error());
    auto choices =
        codegen::fittingChoices(*plan_, codegen::launchDevice(hand.target), subject_.choices);
    codegen::setHand(choices[kernel().name], hand);
    CodeSubject changed = subject_;
    changed.choices = choices;
    const auto check = makeCheck_ ? makeCheck_() : nullptr;
    if (!check)
        return take(choices, {});
    editor_.showProgress(tr("Compiling …"));
    JobQueue::Spec spec{QStringLiteral("kernel-by-hand"), tr("Compiling a kernel written by hand")};
    spec.lane = JobQueue::Lane::device;
    spec.logged = true;
    jobs_.start(
        std::move(spec), this,
        [check, changed, name = kernel().name, target = hand.target](const JobContext& job) {
            return check(changed, name, target, job);
        },
        [this, choices](const Expected<void>& compiled) { take(choices, compiled); });
}

void KernelEditing::take(const codegen::Choices& choices, const Expected<void>& compiled) {
    if (!plan_)
        return;
    editor_.showProgress({});
    if (!compiled)
        return showProblem(compiled.error());
    close(); // what was written goes when there is a variant that has it
    emit kept(choices);
}

void KernelEditing::showProblem(const Diagnostic& problem) {
    editor_.showProblem(qs(problem.sentence), lineOf(problem));
}

} // namespace mw::viewers
