#pragma once

#include "core/ir/index.h"
#include "core/support/diagnostic.h"
#include "core/symbolic/expr.h"

#include <functional>
#include <vector>

namespace mw::analysis {

/// Finds reads of temporaries outside what the graph writes into them, nested SDFGs included; DaCe
/// says nothing about them. `values`: of the symbols of a run, if there is one; what holds for
/// those alone is found too (a graph with the sizes of one grid as literals, run on another).
/// Codes:
///   unwritten-read     (warning) elements that nothing writes are certainly read
///   maybe-unwritten    (hint) not shown to be covered: the sentence says under which condition it
///                      is, where that can be said
/// What is read through a table counts as read nowhere. The order of writes and reads is not looked
/// at. Takes up to a second for the largest graphs; `stop` is asked between questions.
std::vector<Diagnostic> unwrittenReads(const ir::DocumentIndex& index,
                                       const symbolic::Bindings& values = {},
                                       const std::function<bool()>& stop = {});

} // namespace mw::analysis
