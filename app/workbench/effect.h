#pragma once

#include "core/ir/sdfg.h"
#include "core/symbolic/expr.h"

#include <cstdint>
#include <optional>

namespace mw::workbench {

/// What a variant costs, from its graph alone. Bytes are of one run with the values of a scenario;
/// nullopt where a symbol that they need has none.
struct ProgramFigures {
    std::size_t maps = 0;    ///< at any depth
    std::size_t kernels = 0; ///< launches of one walk through the program: maps, nested SDFGs and
                             ///< library nodes outside of maps
    std::size_t temporaries = 0; ///< arrays of more than one element
    std::optional<std::int64_t> temporaryBytes;
    std::optional<std::int64_t> peakBytes;     ///< of temporaries alive in one kernel
    std::optional<std::int64_t> kernelBytes;   ///< sum over kernels of what each must move
    std::optional<std::int64_t> argumentBytes; ///< what the program must move if it were one kernel
    std::optional<std::int64_t> operations;    ///< floating-point

    bool operator==(const ProgramFigures&) const = default;
};
ProgramFigures figures(const ir::Document& document, const symbolic::Bindings& values);

} // namespace mw::workbench
