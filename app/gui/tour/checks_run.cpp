// Holds the tasks about variants and measurements against what was done.
#include "app/gui/tour/checks.h"
#include "app/gui/tr.h"
#include "app/gui/trial.h"
#include "core/bench/ranking.h"
#include "core/support/statistics.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <QStringList>

#include <algorithm>

namespace mw::app::tour {

using history::History;
using history::Variant;
using history::VariantId;
using viewers::qs;

namespace {

/// Median of the last measurement, us; 0: it was not measured.
double timeOf(const Variant& variant) {
    const auto found = variant.measured.find("device-us");
    return found == variant.measured.end() ? 0 : found->second;
}

/// Variants other than the original that were measured.
std::vector<const Variant*> measuredRewrites(const History& history) {
    std::vector<const Variant*> found;
    for (const auto& variant : history.variants())
        if (variant.id != history.root().id && timeOf(variant) > 0)
            found.push_back(&variant);
    return found;
}

/// Of the last measurement of this session; null: the variant is not in it.
const bench::VariantResult* resultOf(const workbench::Program& program, const Variant& variant) {
    if (!program.bench)
        return nullptr;
    const auto found =
        std::ranges::find(program.bench->variants, variant.name, &bench::VariantResult::name);
    return found == program.bench->variants.end() ? nullptr : &*found;
}

/// Shown by samples taken together, where there are any, else by medians. What cannot be ranked is
/// not slower.
bool isSlower(const workbench::Program& program, const Variant& one, const Variant& other) {
    const auto *a = resultOf(program, one), *b = resultOf(program, other);
    if (a && b && !bench::whyNotRanked(*program.bench).empty())
        return false;
    if (a && b && !a->deviceSamples.empty() && a->deviceSamples.size() == b->deviceSamples.size())
        return ratioInterval(a->deviceSamples, b->deviceSamples).low > 1;
    return timeOf(one) > timeOf(other);
}

TourVerdict cannotRun(const TourScene& scene) {
    return {false, scene.cannotRun.isEmpty()
                       ? QString()
                       : tr("Nothing can be timed here: %1 Skip this step: what was rewritten is "
                            "compared by the interpreter all the same.")
                             .arg(scene.cannotRun)};
}

} // namespace

TourVerdict pinned(const TourScene& scene, const TourMark& /*since*/) {
    const auto& history = scene.history();
    bool anyBlocked = false, anyPlain = false, hasBlocked = false, hasPlain = false;
    for (const auto& variant : history.variants()) {
        if (variant.id == history.root().id)
            continue;
        const bool isOne = isBlocked(history, variant.id);
        (isOne ? anyBlocked : anyPlain) = true;
        if (variant.pinned)
            (isOne ? hasBlocked : hasPlain) = true;
    }
    QStringList missing;
    if (!history.root().pinned)
        missing << tr("the original");
    if (!hasPlain)
        missing << tr("the fused one");
    if (anyBlocked && !hasBlocked)
        missing << tr("the blocked one");
    if (missing.isEmpty())
        return {true, tr("%1 variants will be verified and timed side by side.")
                          .arg(history.pinned().size())};
    if (history.pinned().empty() && anyPlain)
        return {};
    return {false, tr("Still without a pin: %1.").arg(missing.join(QStringLiteral(", ")))};
}

TourVerdict measured(const TourScene& scene, const TourMark& since) {
    const auto& measurements = scene.program->measurements;
    const auto root = scene.history().root().id;
    for (std::size_t i = measurements.size(); i > since.measurements; --i) {
        const auto& variants = measurements[i - 1].variants;
        if (variants.size() < 2 || std::ranges::find(variants, root) == variants.end())
            continue;
        QStringList times;
        for (const auto id : variants)
            if (const auto* variant = scene.history().find(id))
                times << viewers::microseconds(timeOf(*variant));
        const auto where = scene.program->bench ? qs(scene.program->bench->device) : QString();
        return {true, tr("Medians, in the order of the table: %1. %2")
                          .arg(times.join(QStringLiteral(", ")), where)};
    }
    if (measurements.size() > since.measurements)
        return {
            false,
            tr("What was timed is not the original and another variant: pin both, and run again.")};
    return cannotRun(scene);
}

TourVerdict verified(const TourScene& scene, const TourMark& /*since*/) {
    if (const auto& bench = scene.program->bench; bench && bench->variants.size() > 1) {
        for (const auto& variant : bench->variants)
            if (!variant.verified)
                return {false, tr("%1 computes something else: %2")
                                   .arg(qs(variant.name), qs(variant.verification))};
        return {true, tr("%1 in every variant.").arg(qs(bench->variants.back().verification))};
    }
    const auto& variant = scene.variant();
    if (variant.id == scene.history().root().id)
        return {false, tr("This is the original: go to a variant that you made.")};
    if (!variant.agreement)
        return {};
    const auto sentence = qs(variant.agreement->sentence);
    return {variant.agreement->result == history::Agreement::Result::same,
            tr("By the interpreter: %1").arg(sentence)};
}

namespace {

/// What is known all the same: whether outputs agree, and the medians.
TourVerdict unranked(const TourScene& scene, const std::vector<const Variant*>& rewrites) {
    const auto& history = scene.history();
    QStringList said, medians;
    for (const auto* variant : rewrites) {
        if (!resultOf(*scene.program, *variant))
            continue;
        if (const auto one = trialText(*scene.program->bench, history.root().name, variant->name);
            !said.contains(one))
            said << one;
        medians << (isBlocked(history, variant->id) ? tr("Blocked: %1, the original %2.")
                                                    : tr("Fused: %1, the original %2."))
                       .arg(viewers::microseconds(timeOf(*variant)),
                            viewers::microseconds(timeOf(history.root())));
    }
    said << tr("Run again when it is quiet, or go on.") << medians;
    return {true, said.join(QLatin1Char('\n')), true};
}

} // namespace

TourVerdict compared(const TourScene& scene, const TourMark& /*since*/) {
    const auto& history = scene.history();
    const auto rewrites = measuredRewrites(history);
    if (rewrites.empty() || timeOf(history.root()) == 0)
        return cannotRun(scene);
    if (const auto& bench = scene.program->bench; bench && !bench::whyNotRanked(*bench).empty())
        return unranked(scene, rewrites);
    QStringList lines;
    for (const auto* variant : rewrites) {
        const auto said = resultOf(*scene.program, *variant)
                              ? trialText(*scene.program->bench, history.root().name, variant->name)
                              : viewers::ratioText(timeOf(*variant) / timeOf(history.root()));
        lines << (isBlocked(history, variant->id) ? tr("Blocked: %1") : tr("Fused: %1")).arg(said);
    }
    return {true, lines.join(QLatin1Char('\n'))};
}

TourVerdict undone(const TourScene& scene, const TourMark& /*since*/) {
    const auto* before = scene.history().find(scene.cameFrom);
    if (!before || before->parent != scene.variant().id)
        return {false, scene.history().canUndo()
                           ? QString()
                           : tr("This is the original, and nothing is left to undo: redo first, or "
                                "choose a variant in History.")};
    return {true, tr("Back before “%1”, which is still there: History lists every variant that "
                     "there ever was.")
                      .arg(qs(before->name))};
}

TourVerdict kept(const TourScene& scene, const TourMark& /*since*/) {
    const auto& history = scene.history();
    const auto& current = scene.variant();
    if (current.id == history.root().id)
        return {false, tr("This is the original: choose a better one.")};
    for (const auto* other : measuredRewrites(history))
        if (timeOf(current) > 0 && isSlower(*scene.program, current, *other))
            return {false, tr("%1 is faster: %2 against %3.")
                               .arg(qs(other->name), viewers::microseconds(timeOf(*other)),
                                    viewers::microseconds(timeOf(current)))};
    if (timeOf(current) == 0 && !measuredRewrites(history).empty())
        return {false, tr("This variant was not timed.")};
    if (!current.pinned)
        return {false, tr("It has no pin yet.")};
    for (const auto& other : history.variants())
        if (other.pinned && other.id != current.id && other.id != history.root().id)
            return {false, tr("%1 still has a pin.").arg(qs(other.name))};
    if (timeOf(current) == 0 || timeOf(history.root()) == 0)
        return {true, tr("Kept: %1.").arg(qs(current.name))};
    if (const auto& bench = scene.program->bench;
        bench && resultOf(*scene.program, current) && !bench::whyNotRanked(*bench).empty())
        return {true, tr("Kept: %1. Its times are not ranked.").arg(qs(current.name)), true};
    return {true, tr("Kept: %1 in place of the original's %2.")
                      .arg(viewers::microseconds(timeOf(current)),
                           viewers::microseconds(timeOf(history.root())))};
}

TourVerdict exported(const TourScene& scene, const TourMark& since) {
    if (scene.exports <= since.exports)
        return {};
    if (scene.variant().id == scene.history().root().id)
        return {false, tr("What was exported is the original: choose a better variant first.")};
    return {true, tr("Written, where the line below the window says. DaCe and GT4Py read it; the "
                     "sample itself is as it was.")};
}

} // namespace mw::app::tour
