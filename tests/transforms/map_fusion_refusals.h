#pragma once

#include "tests/transforms/refusal_case.h"

#include <string>
#include <vector>

namespace mw::test {

/// Two maps in a row: `first` reads a and writes tmp, `second` reads tmp and writes b. Entries are
/// m1 and m2, exits x1 and x2, tasklets t1 and t2.
std::string twoMapsInARow();
/// The same with tmp of N rows of 4 elements, which an inner map of the first fills and of which
/// the second reads element 1.
std::string twoMapsWithRows();

/// The graphs of map-fusion-vertical, and in parts.
std::vector<RefusalCase> mapFusionScopeRefusals();     ///< conditions 1 to 5
std::vector<RefusalCase> mapFusionOuterDataRefusals(); ///< condition 6
std::vector<RefusalCase> mapFusionDataflowRefusals();  ///< condition 7
std::vector<RefusalCase> mapFusionRegionRefusals();    ///< conditions 8 and 9
std::vector<RefusalCase> mapFusionLayoutRefusals();    ///< conditions 10 to 12

} // namespace mw::test
