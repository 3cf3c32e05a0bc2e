#pragma once

#include "core/analysis/index_use.h"
#include "core/inputs/scenario.h"

#include <optional>
#include <string>
#include <vector>

namespace mw::inputs {

/// One access outside of its container.
struct IndexWitness {
    std::int64_t index = 0;
    /// The element that the index was read from, when it was one: "t[3, 0]".
    std::string element;
    std::int64_t value = 0;                                      ///< of that element
    std::vector<std::pair<std::string, std::int64_t>> iteration; ///< parameters, as they are called
};

enum class ScanVerdict : std::uint8_t {
    inside,  ///< in every iteration
    outside, ///< in one where all conditions that are known hold
    unknown, ///< depends on what is not known, or there are too many iterations
};
struct ScanResult {
    ScanVerdict verdict = ScanVerdict::unknown;
    bool assumed = false; ///< some condition is not known and was taken for granted
    IndexWitness witness;
};

/// Works out the index in every iteration around the access, up to some ten million.
ScanResult scanIndex(const analysis::IndexUses& uses, const analysis::IndexUse& use,
                     const symbolic::Bindings& symbols, const HostArrays& arrays);

} // namespace mw::inputs
