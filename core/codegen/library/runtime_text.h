#pragma once

#include <string_view>

namespace mw::codegen {

/// The text of a header in core/codegen/library/runtime, without its includes of its like; empty:
/// there is none of this name. Each needs those before it in the list of
/// core/codegen/CMakeLists.txt.
std::string_view runtimeText(std::string_view name);

} // namespace mw::codegen
