#pragma once

#include "core/support/expected.h"
#include "core/support/id.h"
#include "core/tasklet/tasklet.h"

#include <string>

namespace mw::codegen {

/// The error of a text of the control flow: at the element that has the text.
template <class T>
Expected<T> atElement(Expected<T> value, ElementId element) {
    if (!value)
        value.error().location.elements = {element};
    return value;
}

/// A condition, or the right side of an assignment.
Expected<tasklet::AstPtr> flowExpression(const std::string& text, ElementId element);

/// `name = value`, an augmented one (`name += value`) written out.
struct FlowStatement {
    std::string name;
    tasklet::AstPtr value;
};
/// The one assignment of a loop's init or update.
Expected<FlowStatement> flowStatement(const std::string& text, ElementId element);

} // namespace mw::codegen
