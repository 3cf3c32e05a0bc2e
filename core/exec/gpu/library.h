#pragma once

#include "core/support/expected.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace mw::exec {

/// A shared library that is loaded at run time and stays loaded.
class Library {
public:
    /// The first of the candidates that loads; `what` names it in the error.
    static Expected<Library> open(const std::vector<std::string>& candidates,
                                  const std::string& what);

    /// nullptr when the library has none of the names.
    void* symbol(std::initializer_list<const char*> names) const;
    template <class Function>
    Expected<void> bind(Function*& function, std::initializer_list<const char*> names) const {
        function = reinterpret_cast<Function*>(symbol(names));
        if (!function)
            return fail("missing-library", path_ + " lacks the function " + *names.begin() +
                                               "; it is too old for this program");
        return {};
    }
    const std::string& path() const { return path_; }

private:
    void* handle_ = nullptr;
    std::string path_;
};

/// Files below `folder` whose name starts with `prefix`, the highest version first.
std::vector<std::string> librariesIn(const std::string& folder, const std::string& prefix);
/// Folder of the running program.
std::string programFolder();
/// lib/ folders of pip's packages below the Python installations that are usual on a machine:
/// `package` is "nvidia/cuda_nvrtc".
std::vector<std::string> pythonPackageFolders(const std::string& package);

} // namespace mw::exec
