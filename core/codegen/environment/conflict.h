#pragma once

#include <optional>
#include <string>

namespace mw::codegen {

/// `lambda old, fresh: body`.
struct LambdaParts {
    std::string old, fresh, body;
};
std::optional<LambdaParts> lambdaParts(const std::string& lambda);

/// "sum", "product", "min", "max", "and", "or" of a write-conflict lambda; empty: custom.
std::string reductionName(const std::string& lambda);

} // namespace mw::codegen
