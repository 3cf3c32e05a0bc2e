#pragma once

#include "core/ir/sdfg.h"
#include "core/support/expected.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace mw::codegen {

// The control flow of one SDFG as structured statements, whatever mix of state machine and regions
// the file has. Conditions and statements stay Python text. Refers into the SDFG.

struct Flow;
using FlowList = std::vector<Flow>;

struct FlowState {
    const ir::Block* block;
};
/// Assignments of one interstate edge, in order.
struct FlowAssign {
    const ir::InterstateEdge* edge;
};
/// First arm whose condition holds; nullopt = else.
struct FlowBranch {
    struct Arm {
        std::optional<std::string> condition;
        bool complement = false; ///< `(not c)` of the arm before: holds where that one does not
        FlowList body;
    };
    ElementId element;
    std::vector<Arm> arms;
};
struct FlowLoop {
    ElementId element;
    std::string variable, init, condition, update; ///< empty: none
    bool inverted = false;                         ///< the body runs before the first check
    bool updateBeforeCondition = true;             ///< of inverted loops
    bool unroll = false;
    int unrollFactor = 0;
    FlowList body;
};
struct FlowJump {
    const ir::Block* block;
    ir::Jump jump;
};
struct Flow {
    std::variant<FlowState, FlowAssign, FlowBranch, FlowLoop, FlowJump> kind;
};

/// Whether there is a `return` in it.
bool returnsEarly(const FlowList& list);

/// Raises state machines (diamonds, chains of conditions, guard loops). An irreducible graph is an
/// error that names the block.
Expected<FlowList> structure(const ir::Region& region);

} // namespace mw::codegen
