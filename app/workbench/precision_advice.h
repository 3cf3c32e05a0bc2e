#pragma once

#include "app/workbench/forecast.h"
#include "core/ir/sdfg.h"
#include "transforms/framework/transformation.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

// What keeping numbers in another type would bring, array by array: asked for, never done unasked.

namespace mw::workbench {

/// One container, or all temporaries together.
struct PrecisionOption {
    std::string container; ///< of the match; all: ""
    bool argument = false; ///< behind copies at the border of the program
    transforms::Match match;
    int number = 0; ///< of the match, counted from 1 as `mw matches` prints them
    Params params;
    StepSavings saved;
    std::optional<transforms::Refusal> refusal; ///< why not; nothing is saved then
};

struct PrecisionAdvice {
    ir::ScalarType type = ir::ScalarType::float32;
    std::optional<PrecisionOption> together;  ///< every temporary that can be; none: fewer than two
    std::vector<PrecisionOption> temporaries; ///< most time first, then most bytes, refused last
    std::vector<PrecisionOption> arguments;   ///< likewise
};

/// Each container is changed by itself and dropped again. A requested stop keeps what was found.
PrecisionAdvice advisePrecision(Forecast& forecast, ir::ScalarType type,
                                const std::stop_token& stop = {});

} // namespace mw::workbench
