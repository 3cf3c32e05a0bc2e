#pragma once

#include "core/ir/index.h"
#include "core/support/diagnostic.h"

#include <functional>
#include <memory>
#include <vector>

namespace mw::validate {

/// Which parts of a document to look into; all of them where a function is empty.
struct PartChoice {
    std::function<bool(const ir::Block& state)> state = {};
    /// The node of a nested SDFG in one of these states: whether to look into what is nested there.
    std::function<bool(const ir::StateIndex& index, const ir::Node& node)> nested = {};
};

/// Finds the errors of documents that share parts, one after another. What it found out about an
/// SDFG it keeps, and with it the documents that it was asked about.
class PartValidation {
public:
    PartValidation();

    /// The errors that validate() finds in these parts, and in each SDFG that it looks into beside
    /// its states.
    std::vector<Diagnostic> errors(const ir::DocumentIndex& index, const PartChoice& only = {});

private:
    struct Kept;
    std::shared_ptr<Kept> kept_;
};

} // namespace mw::validate
