#pragma once

#include "core/support/expected.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace mw {

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

} // namespace mw
