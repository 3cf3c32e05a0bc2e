#pragma once

#include "core/analysis/names.h"
#include "core/ir/sdfg.h"

#include <string>

namespace mw::transforms {

/// Whatever has a name in the SDFG itself or is said there: containers, symbols, constants,
/// parameters, connectors, words of code and of expressions, those of the values that nested SDFGs
/// get for their symbols included.
analysis::NameSet allNames(const ir::Sdfg& sdfg);

/// `wish`, or `wish_0`, `wish_1`, ...: the first that is not taken.
std::string freshAmong(const analysis::NameSet& taken, const std::string& wish);

} // namespace mw::transforms
