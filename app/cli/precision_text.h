#pragma once

#include "app/workbench/precision_advice.h"

#include <string>

namespace mw::cli {

/// What keeping containers in another type would bring. `of`: of what sizes and device. `most`:
/// entries of each list, 0: all.
std::string precisionText(const workbench::PrecisionAdvice& advice, const std::string& of,
                          int most);
std::string precisionJson(const workbench::PrecisionAdvice& advice, const std::string& of);

} // namespace mw::cli
