#pragma once

#include "core/ir/index.h"
#include "core/support/diagnostic.h"

#include <functional>
#include <vector>

namespace mw::validate {

struct ValidateOptions {
    bool hints = true;    ///< false: none of Severity::hint
    bool warnings = true; ///< false: errors only, and the checks for others are not run
    /// Also what takes longer: outer memlets against inner ones, reads of what nothing writes,
    /// iterations that touch the same. Up
    /// to a second for the largest graphs, instead of milliseconds.
    bool thorough = false;
    std::function<bool()> stop = {}; ///< asked now and then when thorough; true ends it early
};
/// Findings of the document (docs/validation.md): error, warning, hint; in deterministic order.
std::vector<Diagnostic> validate(const ir::DocumentIndex& index, const ValidateOptions& = {});

} // namespace mw::validate
