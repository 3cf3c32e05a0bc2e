// Applies a suggestion aside, and says which rows and lanes that changes.
#include "app/gui/program_preview.h"

#include "app/workbench/cost.h"
#include "app/workbench/program_difference.h"
#include "transforms/framework/apply.h"

#include <algorithm>

namespace mw::app {

using viewers::ProgramPreview;
using viewers::ProgramSheet;
using viewers::ProgramTotals;
using workbench::ProgramDifference;

namespace {

ProgramTotals totalsOf(const ProgramSheet& sheet, const ir::Document& document,
                       const symbolic::Bindings& values,
                       const std::shared_ptr<codegen::KernelMemo>& memo) {
    ProgramTotals totals{sheet.figures, {}};
    if (!values.empty())
        if (const auto predicted = workbench::predict(document, values, {}, memo))
            totals.microseconds = predicted->microseconds;
    return totals;
}

class Lanes {
public:
    Lanes(const ProgramSheet& before, const ProgramSheet& after, ProgramPreview& preview)
        : after_(after) {
        std::map<std::string_view, std::size_t> known;
        for (std::size_t i = 0; i < before.lanes.size(); ++i) {
            known.emplace(before.lanes[i].lane.name, i);
            preview.goingLanes.insert(i);
        }
        for (const auto& lane : after.lanes) {
            const auto [found, comes] =
                known.try_emplace(lane.lane.name, before.lanes.size() + preview.lanes.size());
            at_.push_back(found->second);
            preview.goingLanes.erase(found->second);
            if (comes) {
                preview.lanes.push_back(lane);
                preview.lanes.back().lane.first = preview.lanes.back().lane.last = -1;
            }
        }
    }

    /// The row with its marks in the lanes of the preview.
    viewers::SheetRow row(std::size_t row) const {
        auto shown = after_.rows[row];
        for (auto& mark : shown.row.marks)
            mark.lane = at_[mark.lane];
        std::ranges::sort(shown.row.marks, {}, &analysis::LaneMark::lane);
        return shown;
    }

private:
    const ProgramSheet& after_;
    std::vector<std::size_t> at_; ///< by lane after: where it is in the preview
};

void addRows(const ProgramDifference& difference, const Lanes& lanes, ProgramPreview& preview) {
    std::size_t place = 0; // of what comes from nowhere: below what came before it
    for (const auto& group : difference.groups) {
        if (!group.first.empty())
            place = group.first.back();
        if (group.unchanged)
            continue;
        preview.goingRows.insert(group.first.begin(), group.first.end());
        for (const std::size_t row : group.second) {
            preview.rows.push_back(lanes.row(row));
            preview.below.push_back(place);
        }
    }
}

} // namespace

Expected<ProgramPreview> previewOf(const viewers::Step& step, const ir::DocumentPtr& document,
                                   const ProgramSheet& sheet, const symbolic::Bindings& values,
                                   std::shared_ptr<codegen::KernelMemo> memo) {
    MW_TRY(const auto applied,
           transforms::applyAt(*step.transformation, document, *step.match, step.params));
    const auto& after = applied.result.document;
    const auto made = viewers::sheetOf(*after, values);
    ProgramPreview preview;
    const Lanes lanes(sheet, made, preview);
    const auto difference = workbench::programDifference(
        {document, values, history::provenance(document, {})},
        {after, values, history::provenance(document, {&applied.result.changes})});
    addRows(difference, lanes, preview);
    preview.before = totalsOf(sheet, *document, values, memo);
    preview.after = totalsOf(made, *after, values, memo);
    return preview;
}

} // namespace mw::app
