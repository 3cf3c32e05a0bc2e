#pragma once

#include "core/exec/runner/backend.h"
#include "core/exec/runner/cache.h"

#include <span>
#include <string>

namespace mw::exec {

/// Text that a compiler gives beside the code.
struct OwnAssembly {
    Instructions kind = Instructions::ptx;
    std::string version; ///< of the compiler
};
struct Wanted {
    Instructions kind = Instructions::ptx;
    std::string architecture;
    OwnAssembly own; ///< of the compiler of the binary
};

/// What became of these kernels, in their order: `source` was compiled to be listed. What the
/// compiler does not give itself a disassembler does: "no-tool" as of findDisassembler(), with what
/// the compiler says of the kernels in the notes; "not-available" where there is no PTX.
Expected<DeviceCode> listed(const KernelSource& source, const Binary& binary,
                            std::span<const std::string> kernels, const Wanted& wanted,
                            const BinaryCache& cache);

} // namespace mw::exec
