#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace mw::codegen {

/// What kernels are compiled for.
enum class Target : std::uint8_t { cpu, cuda, hip };
std::string_view name(Target target);
std::optional<Target> targetFromName(std::string_view name);

} // namespace mw::codegen
