#pragma once

#include "core/ir/index.h"

#include <memory>

namespace mw::ir {

/// The index of a document. While somebody has it, and for the last few documents, it is not built
/// again: an edit, what looks at its document and what records it share one, and so does who comes
/// back to it. For any threads.
std::shared_ptr<const DocumentIndex> sharedIndex(const DocumentPtr& document);

} // namespace mw::ir
