#pragma once

#include "core/ir/sdfg.h"
#include "core/support/expected.h"
#include "core/support/params.h"

#include <string>
#include <string_view>
#include <vector>

// What the user takes for granted of a program: conditions on its arguments ("N >= 3") that count
// where a match does not apply without them, and are then part of the result (analysis/assumed.h),
// which refuses to run where they do not hold.

namespace mw::transforms {

/// The parameter that every transformation takes besides its own: conditions, separated by `;`, or
/// kStated. A record has only those that its step could not do without.
inline constexpr std::string_view kAssume = "assume";
/// Instead of conditions: whatever a refusal says that it would need.
inline constexpr std::string_view kStated = "stated";

struct Assume {
    std::vector<std::string> conditions;
    bool stated = false;

    bool anything() const { return stated || !conditions.empty(); }
};
/// What parameters say of it; "bad-parameter" when it is no text.
Expected<Assume> assumeOf(const Params& params);
/// As a parameter says it; empty when nothing is assumed.
std::string text(const Assume& assume);
/// Removes the parameter where nothing is assumed.
void setAssume(Params& params, const Assume& assume);

/// The document, taken to be run with these conditions as well. "bad-assumption": one that cannot
/// be assumed of this program, or that contradicts those before it.
Expected<ir::DocumentPtr> assuming(const ir::DocumentPtr& document,
                                   const std::vector<std::string>& conditions);

} // namespace mw::transforms
