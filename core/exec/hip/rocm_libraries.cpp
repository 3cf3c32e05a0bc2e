// Where libraries of ROCm lie.
#include "core/exec/hip/rocm_libraries.h"

#include "core/exec/gpu/library.h"
#include "core/support/environment.h"

namespace mw::exec {

std::vector<std::string> rocmLibraries(const std::string& name,
                                       std::initializer_list<const char*> versions) {
    std::vector<std::string> files;
    for (const char* variable : {"ROCM_PATH", "HIP_PATH"})
        if (const std::string home = environmentVariable(variable); !home.empty())
            for (std::string& file : librariesIn(home + "/lib", name))
                files.push_back(std::move(file));
    for (std::string& file : librariesIn("/opt/rocm/lib", name))
        files.push_back(std::move(file));
    for (const char* version : versions)
        files.push_back(name + version);
    files.push_back(name);
    return files;
}

} // namespace mw::exec
