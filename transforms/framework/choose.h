#pragma once

#include "core/history/record.h"
#include "core/support/expected.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

// Where a recorded step is done again.

namespace mw::transforms {

/// A place where the step could apply: its label and its elements.
struct ReplayPlace {
    std::string label;
    std::vector<ElementId> elements;
};

/// By ids alone: as version 1 of recipes had it, or because it is the very same document.
bool isExact(const history::Site& site, const history::AnchorIndex& anchors);

/// Whether the step could be done at a place.
using Applies = std::function<bool(std::size_t place)>;

/// The only place that fits a site of another document; "not-found" where none does,
/// "ambiguous-step" where several do (its notes say which). Among places that are equally or nearly
/// as much alike those where the step applies come first; where it does at none, the most alike.
Expected<std::size_t> choose(const history::AnchorIndex& anchors, const history::Site& site,
                             const std::vector<ReplayPlace>& places, const Applies& applies = {});

} // namespace mw::transforms
