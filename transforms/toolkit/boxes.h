#pragma once

#include "core/symbolic/prover.h"

#include <optional>
#include <vector>

// Boxes and what is left of them without a part. What is said holds for all values of the symbols,
// those for which a box is empty included.

namespace mw::transforms {

/// Every dimension counts up in steps of one.
bool isPlainBox(const symbolic::Subset& box);

/// What two plain boxes have in common, dimension by dimension; may be empty. nullopt where it
/// depends on the symbols which of two bounds is the one, and for boxes of different ranks.
std::optional<symbolic::Subset> commonPart(const symbolic::Subset& a, const symbolic::Subset& b,
                                           symbolic::Prover& prover);

/// A plain box without a part of it that commonPart() gave: disjoint boxes, which make up the box
/// together with the part.
std::vector<symbolic::Subset> without(const symbolic::Subset& box, const symbolic::Subset& part,
                                      symbolic::Prover& prover);

/// The smallest box around two plain ones of the same rank.
symbolic::Subset boxAround(const symbolic::Subset& a, const symbolic::Subset& b,
                           symbolic::Prover& prover);

} // namespace mw::transforms
