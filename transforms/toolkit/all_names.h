#pragma once

#include "core/analysis/names.h"
#include "core/ir/sdfg.h"

#include <concepts>
#include <string>

namespace mw::transforms {

/// Whatever has a name in the SDFG itself or is said there: containers, symbols, constants,
/// parameters, connectors, words of code and of expressions, those of the values that nested SDFGs
/// get for their symbols included.
analysis::NameSet allNames(const ir::Sdfg& sdfg);

/// `wish`, or `wish_0`, `wish_1`, ...: the first that is not taken.
template <std::predicate<const std::string&> Taken>
std::string freshAmong(const Taken& isTaken, const std::string& wish) {
    std::string fresh = wish;
    for (int i = 0; isTaken(fresh); ++i)
        fresh = wish + "_" + std::to_string(i);
    return fresh;
}
std::string freshAmong(const analysis::NameSet& taken, const std::string& wish);

} // namespace mw::transforms
