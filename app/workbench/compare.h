#pragma once

#include "app/workbench/program.h"
#include "core/support/expected.h"

#include <optional>
#include <string>
#include <vector>

namespace mw::workbench {

/// A variant as it was measured beside the first one.
struct ComparedVariant {
    history::VariantId variant; ///< 0: none that the program has
    std::string name;           ///< when it was measured
    double time = 0;            ///< us, median on the device
    bool verified = false;      ///< its results are those of the first
    double ratio = 0;           ///< of the times, to the first
    double low = 0, high = 0;   ///< of the ratio, 95 %
    std::string notRanked;      ///< why the ratio says nothing; empty: it does
};
struct Comparison {
    std::string device, date;
    std::vector<ComparedVariant> variants; ///< the first is what the others are set against
};

/// The variants of the newest measurement of a program; only what was timed together is compared.
/// From what is kept of it, so that no device and no run is needed. "not-measured", or
/// "damaged-file" where that cannot be read.
Expected<Comparison> compare(const Program& program);
/// What window and terminal say of it: a line that names the device, and one per variant.
std::vector<std::string> toLines(const Comparison& comparison);

} // namespace mw::workbench
