#pragma once

#include "transforms/framework/view.h"
#include "transforms/toolkit/copy.h"

#include <vector>

namespace mw::transforms {

/// A copy into the container, and where its elements come from.
struct Piece {
    Copy copy;
    Placement placement; ///< of what is written in the source
};

struct SelectPlan {
    StateView at;
    const ir::Node* access = nullptr; ///< of the container that goes
    std::vector<Piece> pieces;
    std::vector<const ir::Edge*> readings; ///< innermost edges, of one element each

    const std::string& name() const { return access->as<ir::AccessNode>()->data; }
    const ir::DataDescriptor& data() const { return *at.sdfg->data(name()); }
};

void selectWhereRead(ir::Editor& editor, const SelectPlan& plan);

} // namespace mw::transforms
