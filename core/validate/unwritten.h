#pragma once

#include "core/ir/index.h"
#include "core/support/diagnostic.h"
#include "core/symbolic/prover.h"

#include <functional>
#include <vector>

namespace mw::validate {

struct UnwrittenOptions {
    /// Of the symbols of a run, if there is one: what holds for those alone is found too (a graph
    /// with the sizes of one grid as literals, run on another).
    symbolic::Bindings values;
    /// Taken for granted, over the program's symbols.
    symbolic::Assumptions assumptions;
    /// Asked between questions: true gives up with what was found so far.
    std::function<bool()> stop;
};

/// Finds reads of temporaries outside what the graph writes into them, nested SDFGs included; DaCe
/// says nothing about them.
/// Codes:
///   unwritten-read     (warning) elements that nothing writes are certainly read
///   maybe-unwritten    (hint) not shown to be covered: the sentence says under which condition it
///                      is, where that can be said
/// What is read through a table counts as read nowhere. The order of writes and reads is not looked
/// at. Takes up to a second for the largest graphs.
std::vector<Diagnostic> unwrittenReads(const ir::DocumentIndex& index,
                                       const UnwrittenOptions& options = {});

} // namespace mw::validate
