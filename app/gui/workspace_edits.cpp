// Editing variants: each edit is a job, whose steps appear where it began.
#include "app/gui/workspace.h"
#include "app/workbench/launches.h"
#include "app/workbench/optimise.h"
#include "app/workbench/specialise_values.h"
#include "core/analysis/kernel_names.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"
#include "viewers/panels/transformation_text.h"

#include <QElapsedTimer>
#include <QFileInfo>

#include <iterator>
#include <utility>

namespace mw::app {

using viewers::counted;
using viewers::JobContext;
using viewers::qs;

QString Workspace::editSlot(const Program& program, const Pane& pane) {
    const auto number = [](const auto& thing) {
        return QString::number(reinterpret_cast<quintptr>(&thing));
    };
    return kEditSlot + number(program) + QLatin1Char('-') + number(pane);
}

QString Workspace::optimiseSlot(const Program& program) {
    return kEditSlot + QStringLiteral("optimise-") +
           QString::number(reinterpret_cast<quintptr>(&program));
}

/// Where an edit began, and where its steps are to appear.
struct Workspace::Origin {
    ProgramPtr program;
    history::VariantId variant;
    QPointer<Pane> pane;
};

void Workspace::workDone(const ProgramPtr& program) {
    program->changed();
    emit historyChanged();
}

/// Another variant is looked at: nothing was done, but a session comes back there.
void Workspace::wentOn() {
    active_->goToCurrent();
    program()->kept = false;
    emit historyChanged();
}

void Workspace::startEdit(const QString& title, Edit edit) {
    if (!isOpen())
        return;
    jobs_.start(
        {editSlot(*program(), *active_), viewers::translatedTitle(title),
         viewers::JobQueue::Lane::pool, true},
        this,
        [document = current().document, edit = std::move(edit)](const JobContext& context) {
            auto edited = edit(document, context.stop());
            if (edited)
                workbench::tellEffects(document, edited->steps);
            if (edited && !edited->steps.empty()) // likewise
                analysis::sharedKernelNames(edited->steps.back().result.document);
            return edited;
        },
        [this, origin = Origin{program(), current().id, active_}, title](Expected<Edited> edited) {
            finishEdit(origin, title, std::move(edited));
        });
}

void Workspace::finishEdit(const Origin& origin, const QString& title, Expected<Edited> edited) {
    auto& history = *origin.program->history;
    Pane* pane = origin.pane;
    const auto tab = pane ? pane->tabOf(origin.program) : std::nullopt;
    if ((tab ? pane->tabs()[*tab].variant : history.current().id) != origin.variant)
        return; // the user went elsewhere meanwhile
    if (pane && pane->program() != origin.program)
        pane = nullptr; // it went on to another program: the steps are for whoever comes back
    if (!edited) {
        emit failed(edited.error(), tr("%1: not applied").arg(viewers::translatedTitle(title)));
        if (pane)
            pane->selection().setHighlights(edited.error().location.elements);
        return;
    }
    history.goTo(origin.variant);
    const auto times = edited->steps.size();
    workbench::add(history, std::move(edited->steps), title.toStdString());
    emit said(edited->said.isEmpty()
                  ? tr("%1: applied %2×").arg(viewers::translatedTitle(title)).arg(times)
                  : edited->said);
    if (pane)
        pane->goToCurrent();
    else if (origin.pane)
        origin.pane->follow(origin.program, origin.variant, history.current().id);
    if (pane != active_ && program() == origin.program)
        history.goTo(active_->variantId());
    workDone(origin.program);
    if (!edited->replayed.empty())
        emit replayed(origin.program, edited->replayed);
}

namespace {

/// The variant that this step made of `below` already; 0: none.
history::VariantId made(const history::History& history, history::VariantId below,
                        const workbench::Step& step) {
    for (const auto id : history.children(below))
        if (const auto& child = *history.find(id);
            child.document == step.result.document &&
            history::text(*child.record) == history::text(step.record))
            return id;
    return {};
}

} // namespace

/// Several steps of one job stand under its title.
void Workspace::markBatch(history::History& history, history::VariantId kept,
                          history::VariantId last, const Found& found) {
    std::vector<history::VariantId> added;
    for (auto id = last; id != kept; id = history.find(id)->parent)
        added.push_back(id);
    if (added.empty() || (added.size() == 1 && !found.batch))
        return;
    for (const auto id : added)
        history.setBatch(id, {found.batch.value_or(added.back()), found.title.toStdString()});
}

history::VariantId Workspace::addSteps(Found found) {
    auto& [program, below, steps, origin, shown, title, batch] = found;
    auto& history = *program->history;
    Pane* pane = origin && origin->program() == program ? origin.data() : nullptr;
    const auto before = history.current().id;
    const bool looksOn = (pane ? pane->variantId() : before) == shown;
    auto kept = below;
    auto first = steps.begin();
    for (; first != steps.end() && made(history, kept, *first); ++first)
        kept = made(history, kept, *first);
    history.goTo(kept);
    workbench::add(history, {std::make_move_iterator(first), std::make_move_iterator(steps.end())});
    const auto last = history.current().id;
    markBatch(history, kept, last, found);
    if (looksOn && pane && last != shown)
        pane->goToCurrent();
    if (!looksOn)
        history.goTo(before);
    else if (pane != active_ && this->program() == program)
        history.goTo(active_->variantId());
    workDone(program);
    return last;
}

void Workspace::apply(const QString& transformation, const transforms::Match& match,
                      const transforms::Params& params) {
    if (const auto* found = transforms::findTransformation(transformation.toStdString()))
        startEdit(qs(found->title), [=](const ir::DocumentPtr& document, const std::stop_token&) {
            return workbench::applyAt(*found, document, match, params);
        });
}

void Workspace::applyStep() {
    if (const auto why = step().whyNot(); !why.isEmpty()) {
        emit said(why);
        return;
    }
    const auto one = step().step();
    apply(qs(one.transformation->name), *one.match, one.params);
}

void Workspace::applyFirst(const QString& transformation, const transforms::Params& params) {
    if (const auto* found = transforms::findTransformation(transformation.toStdString()))
        startEdit(qs(found->title), [=](const ir::DocumentPtr& document, const std::stop_token&) {
            return workbench::applyFirst(*found, document, params);
        });
}

void Workspace::applyAll(const QString& transformation, const transforms::Params& params) {
    if (const auto* found = transforms::findTransformation(transformation.toStdString()))
        startEdit(qs(found->title),
                  [=](const ir::DocumentPtr& document, const std::stop_token& stop) {
                      return workbench::applyEverywhere(*found, document, params, stop);
                  });
}

void Workspace::specialise() {
    startEdit(tr("Specialise"), [inputs = runChoice(), grid = this->grid()](
                                    const ir::DocumentPtr& document, const std::stop_token&) {
        return workbench::specialise(document, inputs, grid());
    });
}

namespace {

/// What became of a program, in one sentence.
QString optimisedText(const workbench::Optimisation& done, const QString& device) {
    const auto kernels = [](const workbench::Prediction& p) {
        return counted(static_cast<qsizetype>(p.kernels.size()), Workspace::tr("kernel"),
                       Workspace::tr("kernels"));
    };
    const auto text =
        Workspace::tr("Optimised in %1: %2 became %3, %4 to move became %5; %6 in place of %7 "
                      "predicted for %8")
            .arg(counted(static_cast<qsizetype>(done.steps.size()), Workspace::tr("step"),
                         Workspace::tr("steps")),
                 kernels(done.before), kernels(done.after), viewers::bytesText(done.before.bytes),
                 viewers::bytesText(done.after.bytes),
                 viewers::microseconds(done.after.microseconds),
                 viewers::microseconds(done.before.microseconds), device);
    if (done.isOwn())
        return text;
    return Workspace::tr("%1; the order of %2 was taken, as %3 are predicted for the steps that "
                         "were found first")
        .arg(text, qs(done.forms[done.taken].name),
             viewers::microseconds(done.forms.front().predicted.microseconds));
}

/// "17 steps, 812 µs predicted in place of 1.14 ms".
QString reachedText(const workbench::OptimiseProgress& at) {
    const auto steps =
        counted(static_cast<qsizetype>(at.steps), Workspace::tr("step"), Workspace::tr("steps"));
    return at.reached > 0 ? Workspace::tr("%1, %2 predicted in place of %3")
                                .arg(steps, viewers::microseconds(at.reached),
                                     viewers::microseconds(at.before))
                          : steps;
}

} // namespace

/// Steps that a job finds, on their way into the history: a few at a time, so that the window has
/// time to show them.
class Workspace::Growth {
public:
    Growth(Workspace& workspace, Origin origin, ir::DocumentPtr document)
        : workspace_(workspace), origin_(std::move(origin)), start_(document),
          document_(std::move(document)), last_(origin_.variant) {}

