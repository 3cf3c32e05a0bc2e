#pragma once

#include "core/ir/edit.h"
#include "transforms/toolkit/one_map.h"
#include "transforms/toolkit/relayout.h"
#include "transforms/toolkit/replacement.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

// A map and the Reduce node that reads its result, as the steps of the fusion see them.

namespace mw::transforms {

/// What a Reduce node computes.
struct Reduction {
    std::string conflict;      ///< the lambda of two parameters
    std::string identity;      ///< Python text of a number
    std::vector<bool> reduced; ///< by dimension of what it reads
};
/// Of a node that reads `rank` dimensions. Condition 3: it combines values from a number on.
std::variant<Reduction, Refusal> reductionOf(const ir::Node& node, std::size_t rank);

/// One dimension of the result's input that is kept.
struct KeptDimension {
    symbolic::Expr distance; ///< of one iteration's index from the first one
    symbolic::Expr size;
};
/// Where in `result`, what the Reduce node writes, the element of one iteration is: dimension by
/// dimension, or those of more than one element. nullopt: the shapes do not say.
std::optional<symbolic::Subset> elementOf(const symbolic::Subset& result,
                                          const std::vector<KeptDimension>& kept);

struct ReducePlan {
    OneMap map;
    const ir::Node* access = nullptr;   ///< of the temporary between map and Reduce node
    const ir::Node* reduce = nullptr;   ///< the Reduce node
    const ir::Edge* written = nullptr;  ///< map exit -> temporary
    const ir::Edge* read = nullptr;     ///< temporary -> Reduce node
    const ir::Edge* result = nullptr;   ///< Reduce node -> container, or the exit around
    const ir::Edge* producer = nullptr; ///< what writes the temporary inside the map -> map exit
    Reduction reduction = {};
    std::vector<std::size_t> kept = {}; ///< parameters whose iterations go on in parallel, in order
    std::vector<std::size_t> reduced = {}; ///< the others, in the order of the dimensions
    symbolic::Subset element = {};         ///< of the temporary, in one iteration
    symbolic::Subset target = {};          ///< of the result's container, in one iteration
    std::vector<LayoutChange> layout = {}; ///< of what writes the element

    const ir::StateIndex& index() const { return map.index(); }
    const ir::Sdfg& sdfg() const { return map.sdfg(); }
    BlockId state() const { return map.at.id; }
    const std::string& temporary() const { return access->as<ir::AccessNode>()->data; }
    const ir::Node& writer() const { return *index().node(producer->src); }
    /// The element as a container of its own.
    Part part() const { return {element, std::vector<bool>(element.rank(), true), {}}; }
    std::vector<ElementId> ids() const { return {map.entry->id, access->id, reduce->id}; }
};

/// The map accumulates; temporary and Reduce node go.
ir::EditResult accumulate(const ir::DocumentPtr& document, const ReducePlan& plan);

} // namespace mw::transforms
