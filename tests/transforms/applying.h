#pragma once

#include "transforms/framework/apply.h"

#include <optional>
#include <string>
#include <vector>

namespace mw::test {

/// How the suites ask a transformation: all that they know of its interface.
using transforms::Match;
using transforms::Params;
using transforms::Refusal;
using transforms::Transformation;

/// Every match in the document, in order.
std::vector<Match> matchesOf(const Transformation& t, const ir::DocumentPtr& document);
/// nullopt: it applies. Parameters that are not given have their defaults.
std::optional<Refusal> refusalOf(const Transformation& t, const ir::DocumentPtr& document,
                                 const Match& match, const Params& params = {});
/// Checked, applied and validated.
Expected<ir::EditResult> applied(const Transformation& t, const ir::DocumentPtr& document,
                                 const Match& match, const Params& params = {});

/// The same match with another element in its place number `role`.
Match withElement(Match match, std::size_t role, ElementId element);
Match inState(Match match, BlockId state);

/// "6 view"
std::string name(const Refusal& refusal);

} // namespace mw::test
