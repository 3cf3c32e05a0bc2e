#pragma once

#include "transforms/framework/kept.h"
#include "transforms/framework/view.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/rename.h"
#include "transforms/toolkit/replacement.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mw::transforms {

/// The nested SDFG of a match, where it stands.
struct NestedAt {
    StateView at;
    const ir::Node* node = nullptr;
    ElementId owner;                              ///< SDFG or region that holds the state
    std::shared_ptr<const ir::StateIndex> inside; ///< inside a map: of the one state in it

    const ir::NestedSdfg& nested() const { return *node->as<ir::NestedSdfg>(); }
    const ir::Sdfg& inner() const { return *nested().sdfg; }
    const ir::Sdfg& outer() const { return *at.sdfg; }
    /// What `Find` says of the SDFG inside, or of the one outside.
    template <auto Find>
    const auto& keptInside() const {
        return kept<Find>(*at.document, nested().sdfg);
    }
    template <auto Find>
    const auto& keptOutside() const {
        return kept<Find>(*at.document, at.sdfg);
    }
    bool isInMap() const { return bool(at.index->scope(node->id)); }
    std::string called() const { return "'" + nested().label + "'"; }
};

/// What the names inside become outside.
struct InlineNames {
    Renaming containers;            ///< every container inside
    Renaming assigned;              ///< symbols that its control flow assigns
    symbolic::Substitution symbols; ///< in expressions; those that stay are left out
    Renaming code;                  ///< symbols in code; those that stay are left out
};

/// How the state comes apart around the node: what depends on it, and the access nodes that are
/// needed on both sides.
struct Halves {
    std::vector<bool> after;        ///< by position in the state
    std::vector<NodeId> alsoAfter;  ///< of the first half: read again in the second
    std::vector<NodeId> alsoBefore; ///< of the second half: written in the first too
};

/// Inside a map: a connector of the nested SDFG, and what its container inside stands for.
struct Passed {
    const ir::Edge* edge = nullptr; ///< outside
    bool in = false;
    Placement placement;          ///< of the container inside, with the symbols of outside
    std::vector<Access> accesses; ///< of the container inside

    const std::string& inner() const { return in ? edge->dstConnector : edge->srcConnector; }
};

struct InlinePlan {
    NestedAt place;
    InlineNames names;
    Halves halves;              ///< outside of maps
    std::vector<Passed> passed; ///< inside a map
};

/// Every state of the SDFG, not those of nested ones: `visit(id, state)`.
template <class Visit>
void forEachState(const ir::Sdfg& sdfg, const Visit& visit) {
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            visit(block.id, *state);
    });
}

/// Temporaries and assigned symbols keep their names where these are free outside; else a number
/// goes behind them.
void chooseNames(const NestedAt& place, InlineNames& names);
/// Names that a node gives a meaning itself: connectors, and what its code assigns.
analysis::NameSet ownNames(const ir::Node& node);
/// Those of `code` that a tasklet says of what is around it.
Renaming codeOf(const ir::Node& tasklet, const Renaming& code);

/// Conditions 3 to 6 of inline-nested-sdfg: containers and symbols; fills in the names.
MaybeRefusal checkContainers(const NestedAt& place, InlineNames& names);
MaybeRefusal checkSymbols(const NestedAt& place, InlineNames& names);
/// Condition 7; fills in the halves.
MaybeRefusal checkHalves(const NestedAt& place, Halves& halves);

/// Inside: containers, symbols and code under their outer names.
void renameInside(ir::Editor& editor, const NestedAt& place, const InlineNames& names);
/// The state in two halves, without the node; 0 when the second has nothing to do.
BlockId splitState(ir::Editor& editor, const NestedAt& place, const Halves& halves);

} // namespace mw::transforms
