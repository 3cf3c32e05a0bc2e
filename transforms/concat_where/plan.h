#pragma once

#include "transforms/framework/view.h"
#include "transforms/toolkit/copy.h"
#include "transforms/toolkit/inwards.h"

#include <vector>

namespace mw::transforms {

/// A copy into the container, and where its elements come from.
struct Piece {
    Copy copy;
    Placement placement; ///< how indices of the container become indices of the source
};

/// One place where an element of the container is read: in the state, or inside of nested SDFGs
/// that get all of it.
struct ElementReading {
    InnerLevels levels;             ///< the edge is in the last
    const ir::Edge* edge = nullptr; ///< innermost
    symbolic::Subset element = {};  ///< in symbols of the last level

    const StateView& at() const { return levels.back().at; }
};

struct SelectPlan {
    StateView at;
    const ir::Node* access = nullptr; ///< of the container that goes
    std::vector<Piece> pieces;
    std::vector<ElementReading> readings;

    const std::string& name() const { return access->as<ir::AccessNode>()->data; }
    const ir::DataDescriptor& data() const { return *at.sdfg->data(name()); }
};

void selectWhereRead(ir::Editor& editor, const SelectPlan& plan);

} // namespace mw::transforms
