// Times of what a pane shows.
#include "app/gui/measured_times.h"

#include "app/gui/pane.h"
#include "viewers/panels/element_numbers.h"

namespace mw::app {

std::map<ElementId, double> measuredTimes(const Pane& pane) {
    if (!pane.isOpen() || !pane.program()->bench)
        return {};
    return viewers::measuredTimes(*pane.program()->bench, pane.variant().name);
}

} // namespace mw::app