    /// By the job.
    void found(std::vector<workbench::Step> steps, const JobContext& context) {
        prepare(document_, steps);
        for (auto& step : steps) {
            document_ = step.result.document;
            waiting_.push_back(std::move(step));
        }
        if (shown_.isValid() && shown_.elapsed() < kPause)
            return;
        shown_.start();
        context.deliver([this, some = std::exchange(waiting_, {})]() mutable { add(some); });
    }
    /// By the job, where it ended at other steps from the start than those that it found.
    void instead(std::vector<workbench::Step> steps) {
        prepare(start_, steps);
        instead_ = std::move(steps);
    }
    /// By the window, when the job has ended.
    void finish() {
        add(waiting_);
        if (!batch_ && !instead_)
            return;
        auto& history = *origin_.program->history;
        if (batch_)
            history.nameBatch(last_);
        if (instead_) { // a branch beside what was found; none where the start stays
            last_ = workspace_.addSteps({origin_.program,
                                         origin_.variant,
                                         std::move(*instead_),
                                         origin_.pane,
                                         last_,
                                         Workspace::tr("Optimise"),
                                         {}});
            if (last_ != origin_.variant)
                history.nameBatch(last_);
        }
        workspace_.workDone(origin_.program);
    }

private:
    static constexpr int kPause = 200; // ms

