// Shared libraries by name and folder, loaded at run time.
#include "core/exec/gpu/library.h"

#include "core/support/environment.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>

namespace mw::exec {

namespace fs = std::filesystem;

Expected<Library> Library::open(const std::vector<std::string>& candidates,
                                const std::string& what) {
    std::string firstError;
    for (const std::string& candidate : candidates) {
        Library library;
        library.handle_ = dlopen(candidate.c_str(), RTLD_NOW | RTLD_GLOBAL);
        library.path_ = candidate;
        if (library.handle_)
            return library;
        // A library that is there but does not load is the more useful complaint.
        const char* error = dlerror();
        std::error_code ignored;
        if (firstError.empty() && error && candidate.find('/') != std::string::npos &&
            fs::exists(candidate, ignored))
            firstError = error;
    }
    return fail("missing-library", what + (firstError.empty() ? " is not installed"
                                                              : " does not load: " + firstError));
}

void* Library::symbol(std::initializer_list<const char*> names) const {
    for (const char* name : names)
        if (void* found = dlsym(handle_, name))
            return found;
    return nullptr;
}

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
