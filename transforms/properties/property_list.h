#pragma once

#include "transforms/framework/property.h"

// One function for each property, as the list in properties.cpp needs them.

namespace mw::transforms {

const Property& rangeProperty();
const Property& scheduleProperty();
const Property& blockSizeProperty();
const Property& launchBoundsProperty();
const Property& maxRegistersProperty();
const Property& minWarpsProperty();
const Property& storageProperty();
const Property& lifetimeProperty();
const Property& codeProperty();
const Property& symbolProperty();
const Property& conditionProperty();
const Property& assignmentProperty();
const Property& valueProperty();

} // namespace mw::transforms
