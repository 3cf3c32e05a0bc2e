#pragma once

#include "core/symbolic/prover.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mw::validate {

enum class Coverage : std::uint8_t {
    covered,
    open,    ///< not shown
    missing, ///< an element of the read is in none of the regions, whatever the symbols are
};
struct CoverageAnswer {
    Coverage coverage = Coverage::covered;
    std::string condition; ///< under which it would be covered; may be empty
};

/// Whether every element of a region that is read lies in one of those that are written. All have
/// one rank; a step counts as 1.
CoverageAnswer coverageOf(const symbolic::Subset& read, const std::vector<symbolic::Subset>& writes,
                          const symbolic::Assumptions& given);

} // namespace mw::validate
