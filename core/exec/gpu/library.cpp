// Where libraries of devices lie.
#include "core/exec/gpu/library.h"

#include "core/support/environment.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace mw::exec {

namespace fs = std::filesystem;

std::vector<std::string> librariesIn(const std::string& folder, const std::string& prefix) {
    std::vector<std::string> found;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (entry.path().filename().string().starts_with(prefix))
            found.push_back(entry.path().string());
    std::sort(found.begin(), found.end(), [](const std::string& a, const std::string& b) {
        return a.size() != b.size() ? a.size() > b.size() : a > b; // .so.13 before .so.9
    });
    return found;
}

std::string programFolder() {
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).parent_path().string();
}

std::vector<std::string> pythonPackageFolders(const std::string& package) {
    std::vector<std::string> roots = {"/usr/lib/python3", "/usr/local/lib"};
    for (const char* variable : {"VIRTUAL_ENV", "CONDA_PREFIX"})
        if (const std::string prefix = environmentVariable(variable); !prefix.empty())
            roots.push_back(prefix + "/lib");
    if (const std::string home = environmentVariable("HOME"); !home.empty())
        roots.push_back(home + "/.local/lib");
    std::vector<std::string> folders;
    for (const std::string& root : roots) {
        std::vector<std::string> pythons = {root};
        std::error_code error;
        for (const auto& entry : fs::directory_iterator(root, error))
            if (entry.path().filename().string().starts_with("python3"))
                pythons.push_back(entry.path().string());
        std::sort(pythons.begin(), pythons.end());
        for (const std::string& python : pythons)
            for (const char* site : {"/site-packages/", "/dist-packages/"})
                if (const fs::path lib = python + site + package + "/lib";
                    fs::is_directory(lib, error))
                    folders.push_back(lib.string());
    }
    return folders;
}

} // namespace mw::exec
