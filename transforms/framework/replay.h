#pragma once

#include "core/history/record.h"
#include "core/ir/edit.h"
#include "core/support/diagnostic.h"
#include "core/support/expected.h"
#include "transforms/framework/apply.h"

#include <functional>
#include <string>
#include <vector>

namespace mw::transforms {

/// A step that was done, ready to be added to a history.
struct RecordedStep {
    history::Record record;
    ir::EditResult result;
    std::string effect = {}; ///< history::effectText(); empty: nobody asked yet
};

/// Applications one after another with their records: the elements as anchors, every parameter with
/// its value.
std::vector<RecordedStep> recorded(const Transformation& t, std::vector<Application> applications);
/// applyAt() with its record.
Expected<RecordedStep> applyRecorded(const Transformation& t, const DocumentView& view,
                                     const Match& match, const Params& params);

/// The repairs of these findings of one document one after another, those without one left out.
/// `stop` is asked between them.
Expected<std::vector<RecordedStep>> repairEach(const ir::DocumentPtr& document,
                                               const std::vector<Diagnostic>& findings,
                                               const std::function<bool()>& stop = {});

/// Does a recorded step again, checked as when it was done: on the document that it was recorded on
/// at the same elements, elsewhere at those that are most like them. The record of the result is
/// that of this document. The error says why the step does not apply: a refusal by its own code,
/// "not-found" when nothing is like what it names, "ambiguous-step" when several things are (its
/// notes say which).
Expected<RecordedStep> replay(const ir::DocumentPtr& document, const history::Record& record);

} // namespace mw::transforms
