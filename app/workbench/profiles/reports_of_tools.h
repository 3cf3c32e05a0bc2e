#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace mw::workbench {

/// What profilers write for themselves (.nsys-rep, .ncu-rep, .sqlite, .db, .pftrace) has no table:
/// a sentence how to export one. nullopt for any other ending.
std::optional<std::string> howToExport(const std::filesystem::path& file);

} // namespace mw::workbench
