#pragma once

#include "core/link/detail/values.h"

#include <vector>

// On what calls depend.

namespace mw::link {

/// Of each call, over symbols and scalars of the linked program; 1 for a call that is always made.
/// What the sequence has for its conditions alone becomes a symbol among `values`.
/// "call-condition": it cannot be read, names what is no scalar here or differs between programs,
/// or has no value.
Expected<std::vector<symbolic::Expr>> callConditions(const inputs::SequenceInput& sequence,
                                                     const Arrays& arrays, Values& values);

/// No call without it.
inline bool isAlways(const symbolic::Expr& condition) {
    return condition.isInteger(1);
}

} // namespace mw::link
