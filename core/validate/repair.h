#pragma once

#include "core/ir/edit.h"
#include "core/ir/index.h"
#include "core/support/diagnostic.h"
#include "core/support/expected.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mw::validate {

/// What makes a finding go away, where that is obvious.
struct Repair {
    std::string title; ///< for a button: "Remove the connector 'IN_a'"
    std::function<void(ir::Editor&)> apply;
};

/// The repair of a finding of validate(); nullopt where none is obvious. Only the code, the
/// elements and the place of the finding count, so that a recorded repair replays without
/// validating again; what does not fit the document (any more) has no repair. The index must
/// outlive the result.
std::optional<Repair> repairOf(const ir::DocumentIndex& index, const Diagnostic& finding);

/// Applies it. Afterwards the finding is gone and no error or warning is new.
Expected<ir::EditResult> repair(const ir::DocumentPtr& document, const Diagnostic& finding);

/// Codes of which some findings have a repair, sorted.
std::span<const std::string_view> repairableCodes();

} // namespace mw::validate
