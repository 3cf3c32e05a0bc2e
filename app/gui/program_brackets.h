#pragma once

#include "app/workbench/advise.h"
#include "viewers/panels/step.h"
#include "viewers/program/program_view.h"

#include <vector>

namespace mw::app {

/// What could be fused, as the program view draws it, with the step behind each bracket.
struct ProgramAdvice {
    std::vector<viewers::ProgramBracket> brackets;
    std::vector<viewers::Step> steps; ///< one per bracket
    bool isPart = false;              ///< there was no time to look at everything
};

/// Of what is advised, that which is about two rows: of each pair the best that can be done, else
/// the largest that is refused, best first. `index`: of the document that both are about.
ProgramAdvice bracketsOf(const workbench::Advice& advice, const viewers::ProgramSheet& sheet,
                         const ir::DocumentIndex& index);

/// Those of the variant before whose place is as it was, at their rows in `sheet`, until what could
/// be fused is known anew. `was`, `is`: of the documents before and after.
ProgramAdvice keptBrackets(const ProgramAdvice& before, const ir::DocumentIndex& was,
                           const viewers::ProgramSheet& beforeSheet,
                           const viewers::ProgramSheet& sheet, const ir::DocumentIndex& is);

/// The elements of rows that are not as they were: where an edit may have made other things
/// possible. Of a map also its exit.
std::vector<ElementId> changedRows(const ir::DocumentIndex& was, const viewers::ProgramSheet& sheet,
                                   const ir::DocumentIndex& is);

/// Those that were kept, and those found since about other pairs of rows; what can be done first.
ProgramAdvice together(const ProgramAdvice& kept, const ProgramAdvice& found);

} // namespace mw::app
