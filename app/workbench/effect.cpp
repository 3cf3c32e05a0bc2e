// Figures of a variant that need no run: before and after a rewrite they say what it is worth.
#include "app/workbench/effect.h"

#include "core/analysis/analysis.h"
#include "core/analysis/traffic.h"

namespace mw::workbench {

ProgramFigures figures(const ir::Document& document, const symbolic::Bindings& values) {
    const auto estimate = analysis::estimate(document);
    const auto number = [&](const symbolic::Expr& e) -> std::optional<std::int64_t> {
        const auto value = symbolic::evaluateInteger(e, values);
        return value ? std::optional(*value) : std::nullopt;
    };
    const auto moved = [](const analysis::Traffic& traffic) {
        return traffic.bytesRead + traffic.bytesWritten;
    };
    ProgramFigures result;
    result.maps = analysis::summarise(document).maps;
    result.kernels = estimate.kernels.size();
    result.temporaries = estimate.temporaries.size();
    if (const auto memory = analysis::temporaryMemory(estimate, values)) {
        result.temporaryBytes = memory->allBytes;
        result.peakBytes = memory->peakBytes;
    }
    result.kernelBytes = 0;
    for (const auto& kernel : estimate.kernels) {
        const auto bytes = number(moved(kernel.traffic));
        if (!bytes) {
            result.kernelBytes.reset();
            break;
        }
        *result.kernelBytes += *bytes;
    }
    result.argumentBytes = number(moved(estimate.traffic));
    result.operations = number(estimate.operations);
    return result;
}

} // namespace mw::workbench
