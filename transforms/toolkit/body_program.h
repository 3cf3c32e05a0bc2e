#pragma once

#include "transforms/framework/view.h"
#include "transforms/toolkit/replacement.h"

#include <set>
#include <string>
#include <vector>

namespace mw::transforms {

/// A region of a container outside that the program gets or gives as a container of its own.
struct BodyBorder {
    std::string name; ///< of that container
    Part part;        ///< the region, in one iteration
    bool reads = false;
    std::vector<const ir::Edge*> edges; ///< between the map's entry or exit and the part
};

/// Nodes in the scope of a map that compute something in each iteration.
struct BodyPart {
    StateView at;
    const ir::Node* entry = nullptr;
    std::set<NodeId> nodes;             ///< of inner maps everything
    std::vector<std::string> arguments; ///< containers outside that it uses under their own names
    std::vector<BodyBorder> borders;
    bool allOutputs = false; ///< what leaves the map beside the borders goes to arguments; else it
                             ///< is left out
    std::string name;        ///< of the program
    std::string condition = {}; ///< under which anything is done; empty: always
};

/// The part as a program for one iteration: the map's parameters are symbols, and what is outside
/// of the map are arguments.
ir::SdfgPtr bodyProgram(const DocumentView& view, const BodyPart& part);

} // namespace mw::transforms
