#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mw::codegen {

/// C++ whose inline assembly includes files of compiled kernels (cubin, code object) into a
/// library, as the array of its device images. `imageOf`: per kernel of LibrarySource::kernels.
std::string printImages(const std::vector<std::string>& files,
                        const std::vector<std::size_t>& imageOf);

} // namespace mw::codegen
