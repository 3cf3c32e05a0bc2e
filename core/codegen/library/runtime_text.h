#pragma once

#include <string_view>

namespace mw::codegen {

/// The text of a header in core/codegen/library/runtime, without its includes of its like:
/// "arithmetic". They build on each other in the order of runtimeHeaders().
std::string_view runtimeText(std::string_view name);

} // namespace mw::codegen
