#pragma once

#include "tests/core/exec/both_ways.h"

#include <filesystem>

namespace mw::test {

/// What the program's arrays are after a call of it as an exported library: the host program of
/// codegen::printLibrary, linked to kernels that are compiled already, called through DaCe's
/// interface. `constants`: those that the plan was lowered with.
Expected<exec::InputArrays> runLibrary(const TwoWays& program, const std::filesystem::path& kernels,
                                       const symbolic::Bindings& constants = {});

} // namespace mw::test
