// Makes the numbers of what the active pane shows.
#include "app/gui/run_numbers.h"

#include "app/gui/program_pane.h"
#include "app/gui/workspace.h"
#include "core/ir/shared_index.h"
#include "viewers/jobs/job_queue.h"

namespace mw::app {

namespace {

constexpr int kPause = 150; // ms
const QString kSlot = QStringLiteral("element-numbers");

struct Made {
    viewers::ElementNumbers numbers;
    std::shared_ptr<inputs::IndexTables> tables;
};

} // namespace

RunNumbers::RunNumbers(Workspace& workspace, viewers::JobQueue& jobs, QObject* parent)
    : QObject(parent), workspace_(workspace), jobs_(jobs) {
    pause_.setSingleShot(true);
    pause_.setInterval(kPause);
    connect(&pause_, &QTimer::timeout, this, &RunNumbers::start);
    for (const auto changed :
         {&Workspace::opened, &Workspace::variantChanged, &Workspace::activated,
          &Workspace::projectChanged, &Workspace::sizesChanged})
        connect(&workspace, changed, this, &RunNumbers::look);
}

void RunNumbers::look() {
    const auto document = workspace_.isOpen() ? workspace_.current().document : nullptr;
    std::string inputs; // and the device, which grids are chosen for
    if (document)
        inputs = std::string(codegen::name(workspace_.deviceShown())) +
                 workbench::toString(workspace_.project().inputs);
    if (document == document_ && inputs == inputs_)
        return;
    document_ = document;
    inputs_ = inputs;
    numbers_.reset();
    jobs_.discard(kSlot);
    pause_.start();
}

void RunNumbers::start() {
    if (!document_)
        return;
    jobs_.start(
        {kSlot, tr("Counting bytes and operations")}, this,
        [document = document_, choice = workspace_.project().inputs, grid = workspace_.grid(),
         known = tables_](const viewers::JobContext&) {
            Made made;
            auto scenario = workbench::scenarioFor(*document->root, choice, grid());
            made.numbers = viewers::elementNumbers(
                *ir::sharedIndex(document), scenario ? scenario->symbols : symbolic::Bindings{});
            if (!scenario)
                made.numbers.note = withoutNumbers(scenario.error());
            else if (known && inputs::toJson(known->scenario()) == inputs::toJson(*scenario))
                made.tables = known; // with what was read of them
            else
                made.tables = std::make_shared<inputs::IndexTables>(std::move(*scenario));
            return made;
        },
        [this](Made made) {
            numbers_ = std::move(made.numbers);
            tables_ = std::move(made.tables);
            emit changed();
        });
}

} // namespace mw::app
