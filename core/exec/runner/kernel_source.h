#pragma once

#include "core/codegen/codegen.h"
#include "core/exec/protocol.h"

#include <string>
#include <vector>

namespace mw::exec {

/// Generated text with the seams at which it may be compiled apart: each unit needs the helpers and
/// nothing else, so that after an edit only the changed kernels are compiled.
struct KernelSource {
    struct Unit {
        std::vector<std::string> kernels; ///< none: the copy kernels
        std::string text;
        int firstLine = 1;    ///< in `text` of the whole, 1-based
        int maxRegisters = 0; ///< 0: as the compiler likes
    };
    std::string text;
    std::string helpers;
    int helpersLine = 1;
    /// To be listed: instructions lead back to lines, which each unit counts from its own first, so
    /// that what was compiled for one program is right in another one.
    bool listed = false;
    /// The graph's own code at file scope may hold variables, of which each program has its own.
    bool sharesState = false;
    Contraction contraction = Contraction::usual;
    std::string state;       ///< codegen::printState, beside the kernels of a device; "": none
    std::vector<Unit> units; ///< kernels of the plan, then the copy kernels where there are any

    /// Some of the units as one text; messages of the compiler count lines as in the whole, unless
    /// it is to be listed.
    std::string joined(const std::vector<std::size_t>& chosen) const;
};

/// The name that compilers know the text of units by, and that of the helpers of what is listed.
constexpr const char* kSourceName = "kernels.cu";
constexpr const char* kHelpersName = "helpers.cu";

/// `copies`: further text that needs the helpers too, "" for none. `sharesState`: the graph's own
/// code at file scope may hold variables, of which there must be one each: all stays together.
KernelSource splitSource(codegen::Source source, const codegen::Plan& plan, std::string copies,
                         bool sharesState = false);

/// Shares the units out over `parts` texts of about the same length; fewer when there are fewer
/// units. A unit with a register limit stands alone: the limit is an option of the compiler.
std::vector<std::vector<std::size_t>>
shareOut(const KernelSource& source, const std::vector<std::size_t>& chosen, std::size_t parts);

} // namespace mw::exec
