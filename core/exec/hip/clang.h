#pragma once

#include "core/support/expected.h"

#include <string>
#include <vector>

namespace mw::exec {

/// clang as a compiler for AMD GPUs, with what goes with it.
struct AmdClang {
    std::string path;
    std::string version; ///< "clang 19.1.7"
    std::string linker;  ///< ld.lld of the same LLVM; empty: none
    std::vector<std::string> architectures;
};

/// $MAPWRIGHT_HIP_COMPILER, else clang-19 of $PATH, else /usr/bin/clang-19; looked for once per
/// process. "no-compiler" says what is missing and where it comes from.
const Expected<AmdClang>& amdClang();

/// "gfx90a"s in what `clang --print-supported-cpus` says.
std::vector<std::string> architecturesIn(const std::string& text);

} // namespace mw::exec
