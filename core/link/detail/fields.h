#pragma once

#include "core/link/detail/conditions.h"

#include <set>
#include <string>
#include <vector>

// Which internal fields can be temporaries.

namespace mw::link {

struct InternalFields {
    std::set<std::string> names;         ///< of those that become temporaries
    std::vector<symbolic::Expr> assumed; ///< conditions on which that rests
    std::vector<Diagnostic> notices;     ///< those that stay arguments, or that nobody reads
};

/// `conditions`: of each call. Errors: "link-internal".
Expected<InternalFields> internalFields(const inputs::SequenceInput& sequence,
                                        const std::vector<ProgramUse>& uses, const Arrays& arrays,
                                        const Values& values,
                                        const std::vector<symbolic::Expr>& conditions);

} // namespace mw::link
