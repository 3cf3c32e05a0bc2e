#pragma once

#include "core/analysis/part_cache.h"
#include "core/ir/index.h"

#include <memory>

namespace mw::transforms {

/// A state of a document and its index, made once for all documents that share the state.
struct IndexedState {
    ir::BlockPtr block;
    std::shared_ptr<const ir::StateIndex> index;
};

/// Asserts that the document has such a state.
IndexedState indexedState(analysis::PartCache& kept, const ir::DocumentIndex& document,
                          BlockId state);

} // namespace mw::transforms
