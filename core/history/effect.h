#pragma once

#include "core/history/record.h"
#include "core/ir/edit.h"

#include <string>

namespace mw::history {

/// What a step did to a program, for people: "fused lap into flux", "blocked K of vn by 10".
/// Kernels are called by what they write, arguments first. Said by what is another in the graph, so
/// that it holds for any transformation; where that says nothing, by the record. Looks only at what
/// changed.
std::string effectText(const Record& record, const ir::DocumentPtr& before,
                       const ir::EditResult& done);

} // namespace mw::history
