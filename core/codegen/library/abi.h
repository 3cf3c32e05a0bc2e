#pragma once

#include "core/codegen/library/host_steps.h"
#include "core/codegen/library/library.h"

#include <string>
#include <vector>

namespace mw::codegen {

/// A library as its parts see it.
struct LibraryProgram {
    const Plan& plan;
    const LibraryInterface& interface;
    const symbolic::Bindings& constants; ///< that each call is compared with
    Target target;
    const HostProgramNames& host;
    const std::vector<std::string>& kernels; ///< those of the plan, then the copy kernels
    const LibraryTexts& texts;

    bool isDevice() const { return target != Target::cpu; }
};

/// Prints the functions that callers of DaCe's build know (docs/export.md), over `void call(Frame&,
/// double*)` and `void sizes(Frame&, std::size_t*)`. `notes`: what callers should know is added.
Expected<void> printAbi(const LibraryProgram& program, TextWriter& out,
                        std::vector<std::string>& notes);

} // namespace mw::codegen
