#pragma once

#include "core/analysis/structure_local.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace mw::analysis {

using Hash = std::uint64_t;

/// Order-independent combination.
Hash combineAll(std::vector<Hash> parts, Hash seed);

/// Hashes of containers by how they are used, by SDFG and name. For a container without an entry
/// only the descriptor counts.
using Identities = std::map<SdfgId, std::map<std::string, Hash, std::less<>>>;

/// The meaning of names inside of an SDFG. `around`: null for the root, whose names, but those of
/// temporaries, stand for themselves. `depth`: of the nesting; names that the SDFG gives values to
/// itself are told by it from the same names outside.
Meaning meaningIn(const ir::Sdfg& sdfg, const ir::NestedSdfg* node, const Meaning* around,
                  const Identities& identities, int depth);
/// Names that an SDFG gives values to itself: assignments, loops, parameters of maps.
std::set<std::string, std::less<>> ownNames(const ir::Sdfg& sdfg);

/// Hashes of all nodes and dataflow edges. Forward: of what comes before, from the arguments on;
/// backward: of what comes after.
std::map<ElementId, Hash> walkHashes(const ir::Sdfg& root, const Identities& identities,
                                     bool forward);

} // namespace mw::analysis
