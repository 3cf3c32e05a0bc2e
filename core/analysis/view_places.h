#pragma once

#include "core/ir/index.h"

#include <string>

namespace mw::analysis {

/// A view container that two access nodes of one scope, or of one inside the other, show different
/// places by. Executors take its name for one place and refuse such a state.
struct ViewOfTwoPlaces {
    const ir::Node* node = nullptr; ///< the second; null: each view shows one place
    std::string sentence;
};
ViewOfTwoPlaces viewOfTwoPlaces(const ir::StateIndex& index, const ir::Sdfg& sdfg);

} // namespace mw::analysis
