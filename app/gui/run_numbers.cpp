// Makes the numbers of what the active pane shows.
#include "app/gui/run_numbers.h"

#include "app/gui/program_forecast.h"
#include "app/gui/program_pane.h"
#include "app/gui/workspace.h"
#include "core/bench/chosen_launches.h"
#include "core/ir/shared_index.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/jobs/pause.h"

namespace mw::app {

namespace {

constexpr int kNumbersPause = 150; // ms
const QString kSlot = QStringLiteral("element-numbers");

struct Made {
    viewers::ElementNumbers numbers;
    std::shared_ptr<inputs::IndexTables> tables;
    std::shared_ptr<viewers::StepPredictor> forecast;
};

} // namespace

RunNumbers::RunNumbers(Workspace& workspace, viewers::JobQueue& jobs, QObject* parent)
    : QObject(parent), workspace_(workspace), jobs_(jobs) {
    pause_.setSingleShot(true);
    pause_.setInterval(viewers::pauseOf(kNumbersPause));
    connect(&pause_, &QTimer::timeout, this, &RunNumbers::start);
    for (const auto changed :
         {&Workspace::opened, &Workspace::variantChanged, &Workspace::activated,
          &Workspace::projectChanged, &Workspace::sizesChanged, &Workspace::predictionChanged})
        connect(&workspace, changed, this, &RunNumbers::look);
}

void RunNumbers::look() {
    const auto document = workspace_.isOpen() ? workspace_.current().document : nullptr;
    auto inputs = workspace_.runChoice();
    const auto device = workspace_.deviceShown(); // which grids are chosen for
    auto predicted = workspace_.predictionDevice(workspace_.program());
    auto choices = workspace_.program()
                       ? bench::chosenLaunches(*workspace_.history(), workspace_.current().id)
                       : codegen::Choices{};
    if (document == document_ && inputs == inputs_ && device == device_ &&
        predicted == predicted_ && choices == choices_)
        return;
    document_ = document;
    inputs_ = std::move(inputs);
    device_ = device;
    predicted_ = std::move(predicted);
    choices_ = std::move(choices);
    numbers_.reset();
    jobs_.discard(kSlot);
    document_ ? pause_.start() : pause_.stop();
}

void RunNumbers::start() {
    jobs_.start(
        {kSlot, tr("Counting bytes and operations"), viewers::JobQueue::Lane::details}, this,
        [document = document_, choice = inputs_, grid = workspace_.grid(), known = tables_,
         memo = memo_, device = predicted_, choices = choices_,
         adviser = workspace_.adviser()](const viewers::JobContext&) {
            Made made;
            auto scenario = workbench::scenarioFor(*document->root, choice, grid());
            const auto values = scenario ? scenario->symbols : symbolic::Bindings{};
            made.numbers = viewers::elementNumbers(*ir::sharedIndex(document), values);
            if (!scenario)
                made.numbers.note = withoutNumbers(scenario.error());
            made.forecast = std::make_shared<ProgramForecast>(document, values, memo,
                                                              device.ratesFor(*document), adviser,
                                                              made.numbers.note, choices);
            if (scenario && known && inputs::toJson(known->scenario()) == inputs::toJson(*scenario))
                made.tables = known; // with what was read of them
            else if (scenario)
                made.tables = std::make_shared<inputs::IndexTables>(std::move(*scenario));
            return made;
        },
        [this](Made made) {
            numbers_ = std::move(made.numbers);
            tables_ = std::move(made.tables);
            forecast_ = std::move(made.forecast);
            emit changed();
        });
}

} // namespace mw::app
