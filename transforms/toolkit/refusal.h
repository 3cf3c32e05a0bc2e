#pragma once

#include "transforms/framework/transformation.h"
#include "transforms/toolkit/subset_relation.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Refusals of conditions, and the names of elements in their sentences.

namespace mw::transforms {

using MaybeRefusal = std::optional<Refusal>;

Refusal refuse(int condition, std::string code, std::string sentence,
               std::vector<ElementId> elements);
/// For a verdict that does not hold: says whether it is violated or only not shown, which adds
/// "-unproven" to the code.
Refusal refuse(int condition, const Verdict& verdict, std::string code, std::string sentence,
               std::vector<ElementId> elements);
/// For what is not certain, without a proof that could be named.
Refusal refuseUncertain(int condition, std::string code, std::string sentence,
                        std::vector<ElementId> elements);
/// For another transformation that would have to apply too, to this document or to one in which
/// the symbols are the same: the sentence is its own behind `beginning`, the rest is kept.
Refusal refuse(int condition, std::string code, const Refusal& inner, std::string_view beginning);

/// `map_3_fieldop`: a label without the ranges that GT4Py appends in brackets.
std::string shortLabel(const std::string& label);
/// The short label of a map in quotes.
std::string quoted(const ir::Map& map);
/// The container of an access node, or what a node is called, in quotes.
std::string quoted(const ir::Node& node);
/// The same of a node of a state: an exit is called like its map, not by the number of its entry.
std::string quoted(const ir::StateIndex& index, NodeId node);

} // namespace mw::transforms
