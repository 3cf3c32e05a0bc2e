#pragma once

#include "transforms/toolkit/refusal.h"

#include <string>
#include <vector>

// Matches of transformations that are about the whole program: they stand in no state.

namespace mw::transforms {

/// The one role of such a match.
std::vector<std::string> programRoles();
/// The program, when the region holds all of it; else nothing.
std::vector<Match> findProgram(const DocumentView& view, const Region& region);
/// Condition 1: the match names the program of this document.
MaybeRefusal checkProgramMatch(const DocumentView& view, const Match& match);

} // namespace mw::transforms
