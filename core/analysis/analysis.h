#pragma once

#include "core/ir/edit.h"
#include "core/ir/index.h"
#include "core/ir/sdfg.h"
#include "core/symbolic/prover.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mw::analysis {

/// Edges from the real producer to the real consumer through scope connectors (IN_x/OUT_x pairs),
/// `edge` included, outermost producer first. For entry scopes only the branch through `edge`.
std::vector<const ir::Edge*> memletPath(const ir::StateIndex& index, const ir::Edge& edge);

/// Edges inside a scope that continue `outer`, which ends at its entry or begins at its exit.
std::vector<const ir::Edge*> innerEdges(const ir::StateIndex& index, const ir::Edge& outer);

/// `edge` and what continues it downstream through the entries that it leads into.
std::vector<const ir::Edge*> branchesBelow(const ir::StateIndex& index, const ir::Edge& edge);
/// `edge` and what it continues upstream, through the exits that it comes out of.
std::vector<const ir::Edge*> branchesAbove(const ir::StateIndex& index, const ir::Edge& edge);

/// The region of `data` that the memlet of an edge at one of its access nodes means.
inline const std::optional<symbolic::Subset>& regionOf(const ir::Memlet& memlet,
                                                       std::string_view data) {
    return memlet.data == data ? memlet.subset : memlet.otherSubset;
}

/// True: `subset` describes the source end of the path: the container that the memlet names stands
/// there. Where it stands at both ends, what the file or the editing code stated decides.
bool isDataSource(const ir::StateIndex& index, const ir::Edge& edge);
/// Region at the source / destination end of the path; nullopt where the memlet does not say.
std::optional<symbolic::Subset> sourceSubset(const ir::StateIndex& index, const ir::Edge& edge);
std::optional<symbolic::Subset> destinationSubset(const ir::StateIndex& index,
                                                  const ir::Edge& edge);

/// The edge that says what a view aliases; null when that is ambiguous or
/// no data is there. `guessed`: both sides would do, DaCe takes this one and warns.
struct ViewingEdge {
    const ir::Edge* edge = nullptr;
    bool guessed = false;
};
ViewingEdge viewingEdge(const ir::StateIndex& index, const ir::Node& view);
/// Why a view of elements of another size is not computed with, for every executor.
std::string unlikeViewText(const std::string& view, ir::ScalarType seen, ir::ScalarType stored);

/// Assumptions that hold inside the scope of `entry` and its enclosing ones: ranges of the
/// parameters.
symbolic::Assumptions scopeAssumptions(const ir::StateIndex& index, NodeId entry);

/// `0:extent`, and the region of every element (of rank 0: one index 0).
symbolic::Range wholeDimension(const symbolic::Expr& extent);
symbolic::Subset wholeContainer(const ir::DataDescriptor& container);

/// The image of `inner` over all iterations of the map: affine parameters are eliminated,
/// everything else widens to the whole dimension of `container`.
symbolic::Subset propagateSubset(const symbolic::Subset& inner, const ir::Map& map,
                                 const ir::DataDescriptor& container);
/// What the memlet of an edge outside a map scope says when it is computed from those inside.
struct OuterMemlet {
    std::optional<symbolic::Subset> subset; ///< box over all of them
    symbolic::Expr volume = 0;              ///< sum times the iterations; 0 when dynamic
    bool dynamic = false;
    std::string wcr;
};
/// nullopt for an edge that is not at the outside of a map's entry or exit, or has no inner ones.
std::optional<OuterMemlet> outerMemlet(const ir::StateIndex& index, const ir::Sdfg& sdfg,
                                       const ir::Edge& edge);
/// Recomputes the outer memlets of one map scope (and, from inside out, of the scopes around it).
void propagateScope(ir::Editor& editor, BlockId state, NodeId mapEntry);
/// Of several of one state.
void propagateScopes(ir::Editor& editor, BlockId state, std::vector<NodeId> mapEntries);

/// Containers read and written by the access nodes of a state.
struct AccessSets {
    std::set<std::string, std::less<>> read, written;
};
AccessSets accessSets(const ir::State& state);

/// Calls `visit` with the container of every access node of an SDFG (this nesting level), members
/// of structures by the structure.
void forEachAccess(const ir::Sdfg& sdfg, const std::function<void(std::string_view)>& visit);

/// Data that is referred to by exactly one access node of the SDFG (this nesting level), and that
/// nothing reads by its name (read_by_name.h). How many edges the node has does not matter.
std::set<std::string, std::less<>> singleUseData(const ir::Sdfg& sdfg);
/// The same where it is known what is read by its name.
std::set<std::string, std::less<>> singleUseData(const ir::Sdfg& sdfg,
                                                 const std::set<std::string, std::less<>>& byName);

/// Numbers for `mw info` and the app.
struct ProgramSummary {
    int states = 0, nodes = 0, edges = 0, maps = 0, topLevelMaps = 0, nestedSdfgs = 0, tasklets = 0;
    std::vector<std::string> arguments; ///< in ABI order: arrays, then scalars and used symbols
    std::vector<std::string> temporaries;
};
ProgramSummary summarise(const ir::Document& document);

/// Names in the order of the C ABI of DaCe's programs: arrays, then scalars and symbols, each
/// sorted.
std::vector<std::string> argumentList(const ir::Sdfg& sdfg);
std::set<std::string, std::less<>> usedSymbols(const ir::Sdfg& sdfg);

} // namespace mw::analysis
