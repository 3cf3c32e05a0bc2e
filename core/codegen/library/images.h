#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mw::codegen {

/// The array of images of a device's library as C++ with inline assembly: each is a file.
/// `imageOf`: per kernel of LibrarySource::kernels.
std::string printImages(const std::vector<std::string>& files,
                        const std::vector<std::size_t>& imageOf);

} // namespace mw::codegen
