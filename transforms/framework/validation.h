#pragma once

#include "transforms/framework/transformation.h"

#include <optional>

namespace mw::transforms {

/// An error for a graph whose parts do not fit together: what transformations count on of nodes,
/// scopes and connectors. Other errors of a graph do not keep it from being transformed.
Expected<void> checkWiring(const Transformation& t, const DocumentView& view);
/// The same for `what` ("an edit"), which the sentence begins with.
Expected<void> checkWiring(std::string_view what, const DocumentView& view);

/// The first error of validation that a result has and the document before had not.
std::optional<Diagnostic> newError(const DocumentView& before, const DocumentView& after);
/// An error for a result that has an error of validation which the document before had not: a bug
/// of the transformation.
Expected<void> checkResult(const Transformation& t, const DocumentView& before,
                           const DocumentView& after);

} // namespace mw::transforms
