#pragma once

#include "core/ir/edit.h"

namespace mw::transforms {

/// What an edit made of a document, and a second one of that, as one edit.
ir::EditResult inOne(const ir::DocumentPtr& document, const ir::EditResult& first,
                     ir::EditResult second);

} // namespace mw::transforms
