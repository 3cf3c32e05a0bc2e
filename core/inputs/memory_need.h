#pragma once

#include "core/inputs/scenario.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mw::inputs {

/// Of all arrays of the scenario; nullopt: more than a computer can count.
std::optional<std::uint64_t> argumentBytes(const Scenario& scenario);

/// Before anything is allocated: whether the machine has the memory for the arrays of `scenarios`
/// (those of one name are made once) here and once more for each program; temporaries come on top
/// where they are made. `programsHere`: the programs run on this machine, in its memory.
Expected<void> checkMemory(const std::vector<const Scenario*>& scenarios, bool programsHere);

} // namespace mw::inputs
