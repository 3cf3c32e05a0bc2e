#pragma once

#include "core/codegen/library/library.h"
#include "core/exec/session.h"

#include <cstddef>
#include <string>
#include <vector>

namespace mw::exec {

/// A shared library that was built.
struct LibraryFile {
    std::vector<std::byte> bytes;
    double seconds = 0;       ///< all of it
    double kernelSeconds = 0; ///< for the kernels of a device; 0: they are parts like others
    bool cached = false;      ///< those kernels were compiled before
};

/// Builds a shared library of the plan's kernels and their host program where the runner runs, in a
/// runner of its own; without a device too. `architecture` as in Session::compile; `contraction` is
/// that of the kernels. Errors: those of the compilers ("compile-failed", "no-compiler",
/// "bad-architecture") and of the runner.
Expected<LibraryFile> buildLibrary(const RunnerOptions& runner, const codegen::Plan& plan,
                                   const codegen::LibrarySource& source, codegen::Target target,
                                   const std::string& architecture = {},
                                   Contraction contraction = Contraction::usual);

} // namespace mw::exec
