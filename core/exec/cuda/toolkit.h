#pragma once

#include <string>
#include <vector>

namespace mw::exec {

/// Where a library of the CUDA toolkit can be: files and names to try, in this order.
struct ToolkitLibrary {
    const char* prefix;                 ///< "libnvrtc.so"
    const char* variable;               ///< names a file or a folder: "MAPWRIGHT_NVRTC"
    std::vector<const char*> beside;    ///< folders relative to the program's: "/../nvrtc"
    std::vector<const char*> folders;   ///< below a toolkit: "/lib64"
    std::vector<const char*> names;     ///< for the loader's own search, newest first
    std::vector<const char*> pipFolder; ///< of pip's packages: "nvidia/cuda_nvrtc"
};
std::vector<std::string> candidates(const ToolkitLibrary& library);

ToolkitLibrary nvrtcLibrary();
ToolkitLibrary cuptiLibrary();
ToolkitLibrary runtimeLibrary();

/// For host code that uses the CUDA runtime (`cudaMalloc`): options of the host's compiler with the
/// headers and the library of the first toolkit that has both; none: the compiler says what lacks.
std::vector<std::string> runtimeOptions();

} // namespace mw::exec
