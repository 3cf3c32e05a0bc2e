#pragma once

#include "tests/transforms/refusal_case.h"

#include <string>
#include <vector>

// Maps with parameters that take one value.

namespace mw::test {

/// k and j take one value: b[i, j] = a[i, j] + k.
std::string trivial();
/// For a transformation that puts such values in their place; `nothing`: what it says where no
/// parameter is such.
std::vector<RefusalCase> trivialMapRefusals(const std::string& transformation,
                                            const std::string& nothing);

} // namespace mw::test
