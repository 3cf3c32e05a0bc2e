#pragma once

#include "core/codegen/codegen.h"
#include "core/codegen/library/interface.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace mw::codegen {

/// The host's side of an exported library, and what the library needs besides.
struct LibrarySource {
    /// C++17 for the host's compiler: arithmetic, workspace, device, and the program itself. The
    /// kernels are another text: for the CPU that of `print` with `copyKernels` behind it; for a
    /// device an array `mw_images` of addresses, `mw_image_count`, and `mw_image_of` by kernel.
    std::string host;
    /// Names of the kernels as `host` counts them: those of the plan, then the copy kernels.
    std::vector<std::string> kernels;
    std::vector<std::string> notes; ///< what callers of the interface should know
};

/// What a library says and asks beyond its plan.
struct LibraryTexts {
    /// Conditions over the arguments (analysis/assumed.h); calls that violate one are refused.
    std::vector<std::string> assumptions{};
    /// What callers that ask the library itself are told (`__mw_description`), of one that makes no
    /// use of these scalars and symbols.
    std::function<std::string(const std::set<std::string, std::less<>>& unused)> description{};
};

/// The text of a library whose functions are those of DaCe's own build of the program (see
/// docs/export.md), running the steps of the plan as the runner does. `interface`: what callers
/// know, mostly that of the graph as it was read; symbols that it has and that are constants of the
/// plan are compared in each call.
/// Errors: "changed-arguments" where the plan needs what the interface has not; "not-exportable".
Expected<LibrarySource> printLibrary(const Plan& plan, const LibraryInterface& interface,
                                     const symbolic::Bindings& constants, Target target,
                                     const LibraryTexts& texts = {});

} // namespace mw::codegen
