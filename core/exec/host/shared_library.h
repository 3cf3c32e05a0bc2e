#pragma once

#include "core/exec/host/host_library.h"
#include "core/exec/runner/cache.h"

#include <string>
#include <vector>

namespace mw::exec {

/// A file of our own that goes with this object.
class ScratchFile {
public:
    /// With these bytes in it.
    static Expected<ScratchFile> of(const BinaryCache& cache, std::string_view extension,
                                    const std::string& bytes);
    /// A name for what a compiler writes.
    ScratchFile(const BinaryCache& cache, std::string_view extension);
    ~ScratchFile();
    ScratchFile(ScratchFile&& other) noexcept;
    ScratchFile& operator=(ScratchFile&&) = delete;

    std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

/// One text of a library, and the options that it is compiled with besides those of all.
struct LibraryPart {
    std::string text;
    HostText name;
    std::vector<std::string> options;
};
/// Options of a part that is kernels for the CPU, as the runner compiles them, and of one that is
/// the host's program.
std::vector<std::string> kernelOptions();
std::vector<std::string> hostProgramOptions();

/// Compiles the parts side by side, those that the cache does not have, and links them to one
/// shared library that shows only what its text says is to be seen, needs nothing but the C library
/// and what kernels of the CPU use (OpenMP), and stays loaded once it is. Gives its bytes.
/// "no-compiler", or "compile-failed" with the log as notes.
Expected<std::string> buildSharedLibrary(const BinaryCache& cache,
                                         const std::vector<LibraryPart>& parts);

} // namespace mw::exec
