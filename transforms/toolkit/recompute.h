#pragma once

#include "core/symbolic/prover.h"
#include "transforms/framework/view.h"
#include "transforms/toolkit/inwards.h"
#include "transforms/toolkit/map_pair.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/relayout.h"
#include "transforms/toolkit/replacement.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

// What a map writes is computed again where another map reads it: the part of its body that leads
// to the element stands there as a nested SDFG, with the parameters that the element has. Readings
// are followed into views and nested SDFGs, and through indices that come from a table.
//
// Each check takes the number that its condition has in the transformation that asks. The order is
// checkProducer, checkUnchanged, findReadings, checkReadings.

namespace mw::transforms {

/// One dimension of what a map writes of a container.
struct WrittenDim {
    std::optional<std::size_t> param; ///< of the map; the dimension's index is param + offset
    symbolic::Expr offset = 0;
    symbolic::Range range; ///< of a dimension without a parameter: what every iteration writes
};

/// The map that writes the container between two maps, and what of its body that takes.
struct Producer {
    MapPair maps;
    const ir::Node* access = nullptr;         ///< the container between the maps
    const ir::Edge* output = nullptr;         ///< from the first exit to it
    const ir::Edge* written = nullptr;        ///< from the body into the first exit
    std::vector<WrittenDim> dims = {};        ///< of the container
    Part part = {};                           ///< what one iteration writes
    std::set<NodeId> body = {};               ///< nodes that lead to the element
    std::vector<const ir::Edge*> inputs = {}; ///< into the first entry, one per container
    /// The body as a program with the map's parameters as symbols. It reads the inputs under their
    /// own names and writes `output`. Made when somebody needs it, see makeProgram().
    ir::SdfgPtr program = nullptr;
    std::string result = {}; ///< the container that the program writes

    const std::string& data() const { return access->as<ir::AccessNode>()->data; }
};

/// Conditions for a map that can be computed elsewhere. Both maps are at top level, the first has
/// ranges of step 1 and no dynamic inputs, and one edge leads to the container; each element of it
/// is written by one iteration and certainly, whose parameters follow from the indices, or take one
/// value alone; nothing
/// else happens on the way, and temporaries on the way are its own.
MaybeRefusal checkProducer(int condition, Producer& producer);
/// What the body reads is the same when the second map runs: neither of the maps nor anything that
/// the dataflow does not put before or after both writes it.
MaybeRefusal checkUnchanged(int condition, const DocumentView& view, const Producer& producer);

/// One SDFG on the way to a reading.
struct ReadingLevel {
    StateView at;
    NodeId nested; ///< the node of this SDFG in the level before; 0: none
    /// Index of the container between the maps, per dimension, in symbols of this level: a sum over
    /// the levels.
    std::vector<symbolic::Expr> base;
};

/// One place where the second map reads the container.
struct Reading {
    std::vector<ReadingLevel> levels; ///< outermost first; the edge is in the last
    const ir::Edge* edge = nullptr;
    NodeId scope;                                 ///< that it is read in, 0: top level
    std::string container;                        ///< as the last level calls it
    std::vector<std::optional<std::size_t>> seen; ///< dimensions of the container there
    /// The tasklet that takes the element out of the container at an index that it gets; null: the
    /// memlets say the index.
    const ir::Node* table = nullptr;
    std::vector<symbolic::Expr> subscript =
        {};         ///< its indices, by dimension of the container there
    Part part = {}; ///< of the container there; of no use with a table
    std::vector<LayoutChange> layout = {};
    std::string key = {}; ///< equal for readings that can share one computation

    const StateView& at() const { return levels.back().at; }
};

InnerLevels levelsOf(const Reading& reading);
/// Every reading by the second map; refuses what cannot be followed.
std::variant<std::vector<Reading>, Refusal> findReadings(int condition, const DocumentView& view,
                                                         const Producer& producer);
/// Each element that is read is one that the first map writes, and nothing else writes it; symbols
/// of the body mean the same there.
MaybeRefusal checkReadings(int condition, const DocumentView& view, Producer& producer,
                           const std::vector<Reading>& readings);
/// Sets the program and its result. recompute() does, where no check had to.
void makeProgram(const DocumentView& view, Producer& producer);

/// How many computations per iteration the readings take, those that share one counted once.
std::size_t computations(const std::vector<Reading>& readings);

/// Puts the computations where they are needed and takes the readings away. Removes the container
/// and what led to it where nothing else uses it. Returns the ids of the added nested SDFGs' nodes.
std::vector<NodeId> recompute(ir::Editor& editor, const DocumentView& view,
                              const Producer& producer, const std::vector<Reading>& readings);

} // namespace mw::transforms
