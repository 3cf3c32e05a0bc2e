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

/// The registry without those that change results on purpose.
const std::vector<const Transformation*>& keepingResults();

/// Every match in the document, in order.
std::vector<Match> matchesOf(const Transformation& t, const ir::DocumentPtr& document);
/// nullopt: it applies. Parameters that are not given have their defaults.
std::optional<Refusal> refusalOf(const Transformation& t, const ir::DocumentPtr& document,
                                 const Match& match, const Params& params = {});
/// Checked, applied and validated.
Expected<ir::EditResult> applied(const Transformation& t, const ir::DocumentPtr& document,
                                 const Match& match, const Params& params = {});

/// What a transformation cannot do without on this program: values to specialise to, some of those
/// that its symbols have in a run. Empty for all others.
Params neededParams(const Transformation& t, const ir::Document& program,
                    const symbolic::Bindings& symbols);

/// The same match with another element in its place number `role`.
Match withElement(Match match, std::size_t role, ElementId element);
Match inState(Match match, BlockId state);

/// "6 view"
std::string name(const Refusal& refusal);

} // namespace mw::test
