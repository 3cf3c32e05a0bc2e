#pragma once

#include "core/support/expected.h"

#include <string>
#include <string_view>
#include <vector>

namespace mw::exec {

/// Functions of AMD's device library that a text calls outside of comments, each once, in the
/// library's order.
std::vector<std::string> deviceFunctionsIn(std::string_view text);

/// The files of the library, ocml, that give these functions for an architecture, as compiled by
/// `clang`: of a ROCm around it, of $ROCM_PATH, of /opt/rocm, or of Debian's rocm-device-libs. The
/// error, "no-device-library", names the functions.
Expected<std::vector<std::string>> deviceLibrary(const std::vector<std::string>& functions,
                                                 const std::string& clang,
                                                 const std::string& architecture);

/// Likewise of the first of these folders that has it.
Expected<std::vector<std::string>> deviceLibraryIn(const std::vector<std::string>& folders,
                                                   const std::vector<std::string>& functions,
                                                   const std::string& architecture);

/// Of the files of a library: the one of this architecture, else of the nearest older one of its
/// generation, whose instructions it has ("oclc_isa_version_940.bc" for gfx942); empty: none.
std::string isaFile(const std::string& folder, const std::string& architecture);

} // namespace mw::exec
