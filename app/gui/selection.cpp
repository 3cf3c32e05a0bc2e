// The selection of a pane, which says only what really changed.
#include "app/gui/selection.h"

#include <utility>

namespace mw::app {

void Selection::set(std::vector<ElementId> ids) {
    if (ids == ids_)
        return;
    ids_ = std::move(ids);
    emit changed(ids_);
}

void Selection::setHighlights(std::vector<ElementId> ids) {
    if (ids == highlights_)
        return;
    highlights_ = std::move(ids);
    emit highlightsChanged(highlights_);
}

} // namespace mw::app
