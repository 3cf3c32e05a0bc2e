#pragma once

#include "core/support/diagnostic.h"
#include "transforms/framework/property.h"
#include "transforms/framework/replay.h"

#include <string>
#include <vector>

// Edits by hand: a property of an element gets another value. The one way for everybody who does.

namespace mw::transforms {

struct Edit {
    ElementId element;
    std::string property;
    std::string part; ///< of the property's fields
    std::string value;

    bool operator==(const Edit&) const = default;
};

/// What can be edited of an element, all properties in their order.
struct EditableField {
    const Property* property = nullptr;
    PropertyField field;
};
std::vector<EditableField> editableFields(const ir::DocumentIndex& index, ElementId element);

/// An edit that was done, and what the validation has to say of it that is no obstacle.
struct EditedStep {
    RecordedStep step;
    std::vector<Diagnostic> warnings;
};
/// Checked and validated: an error, which says what is wrong in a sentence, changes nothing. Errors
/// of the validation that were there before are none of it.
///  - "no-such-property": the element has no such property, or part of it.
///  - "unchanged": it has this value already.
///  - "invalid-graph": nodes, scopes and connectors of the graph do not fit together.
///  - codes of the property, of its transformation, and of the finding that the edit would cause.
Expected<EditedStep> edit(const DocumentView& view, const Edit& edit);

/// Does a recorded edit again, as replay() does.
Expected<RecordedStep> editAgain(const DocumentView& view, const history::EditRecord& record);

/// Whether a step of this record may change what the program computes, because the user said so.
bool changesResultsByIntent(const history::Record& record);

} // namespace mw::transforms
