// The list of all properties that can be edited.
#include "transforms/properties/property_list.h"

namespace mw::transforms {

std::span<const Property* const> properties() {
    static const Property* const table[] = {
        &rangeProperty(),        &scheduleProperty(), &blockSizeProperty(), &launchBoundsProperty(),
        &maxRegistersProperty(), &minWarpsProperty(), &storageProperty(),   &lifetimeProperty(),
        &codeProperty(),         &symbolProperty(),   &conditionProperty(), &assignmentProperty(),
        &valueProperty(),
    };
    return table;
}

} // namespace mw::transforms
