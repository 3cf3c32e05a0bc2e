// From suggestions to brackets between rows.
#include "app/gui/program_brackets.h"

#include "app/gui/tr.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"
#include "viewers/panels/transformation_text.h"

#include <algorithm>
#include <set>
#include <utility>

namespace mw::app {

using viewers::ProgramBracket;
using viewers::qs;
using workbench::Suggestion;

namespace {

QString savesOf(const Suggestion& one) {
    QStringList parts;
    if (one.savedBytes > 0)
        parts << viewers::bytesText(static_cast<double>(one.savedBytes));
    if (one.savedKernels > 0)
        parts << (one.savedKernels == 1 ? tr("1 launch") : tr("%1 launches").arg(one.savedKernels));
    return parts.join(tr(" and "));
}

QString labelOf(const Suggestion& one) {
    if (one.savedBytes > 0)
        return QStringLiteral("−") + viewers::bytesText(static_cast<double>(one.savedBytes));
    return tr("−%1 launch").arg(one.savedKernels);
}

/// Rows and lanes of what is in the way.
void findBlocking(ProgramBracket& bracket, viewers::RowFinder& finder) {
    bracket.blockingRows.clear();
    bracket.blockingLanes.clear();
    for (const ElementId id : bracket.blocking)
        if (const auto lane = finder.laneOf(id))
            bracket.blockingLanes.push_back(*lane);
        else if (const auto row = finder.rowOf(id))
            bracket.blockingRows.push_back(*row);
}

} // namespace

ProgramAdvice bracketsOf(const workbench::Advice& advice, const viewers::ProgramSheet& sheet,
                         const ir::DocumentIndex& index) {
    constexpr std::size_t kRefused = 24; ///< more would hide what can be done
    ProgramAdvice found;
    std::set<std::pair<std::size_t, std::size_t>> known;
    viewers::RowFinder finder(sheet, index);
    const auto add = [&](const Suggestion& one) {
        std::set<std::size_t> rows;
        for (const auto& role : one.match.elements)
            if (const auto row = finder.rowOf(role.id);
                row && sheet.rows[*row].row.kind != analysis::RowKind::heading)
                rows.insert(*row);
        if (rows.size() < 2 || (one.savedBytes <= 0 && one.savedKernels <= 0) ||
            !known.emplace(*rows.begin(), *rows.rbegin()).second)
            return;
        const auto place = viewers::withKernelNames(index, one.match.label, one.match.ids());
        viewers::Step step{.document = index.document(),
                           .transformation = one.transformation,
                           .match = one.match,
                           .refusal = one.refusal,
                           .params = one.params,
                           .place = place,
                           .elements = one.match.ids()};
        ProgramBracket bracket;
        bracket.first = *rows.begin();
        bracket.last = *rows.rbegin();
        bracket.what = viewers::bothNames(*one.transformation) + QStringLiteral(": ") + place;
        bracket.saves = savesOf(one);
        bracket.label = labelOf(one);
        if (one.refusal) {
            auto about = one.match.ids();
            about.insert(about.end(), one.refusal->elements.begin(), one.refusal->elements.end());
            bracket.refusal = viewers::withKernelNames(index, one.refusal->sentence, about);
            step.refusal->sentence = bracket.refusal.toStdString();
            bracket.blocking = one.refusal->elements;
            findBlocking(bracket, finder);
        }
        found.brackets.push_back(std::move(bracket));
        found.steps.push_back(std::move(step));
    };
    for (const Suggestion& one : advice.possible)
        add(one);
    const std::size_t possible = found.brackets.size();
    for (const Suggestion& one : advice.refused)
        if (found.brackets.size() < possible + kRefused)
            add(one);
    return found;
}

namespace {

/// The node and its memlets.
bool isUnchanged(ElementId id, const ir::DocumentIndex& was, const ir::DocumentIndex& is) {
    const auto *before = was.find(id), *after = is.find(id);
    return before && after && before->node == after->node && before->edge == after->edge;
}

} // namespace

ProgramAdvice keptBrackets(const ProgramAdvice& before, const ir::DocumentIndex& was,
                           const viewers::ProgramSheet& beforeSheet,
                           const viewers::ProgramSheet& sheet, const ir::DocumentIndex& is) {
    ProgramAdvice kept;
    kept.isPart = true;
    viewers::RowFinder finder(sheet, is);
    const auto rowNow = [&](std::size_t row) {
        const ElementId element = beforeSheet.rows[row].row.element;
        return isUnchanged(element, was, is) ? sheet.rowAt(element) : std::nullopt;
    };
    for (std::size_t i = 0; i < before.brackets.size(); ++i) {
        auto bracket = before.brackets[i];
        const auto first = rowNow(bracket.first), last = rowNow(bracket.last);
        const auto& elements = before.steps[i].elements;
        if (!first || !last || *first >= *last ||
            !std::ranges::all_of(elements, [&](ElementId id) { return isUnchanged(id, was, is); }))
            continue;
        bracket.first = *first;
        bracket.last = *last;
        findBlocking(bracket, finder);
        kept.brackets.push_back(std::move(bracket));
        kept.steps.push_back(before.steps[i]);
        kept.steps.back().document = is.document();
    }
    return kept;
}

std::vector<ElementId> changedRows(const ir::DocumentIndex& was, const viewers::ProgramSheet& sheet,
                                   const ir::DocumentIndex& is) {
    std::vector<ElementId> changed;
    for (const auto& row : sheet.rows) {
        if (row.row.kind == analysis::RowKind::heading || isUnchanged(row.row.element, was, is))
            continue;
        changed.push_back(row.row.element);
        const auto* place = is.find(row.row.element);
        if (const auto* map = place && place->node ? place->node->as<ir::MapEntry>() : nullptr)
            changed.emplace_back(map->exit);
    }
    return changed;
}

ProgramAdvice together(const ProgramAdvice& kept, const ProgramAdvice& found) {
    ProgramAdvice both;
    both.isPart = true;
    std::set<std::pair<std::size_t, std::size_t>> known;
    for (const bool refused : {false, true})
        for (const ProgramAdvice* one : {&found, &kept})
            for (std::size_t i = 0; i < one->brackets.size(); ++i) {
                const auto& bracket = one->brackets[i];
                if (bracket.refusal.isEmpty() == refused ||
                    !known.emplace(bracket.first, bracket.last).second)
                    continue;
                both.brackets.push_back(bracket);
                both.steps.push_back(one->steps[i]);
            }
    return both;
}

} // namespace mw::app
