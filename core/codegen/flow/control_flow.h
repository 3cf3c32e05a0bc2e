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
/// A variable of a loop that stands for a state machine (FlowLoop::machine).
struct FlowSet {
    std::string variable, value;
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
    /// Of a state machine that is neither branches nor loops: the variable that says which block
    /// runs in the next turn. The SDFG does not know it.
    std::string machine = {};
};
struct FlowJump {
    const ir::Block* block;
    ir::Jump jump;
};
struct Flow {
    std::variant<FlowState, FlowAssign, FlowSet, FlowBranch, FlowLoop, FlowJump> kind;
};

/// Whether there is a `return` in it.
bool returnsEarly(const FlowList& list);

/// Raises state machines (diamonds, chains of conditions, guard loops). One that is none of that
/// becomes a loop that runs one block a turn (FlowLoop::machine). An error where a block of such a
/// machine leaves a loop around it.
Expected<FlowList> structure(const ir::Region& region);

} // namespace mw::codegen
