// From suggestions to brackets between rows.
#include "app/gui/program_brackets.h"

#include "app/gui/tr.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

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
        ProgramBracket bracket;
        bracket.first = *rows.begin();
        bracket.last = *rows.rbegin();
        bracket.what = qs(one.transformation->name) + QStringLiteral(": ") +
                       viewers::withKernelNames(index, one.match.label, one.match.ids());
        bracket.saves = savesOf(one);
        bracket.label = labelOf(one);
        if (one.refusal) {
            auto about = one.match.ids();
            about.insert(about.end(), one.refusal->elements.begin(), one.refusal->elements.end());
            bracket.refusal = viewers::withKernelNames(index, one.refusal->sentence, about);
            bracket.blocking = one.refusal->elements;
            for (const ElementId id : bracket.blocking)
                if (const auto lane = finder.laneOf(id))
                    bracket.blockingLanes.push_back(*lane);
                else if (const auto row = finder.rowOf(id))
                    bracket.blockingRows.push_back(*row);
        }
        found.brackets.push_back(std::move(bracket));
        found.suggestions.push_back(one);
    };
    for (const Suggestion& one : advice.possible)
        add(one);
    const std::size_t possible = found.brackets.size();
    for (const Suggestion& one : advice.refused)
        if (found.brackets.size() < possible + kRefused)
            add(one);
    return found;
}

} // namespace mw::app
