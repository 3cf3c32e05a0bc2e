#pragma once

#include "core/exec/host/host_compiler.h"
#include "core/exec/runner/cache.h"

namespace mw::exec {

/// Name of this machine's architecture: "x86-64".
std::string hostArchitecture();
/// A sentence for users: how to get a C++ compiler.
std::string_view howToGetHostCompiler();

/// The names of a source text: as a file in the compiler's messages, in words in ours.
struct HostText {
    std::string file = "kernels.cpp";
    std::string what = "the kernels";
};

/// Why a compiler gave nothing for the text in `file`: that it could not be started, or
/// "compile-failed" with the first lines of its log as notes, which call the file by its name.
Unexpected compileError(const Expected<CommandResult>& result, const std::string& file,
                        const HostText& name);

/// C++ on its way into this process: compiled to a shared library through the disk cache, loaded.
class HostLibraries {
public:
    struct Compiled {
        std::string file; ///< of the shared library
        std::string log;
        double seconds = 0;
        bool cached = false;
    };
    /// `options`: besides the usual ones. "no-compiler", or "compile-failed" with the log as notes.
    Expected<Compiled> compile(const std::string& text, const HostText& name = {},
                               const std::vector<std::string>& options = {});
    /// A handle for dlsym and dlclose.
    Expected<void*> load(const std::string& file) const;

private:
    Expected<Compiled> compileNew(const std::string& text, const HostText& name,
                                  const std::vector<std::string>& options, const std::string& key);

    BinaryCache cache_;
};

} // namespace mw::exec
