#pragma once

#include <filesystem>
#include <optional>

namespace mw::workbench {

/// The scenario that lies beside a program where it is a call of a model that was captured: its
/// inputs are real, and its sizes those that times are wanted for. One that cannot be read is none.
std::optional<std::filesystem::path> capturedCallBeside(const std::filesystem::path& program);

} // namespace mw::workbench
