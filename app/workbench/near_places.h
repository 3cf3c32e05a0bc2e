#pragma once

#include "app/workbench/steps.h"
#include "transforms/framework/transformation.h"

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

// Where a step of a recipe may have been meant that found no place of its own: graphs of another
// generation name and cut things otherwise, so that nothing is alike enough to be taken unasked.

namespace mw::workbench {

struct NearPlace {
    transforms::Match match;
    int alike = 0; ///< 0 to history::kAlike: what its elements share of the recipe's surroundings
};

/// A step that was left out, and where it applies.
struct Misfit {
    std::size_t number = 0; ///< in the recipe, from 1
    history::TransformationRecord record;
    std::string reason;
    std::vector<NearPlace> places; ///< the most alike first, then in the order of the document
};

/// Of the transformations among the steps that were left out; of each at most `most` places.
std::vector<Misfit> misfitsOf(const ir::DocumentPtr& document,
                              const std::vector<ReplayedStep>& steps, std::size_t most = 4,
                              const std::stop_token& stop = {});

} // namespace mw::workbench
