// One step, tried: applied, verified, timed against the variant before.
#include "app/gui/trial.h"

#include "app/gui/notices.h"
#include "app/gui/run_controller.h"
#include "app/gui/workspace.h"
#include "core/bench/ranking.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"
#include "viewers/panels/timings_cell.h"

#include <algorithm>
#include <utility>

namespace mw::app {

using viewers::qs;

Trial::Trial(Workspace& workspace, RunController& run, Notices& notices, QObject* parent)
    : QObject(parent), workspace_(workspace), run_(run), notices_(notices) {
    connect(&workspace, &Workspace::variantChanged, this, &Trial::applied);
    connect(&workspace, &Workspace::benchChanged, this, &Trial::measured);
    connect(&run, &RunController::notMeasured, this, [this] {
        if (std::exchange(stage_, Stage::none) == Stage::measuring)
            notices_.say(tr("%1: applied, not measured").arg(what_));
    });
    connect(&workspace, &Workspace::failed, this, [this] {
        if (stage_ == Stage::applying)
            end();
    });
}

void Trial::start() {
    if (!workspace_.step().whyNot().isEmpty())
        return workspace_.applyStep(); // says it
    stage_ = Stage::applying;
    what_ = workspace_.step().name();
    program_ = workspace_.program().get();
    before_ = workspace_.current().id;
    workspace_.applyStep();
}

void Trial::applied() {
    if (stage_ == Stage::none)
        return;
    if (!workspace_.isOpen() || workspace_.program().get() != program_)
        return end(); // the user turned to something else
    if (stage_ != Stage::applying || workspace_.current().id == before_)
        return;
    if (workspace_.current().parent != before_)
        return end();
    stage_ = Stage::measuring;
    after_ = workspace_.current().id;
    workspace_.setPinned(before_, true);
    workspace_.setPinned(after_, true);
    run_.start();
}

void Trial::measured() {
    if (stage_ != Stage::measuring || workspace_.program().get() != program_ ||
        !workspace_.benchResult())
        return;
    end();
    const auto& history = *workspace_.history();
    notices_.say(what_ + QStringLiteral(": ") +
                 trialText(*workspace_.benchResult(), history.find(before_)->name,
                           history.find(after_)->name));
}

QString trialText(const bench::BenchResult& result, const std::string& before,
                  const std::string& after) {
    const auto find = [&](const std::string& name) {
        return std::ranges::find(result.variants, name, &bench::VariantResult::name);
    };
    const auto first = find(before), second = find(after);
    if (first == result.variants.end() || second == result.variants.end())
        return Trial::tr("it was not measured");
    if (!second->verified)
        return Trial::tr("the outputs differ: %1").arg(qs(second->verification));
    for (const auto& variant : {first, second})
        if (const auto why = bench::whyNotRanked(
                result, static_cast<std::size_t>(variant - result.variants.begin()));
            !why.empty()) {
            const auto bound =
                first == result.variants.begin()
                    ? bench::surelyFaster(
                          result, static_cast<std::size_t>(second - result.variants.begin()))
                    : std::nullopt;
            return bound ? Trial::tr("outputs agree; %1, how much more cannot be said: %2")
                               .arg(viewers::timings::boundText(*bound), qs(why))
                         : Trial::tr("outputs agree; the times are not ranked: %1").arg(qs(why));
        }
    const auto ratio = ratioInterval(first->deviceSamples, second->deviceSamples);
    const double times = first->device.median / second->device.median;
    const auto number = [](double value) { return viewers::fixedNumber(value, 2); };
    const QString range = QStringLiteral("(%1 to %2)").arg(number(ratio.low), number(ratio.high));
    if (ratio.low > 1)
        return Trial::tr("%1 times faster %2, outputs agree").arg(number(times), range);
    if (ratio.high < 1)
        return Trial::tr("%1 times slower %2, outputs agree")
            .arg(number(1 / times),
                 QStringLiteral("(%1 to %2)").arg(number(1 / ratio.high), number(1 / ratio.low)));
    return Trial::tr(
               "no difference that can be told from noise: %1 times as fast %2, outputs agree")
        .arg(number(times), range);
}

QString runText(const bench::BenchResult& result) {
    QStringList sentences;
    for (std::size_t v = 1; v < result.variants.size(); ++v) {
        const auto& name = result.variants[v].name;
        sentences << qs(name) + QStringLiteral(": ") +
                         trialText(result, result.variants.front().name, name);
    }
    return sentences.join(QStringLiteral("; "));
}

} // namespace mw::app
