#pragma once

#include <string>

namespace mw::codegen {

/// "sum", "product", "min", "max", "and", "or" of a write-conflict lambda; empty: custom.
std::string reductionName(const std::string& lambda);

} // namespace mw::codegen