    /// Here, and not where somebody waits for it.
    static void prepare(const ir::DocumentPtr& document, std::vector<workbench::Step>& steps) {
        workbench::tellEffects(document, steps);
        for (auto& step : steps)
            history::siteOf(step.record).document();
    }

    void add(std::vector<workbench::Step>& steps) {
        if (steps.empty())
            return;
        const auto before = last_;
        last_ = workspace_.addSteps({origin_.program, last_, std::exchange(steps, {}), origin_.pane,
                                     last_, Workspace::tr("Optimise"), batch_});
        const auto& history = *origin_.program->history;
        for (auto id = last_; !batch_ && id != before; id = history.find(id)->parent)
            if (history.find(id)->parent == before)
                batch_ = id;
    }

    Workspace& workspace_;
    Origin origin_;
    ir::DocumentPtr start_, document_; ///< that the next step begins at
    std::optional<std::vector<workbench::Step>> instead_;
    history::VariantId last_;
    std::optional<history::VariantId> batch_; ///< the first of the steps
    std::vector<workbench::Step> waiting_;
    QElapsedTimer shown_;
};

void Workspace::optimise(const QString& pipeline) {
    const auto* found = transforms::findPipeline(pipeline.toStdString());
    if (!found || !isOpen())
        return;
    const auto growth = std::make_shared<Growth>(*this, Origin{program(), current().id, active_},
                                                 current().document);
    const auto device = predictionDevice(program());
    jobs_.start(
        {optimiseSlot(*program()), tr("Optimise"), viewers::JobQueue::Lane::pool, true}, this,
        // What became of it, in words: the steps that were not taken end with the job, hundreds of
        // graphs that the window would take as long for as for a picture.
        [found, growth, document = current().document, inputs = runChoice(), grid = this->grid(),
         device](const JobContext& context) -> Expected<QString> {
            const auto& model = device.modelFor(*document);
            workbench::OptimiseOptions options;
            options.rates = workbench::deviceRates(model);
            options.stop = context.stop();
            options.found = [&](const auto& steps) { growth->found(steps, context); };
            options.progress = [&](const workbench::OptimiseProgress& at) {
                context.progress(reachedText(at), at.tried, at.total);
            };
            auto done =
                workbench::optimiseFor(document, *found, inputs, grid(), std::move(options));
            if (done && !done->isOwn())
                growth->instead(done->steps);
            if (done && done->steps.empty())
                done = context.stopRequested()
                           ? fail("cancelled", "Nothing was found by then.")
                           : fail("no-match", "No step of the pipeline applies to this graph, or "
                                              "none is predicted to save anything.");
            if (!done)
                return fail(std::move(done.error()));
            context.succeeded(
                counted(std::ssize(done->steps), Workspace::tr("step"), Workspace::tr("steps")));
            return optimisedText(*done, device.text(model));
        },
        [this, growth](const Expected<QString>& done) {
            growth->finish();
            if (done)
                emit said(*done);
            else
                emit failed(done.error(), tr("%1: not applied").arg(tr("Optimise")));
        });
}

void Workspace::replay(const QString& file) {
    const auto name = QFileInfo(file).fileName();
    startEdit(tr("Replay %1").arg(name),
              [path = toPath(file), name](const ir::DocumentPtr& document,
                                          const std::stop_token& stop) -> Expected<Edited> {
                  MW_TRY(const auto recipe, workbench::readRecipe(path));
                  Edited edited;
                  edited.replayed =
                      workbench::replay(document, recipe, workbench::OnMisfit::skip, stop);
                  if (stop.stop_requested())
                      return fail("cancelled", "Replaying was cancelled.");
                  edited.steps = workbench::doneOf(edited.replayed);
                  edited.said = tr("Replayed %1 of the %2 of %3")
                                    .arg(edited.steps.size())
                                    .arg(counted(static_cast<qsizetype>(edited.replayed.size()),
                                                 tr("step"), tr("steps")),
                                         name);
                  return edited;
              });
}

void Workspace::repair(const std::vector<Diagnostic>& findings) {
    startEdit(tr("Repair"), [=](const ir::DocumentPtr& document, const std::stop_token& stop) {
        return workbench::repairAll(document, findings, stop);
    });
}

void Workspace::edit(const transforms::Edit& edit) {
    startEdit(tr("Edit"),
              [edit](const ir::DocumentPtr& document, const std::stop_token&) -> Expected<Edited> {
                  MW_TRY(auto steps, workbench::edit(document, edit));
                  QString said = tr("Edited: %1").arg(qs(siteOf(steps.front().record).label));
                  return Edited{std::move(steps), std::move(said)};
              });
}

void Workspace::choose(const codegen::Choices& choices) {
    startEdit(tr("Choose"), [choices](const ir::DocumentPtr& document, const std::stop_token&) {
        auto step = workbench::launchStep(document, choices);
        QString said = qs(history::text(step.record));
        return Edited{{std::move(step)}, std::move(said)};
    });
}

void Workspace::moveTo(history::VariantId id) {
    if (current().id == id)
        return;
    program()->history->goTo(id);
    wentOn();
}

void Workspace::goTo(history::VariantId id) {
    if (isOpen() && history()->find(id))
        moveTo(id);
}

void Workspace::undo() {
    if (isOpen() && history()->canUndo())
        moveTo(current().parent);
}

void Workspace::redo() {
    if (!isOpen() || !history()->canRedo())
        return;
    program()->history->redo();
    wentOn();
}

} // namespace mw::app
