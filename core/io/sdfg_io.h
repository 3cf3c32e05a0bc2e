#pragma once

#include "core/ir/dace_version.h"
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
/// place as a JSON pointer. Pickles are refused. No exception escapes. `dace`: the DaCe that the
/// graph is for, whose rules (ir::DaceRules) it is read by and which it then states; nullopt: what
/// the file states.
Expected<ir::DocumentPtr> readSdfg(std::string_view bytes, const ReadLimits& limits = {},
                                   const std::optional<ir::DaceVersion>& dace = {});
/// As readSdfg; the file's name is added to errors.
Expected<ir::DocumentPtr> readSdfgFile(const std::filesystem::path& path,
                                       const ReadLimits& limits = {},
                                       const std::optional<ir::DaceVersion>& dace = {});

struct WriteOptions {
    std::optional<symbolic::Dialect> dialect; ///< nullopt: as read (new graphs: plain, "1.0.0")
    std::optional<bool> compressed;           ///< file variant: nullopt = by extension .sdfgz
    /// The DaCe that the file is for: its dialect and what its text means. nullopt: the document's.
    std::optional<ir::DaceVersion> dace = {};
};

/// JSON text of the document (never compressed), in the file's own dialect and spelling wherever
/// nothing changed.
Expected<std::string> writeSdfg(const ir::Document& document, const WriteOptions& options = {});
/// Atomically (temporary file, then rename): a failure leaves what was there.
Expected<void> writeSdfgFile(const ir::Document& document, const std::filesystem::path& path,
                             const WriteOptions& options = {});

} // namespace mw::io
