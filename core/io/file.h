#pragma once

#include "core/support/expected.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace mw::io {

/// Whole file as bytes; refuses more than maxBytes, directories and unreadable files, by name.
Expected<std::string> readFile(const std::filesystem::path& path,
                               std::size_t maxBytes = std::size_t{1} << 31U);
/// Writes a temporary file beside `path`, flushes, renames: never half a file.
Expected<void> writeFileAtomically(const std::filesystem::path& path, std::string_view bytes);

bool isGzip(std::string_view bytes);
Expected<std::string> gunzip(std::string_view bytes, std::size_t maxBytes);
/// Deterministic gzip (no name, no time).
Expected<std::string> gzip(std::string_view bytes);

} // namespace mw::io
