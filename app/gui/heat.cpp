// Measured times as colours and texts on a canvas.
#include "app/gui/heat.h"

#include "app/gui/pane.h"
#include "viewers/panels/number_text.h"

#include <algorithm>

namespace mw::app {

Heat heatOf(const Pane& pane) {
    Heat heat;
    if (!pane.isOpen() || !pane.program()->bench)
        return heat;
    const auto& variants = pane.program()->bench->variants;
    const auto found =
        std::ranges::find(variants, pane.variant().name, &bench::VariantResult::name);
    if (found == variants.end())
        return heat;
    double longest = 0;
    for (const auto& kernel : found->kernels)
        longest = std::max(longest, kernel.time.median);
    if (longest <= 0)
        return heat;
    for (const auto& kernel : found->kernels) {
        heat.values[kernel.map] = kernel.time.median / longest;
        heat.texts[kernel.map] = viewers::microseconds(kernel.time.median);
    }
    heat.legend = QStringLiteral("median time of a kernel");
    heat.low = QStringLiteral("0");
    heat.high = viewers::microseconds(longest);
    return heat;
}

} // namespace mw::app
