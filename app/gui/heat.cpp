// Measured times as colours and texts on a canvas.
#include "app/gui/heat.h"

#include "app/gui/pane.h"
#include "app/gui/tr.h"
#include "viewers/panels/element_numbers.h"
#include "viewers/panels/number_text.h"

#include <algorithm>

namespace mw::app {

std::map<ElementId, double> measuredTimes(const Pane& pane) {
    if (!pane.isOpen() || !pane.program()->bench)
        return {};
    return viewers::measuredTimes(*pane.program()->bench, pane.variant().name);
}

Heat heatOf(const Pane& pane) {
    Heat heat;
    const auto times = measuredTimes(pane);
    double longest = 0;
    for (const auto& [map, time] : times)
        longest = std::max(longest, time);
    if (longest <= 0)
        return heat;
    for (const auto& [map, time] : times) {
        heat.values[map] = time / longest;
        heat.texts[map] = viewers::microseconds(time);
    }
    heat.legend = tr("median time of a kernel");
    heat.low = QStringLiteral("0");
    heat.high = viewers::microseconds(longest);
    return heat;
}

} // namespace mw::app
