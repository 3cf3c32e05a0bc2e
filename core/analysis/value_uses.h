#pragma once

#include "core/ir/sdfg.h"

#include <map>
#include <string>
#include <vector>

namespace mw::analysis {

/// What a program does with the values of a container, as far as that narrows which values it can
/// be tried with. Followed through tasklets, copies, views and nested SDFGs.
struct ValueUse {
    bool notZero = false;     ///< something is divided by it, or by what is made of it
    bool notNegative = false; ///< a root, a logarithm, a power of it is taken
    bool index = false;       ///< it chooses elements, iterations or blocks
    bool operator==(const ValueUse&) const = default;
};
struct ValueUses {
    std::map<std::string, ValueUse, std::less<>> containers; ///< of the outermost level
    /// Numbers that something is compared with, anywhere in the program: ascending, each once.
    std::vector<double> compared;
};

/// An overestimate: a domain may be demanded of values that reach the function in no run. Not of
/// names that the condition around the function looks at (`sqrt(x) if x > 0 else 0`).
ValueUses valueUses(const ir::Sdfg& program);

} // namespace mw::analysis
