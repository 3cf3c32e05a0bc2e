#pragma once

#include "core/exec/runner/backend.h"
#include "core/exec/runner/cache.h"

#include <span>
#include <string>

namespace mw::exec {

/// What became of these kernels, in their order: `source` was compiled to be listed. "no-tool" as
/// of findDisassembler(), with what the compiler says of the kernels in the notes; "not-available"
/// where there is no PTX.
Expected<DeviceCode> listed(const KernelSource& source, const Binary& binary,
                            std::span<const std::string> kernels, Instructions kind,
                            const std::string& architecture, const BinaryCache& cache);

} // namespace mw::exec
