#pragma once

#include "core/ir/sdfg.h"
#include "core/support/expected.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace mw::io {

/// Limits of what the reader accepts; each has its own error.
struct ReadLimits {
    std::size_t maxBytes = std::size_t{512} << 20U; ///< of JSON, after decompression
    int maxDepth = 512;                             ///< nesting of JSON values
    std::size_t maxElements = 5'000'000;            ///< nodes + edges + blocks
};

/// Reads the bytes of a .sdfg or .sdfgz (told apart by content, not by name). Errors carry the
/// place as a JSON pointer. Pickles are refused. No exception escapes.
Expected<ir::DocumentPtr> readSdfg(std::string_view bytes, const ReadLimits& limits = {});
/// As readSdfg; the file's name is added to errors.
Expected<ir::DocumentPtr> readSdfgFile(const std::filesystem::path& path,
                                       const ReadLimits& limits = {});

struct WriteOptions {
    std::optional<symbolic::Dialect> dialect; ///< nullopt: as read (new graphs: plain, "1.0.0")
    std::optional<bool> compressed;           ///< file variant: nullopt = by extension .sdfgz
};

/// JSON text of the document (never compressed), in the file's own dialect and spelling wherever
/// nothing changed.
Expected<std::string> writeSdfg(const ir::Document& document, const WriteOptions& options = {});
/// Atomically (temporary file, then rename): a failure leaves what was there.
Expected<void> writeSdfgFile(const ir::Document& document, const std::filesystem::path& path,
                             const WriteOptions& options = {});

} // namespace mw::io
