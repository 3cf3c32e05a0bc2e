#pragma once

#include "transforms/framework/view.h"
#include "transforms/toolkit/condition_block.h"
#include "transforms/toolkit/rename.h"

namespace mw::transforms {

struct FusePlan {
    StateView at;
    ConditionBlock first, second;
    Renaming conditionNames = {}; ///< containers of conditions: of the second -> of the first
    Renaming containers = {};     ///< all of the second -> as they are called in the first
};

/// Containers, symbols, contents of branches, and edges of the second belong to the first.
void moveIntoFirst(ir::Editor& editor, const FusePlan& plan);

} // namespace mw::transforms
