#pragma once

#include "core/support/expected.h"

#include <array>
#include <filesystem>
#include <string>

namespace mw::samples {

inline constexpr std::array<const char*, 3> kNames{"laplacian", "diffusion_step", "nabla4"};

/// The .sdfg text of FOLDER/NAME.graph: plain dialect, version 1.0.0, as DaCe 1.0 writes it.
Expected<std::string> build(const std::filesystem::path& folder, const std::string& name);
/// Writes it to OUT/NAME.sdfg.
Expected<void> write(const std::filesystem::path& folder, const std::string& name,
                     const std::filesystem::path& out);

} // namespace mw::samples
