#pragma once

#include "core/history/history.h"
#include "core/ir/edit.h"
#include "core/support/diagnostic.h"
#include "core/support/expected.h"

#include <functional>
#include <string_view>
#include <vector>

namespace mw::transforms {

/// What a step that repairs a finding of the validation is called in a recipe: `elements` are those
/// of the finding, the parameters "code" and "place" say which one it is.
inline constexpr std::string_view kRepairStep = "repair";

/// The record of a repair. `title` is what the repair calls itself.
history::Record repairRecord(const ir::DocumentIndex& index, const Diagnostic& finding,
                             const std::string& title);

struct RecordedStep {
    history::Record record;
    ir::EditResult result;
};
/// The repairs of these findings of one document one after another, those without one left out.
/// `stop` is asked between them.
Expected<std::vector<RecordedStep>> repairEach(const ir::DocumentPtr& document,
                                               const std::vector<Diagnostic>& findings,
                                               const std::function<bool()>& stop = {});

/// Does a recorded step again: a transformation (checked as when it was applied) or a repair.
Expected<ir::EditResult> replay(const ir::DocumentPtr& document, const history::Record& record);

} // namespace mw::transforms
