// Shared libraries by name, loaded at run time.
#include "core/support/library.h"

#include <dlfcn.h>
#include <filesystem>

namespace mw {

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

} // namespace mw
