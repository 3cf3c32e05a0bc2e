#pragma once

#include "core/tasklet/tasklet.h"

#include <functional>
#include <string>
#include <string_view>

namespace mw::tasklet {

/// The other form of one expression, whose arguments have theirs already; nullptr: it stays.
using Rewriting = std::function<AstPtr(const Ast&)>;

/// The text with `rewriting` done in every expression of it: of statements, of the conditions of
/// branches and loops, or of one expression alone. A line in which nothing changes, and one that is
/// not of the subset, stays as it is to the letter; a line that changes is written in normal form
/// (`print`), without its comment. `x //= y` is looked at as `x // y`.
std::string rewritten(std::string_view python, const Rewriting& rewriting);

} // namespace mw::tasklet
