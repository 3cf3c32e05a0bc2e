#pragma once

#include "core/ir/index.h"
#include "transforms/map_fusion_vertical/plan.h"
#include "transforms/toolkit/subset_relation.h"

#include <string>

namespace mw::transforms {

/// What the conditions of a map fusion ask about. Each check returns the refusal of the first
/// condition that fails, in the order of the numbers.
struct FusionQuestion {
    FusionQuestion(const DocumentView& document, const MapPair& pair, const FusionOptions& chosen);

    const DocumentView& view;
    const MapPair& maps;
    const FusionOptions& options;
    const ir::StateIndex& index;
    SubsetRelation relation; ///< over the iterations of the first map
    Renaming renaming;       ///< known after checkParameters
    symbolic::Substitution renamed;

    /// Region of the second map's body in terms of the first map's parameters.
    symbolic::Subset inFirst(const symbolic::Subset& subset) const {
        return renaming.empty() ? subset : subset.substitute(renamed);
    }
};
using MaybeRefusal = std::optional<Refusal>;

Refusal refuse(int condition, std::string code, std::string sentence,
               std::vector<ElementId> elements);
/// Refusal for a verdict that does not hold; says whether it is violated or only not shown.
Refusal refuse(int condition, const Verdict& verdict, std::string code, std::string sentence,
               std::vector<ElementId> elements);

/// `map_3_fieldop`: the label without the ranges that GT4Py appends in brackets, in quotes.
std::string quoted(const ir::Map& map);
/// The container of an access node in quotes.
std::string quoted(const ir::Node& access);

bool isView(const ir::Sdfg& sdfg, const ir::Node& access);
/// The container that an access node stands for: what a view looks at, through views of views.
/// Empty when that is not clear.
std::string rootData(const ir::StateIndex& index, const ir::Sdfg& sdfg, const ir::Node& access);

MaybeRefusal checkScopes(const FusionQuestion& q);                      // conditions 2 and 3
MaybeRefusal checkParameters(FusionQuestion& q);                        // condition 4
MaybeRefusal checkBodies(const FusionQuestion& q);                      // condition 5
MaybeRefusal checkOuterData(FusionQuestion& q);                         // condition 6
MaybeRefusal checkUnorderedAccesses(FusionQuestion& q);                 // condition 6
MaybeRefusal findIntermediates(FusionQuestion& q, FusionPlan& plan);    // conditions 7 to 10
MaybeRefusal checkSharing(const FusionQuestion& q, FusionPlan& plan);   // condition 11
MaybeRefusal checkBodyOrder(FusionQuestion& q, const FusionPlan& plan); // condition 12

} // namespace mw::transforms
