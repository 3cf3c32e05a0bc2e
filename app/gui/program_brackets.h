#pragma once

#include "app/workbench/advise.h"
#include "viewers/program/program_view.h"

#include <vector>

namespace mw::app {

/// What could be fused, as the program view draws it, with the suggestion behind each bracket.
struct ProgramAdvice {
    std::vector<viewers::ProgramBracket> brackets;
    std::vector<workbench::Suggestion> suggestions; ///< one per bracket
    bool isPart = false;                            ///< there was no time to look at everything
};

/// Of what is advised, that which is about two rows: of each pair the best that can be done, else
/// the largest that is refused, best first. `index`: of the document that both are about.
ProgramAdvice bracketsOf(const workbench::Advice& advice, const viewers::ProgramSheet& sheet,
                         const ir::DocumentIndex& index);

} // namespace mw::app
