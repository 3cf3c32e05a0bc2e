#pragma once

#include "core/ir/sdfg.h"
#include "core/symbolic/expr.h"

#include <string>
#include <vector>

namespace mw::inputs {

/// Values for these symbols of a program on which mixed-up sizes show, set by set: every symbol its
/// own prime, none of which divides a number that stands in a shape; the same in the opposite order
/// and larger; the first symbol 1 and the others primes; all of them 1.
std::vector<symbolic::Bindings> distinctSizes(const ir::Sdfg& program,
                                              const std::vector<std::string>& symbols);

} // namespace mw::inputs
