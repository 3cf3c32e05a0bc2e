#pragma once

#include "core/support/expected.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace mw::io {

/// Whole file as bytes; refuses more than maxBytes, directories, devices, sockets and unreadable
/// files, by name. Of a pipe at most 256 MiB are read, and one that nobody writes to is refused
/// after a second.
Expected<std::string> readFile(const std::filesystem::path& path,
                               std::size_t maxBytes = std::size_t{1} << 31U);
enum class Flush : std::uint8_t { yes, no };
/// Writes a temporary file beside `path`, flushes, renames: never half a file. Without the flush,
/// which takes milliseconds, that does not hold when the machine loses its power. Links are
/// followed; permissions stay. What is no regular file (a device, a pipe, /dev/stdout) is written
/// through instead of being replaced. With the flush, temporary files that killed processes of this
/// user left for `path` are removed. The error's sentence names the file.
Expected<void> writeFileAtomically(const std::filesystem::path& path, std::string_view bytes,
                                   Flush flush = Flush::yes);
/// Whether a file can be written there, as far as that can be said without writing: to be asked
/// before work whose result goes there.
Expected<void> checkWritable(const std::filesystem::path& path);

bool isGzip(std::string_view bytes);
Expected<std::string> gunzip(std::string_view bytes, std::size_t maxBytes);
/// Deterministic gzip (no name, no time).
Expected<std::string> gzip(std::string_view bytes);

} // namespace mw::io
