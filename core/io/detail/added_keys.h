#pragma once

#include "core/io/detail/json.h"

#include <vector>

namespace mw::io {

/// One of the keys that an element is described by, in the order in which a new one has them.
struct DescribedKey {
    const char* name;
    bool added = false; ///< the element has it now and its origin lacks it
};

/// Moves the added keys of an object to where a new element has them: behind the described key
/// before them, else in front of the one after them, else to the end. So the place of a key does
/// not depend on whether the element was read or made.
void placeAdded(Json& object, const std::vector<DescribedKey>& described);

} // namespace mw::io
