// Counts what variants move and launch, behind the user's back.
#include "app/gui/variant_numbers.h"

#include "app/gui/workspace.h"
#include "app/workbench/run_setup.h"
#include "core/analysis/figures.h"
#include "viewers/jobs/job_queue.h"

#include <algorithm>
#include <chrono>

namespace mw::app {

namespace {

const QString kVariantSlot = QStringLiteral("variant-numbers");
/// Of one job: what is there is shown, and a step that the user makes waits no longer.
constexpr auto kTurn = std::chrono::milliseconds(200);

struct Uncounted {
    history::VariantId id;
    ir::DocumentPtr document;
};

} // namespace

VariantNumbers::VariantNumbers(Workspace& workspace, viewers::JobQueue& jobs, QObject* parent)
    : QObject(parent), workspace_(workspace), jobs_(jobs) {
    for (const auto changed :
         {&Workspace::opened, &Workspace::historyChanged, &Workspace::activated,
          &Workspace::projectChanged, &Workspace::sizesChanged})
        connect(&workspace, changed, this, &VariantNumbers::look);
}

const viewers::FiguresByVariant* VariantNumbers::of(const ProgramPtr& program) const {
    const auto found = std::ranges::find_if(
        counted_, [&](const Counted& one) { return one.program.lock() == program; });
    return program && found != counted_.end() ? &found->figures : nullptr;
}

/// What was counted for other inputs is past.
VariantNumbers::Counted& VariantNumbers::countedOf(const ProgramPtr& program) {
    const auto choice = workspace_.inputsOf(program);
    const auto inputs = choice.isDefault()
                            ? "on " + std::string(codegen::name(workspace_.deviceShown()))
                            : workbench::toString(choice);
    std::erase_if(counted_, [](const Counted& one) { return one.program.expired(); });
    auto found = std::ranges::find_if(
        counted_, [&](const Counted& one) { return one.program.lock() == program; });
    if (found == counted_.end())
        found = counted_.insert(counted_.end(), {program, inputs, {}});
    if (found->inputs != inputs)
        *found = {program, inputs, {}};
    return *found;
}

/// The active pane's program first.
void VariantNumbers::look() {
    if (running_)
        return; // its end looks again
    if (workspace_.isOpen() && start(workspace_.program()))
        return;
    for (const auto* pane : workspace_.panes())
        if (pane->isOpen() && start(pane->program()))
            return;
}

/// False: all of its variants are counted.
bool VariantNumbers::start(const ProgramPtr& program) {
    const auto& counted = countedOf(program);
    std::vector<Uncounted> left;
    for (const auto& variant : program->history->variants())
        if (!counted.figures.contains(variant.id))
            left.push_back({variant.id, variant.document});
    if (left.empty())
        return false;
    running_ = true;
    jobs_.start(
        {kVariantSlot, tr("Counting what variants move"), viewers::JobQueue::Lane::spare}, this,
        [left = std::move(left), root = program->history->root().document,
         choice = workspace_.inputsOf(program),
         grid = workspace_.grid(program)](const viewers::JobContext& context) {
            const auto scenario = workbench::scenarioFor(*root->root, choice, grid());
            const auto values = scenario ? scenario->symbols : symbolic::Bindings{};
            const auto end = std::chrono::steady_clock::now() + kTurn;
            viewers::FiguresByVariant figures;
            for (const auto& [id, document] : left) {
                figures[id] = analysis::figures(*document, values);
                if (context.stopRequested() || std::chrono::steady_clock::now() > end)
                    break;
            }
            return figures;
        },
        [this, program, inputs = counted.inputs](viewers::FiguresByVariant figures) {
            running_ = false;
            if (auto& known = countedOf(program); known.inputs == inputs)
                known.figures.merge(figures);
            emit changed();
            look();
        });
    return true;
}

} // namespace mw::app
