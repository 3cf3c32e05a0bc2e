#pragma once

#include "core/codegen/plan.h"

#include <map>
#include <string>

namespace mw::codegen {

/// Steps (as PlanArray::firstUse counts them) between which a temporary needs memory, inclusive.
struct Lifespan {
    int first = 0, last = 0;
};

/// Of every array that is no argument: from its first to its last use, and over the whole of each
/// loop that these touch, since what lives inside may have to live from one turn to the next.
std::map<std::string, Lifespan, std::less<>> livesOfTemporaries(const Plan& plan);

} // namespace mw::codegen
