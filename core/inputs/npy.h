#pragma once

#include "core/inputs/scenario.h"

#include <string>

namespace mw::inputs {

/// The .npy file (format 1.0, Fortran order) of an array: what readNpy reads back.
Expected<std::string> toNpy(const HostArray& array);
/// Size in bytes of a .npy file, of which `bytes` are the first (headers take up to 64 KiB).
Expected<std::uint64_t> npySize(std::string_view bytes);

/// A .npz file with a text in the comment of the archive, which NumPy passes over.
struct Archive {
    HostArrays arrays;
    std::string comment;
};
constexpr std::size_t kLongestComment = 0xffff; ///< bytes
Expected<Archive> readArchive(const std::filesystem::path& path);
/// writeNpz() with a comment. "long-comment" beyond kLongestComment.
Expected<void> writeArchive(const HostArrays& arrays, const std::string& comment,
                            const std::filesystem::path& path);

} // namespace mw::inputs
