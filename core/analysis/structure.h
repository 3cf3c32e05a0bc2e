#pragma once

#include "core/ir/index.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mw::analysis {

/// What an element is by structure: ids, guids, order in lists, labels, and the names of
/// temporaries, connectors of scopes and nested SDFGs, and inner symbols do not count; the names of
/// the program's arguments, of map parameters and of free symbols do, and everything else that can
/// change a result or how it is computed. `forward`: what is computed
/// up to and including the element, from the arguments on. `backward`: what becomes of it, down to
/// the results.
struct StructuralHashes {
    std::map<ElementId, std::uint64_t> forward, backward; ///< of nodes and dataflow edges
    std::uint64_t whole = 0; ///< of the document: equal for equal programs, and for them alone
    std::map<std::string, std::uint64_t>
        parts; ///< what `whole` is made of: "the argument 'x'", ...
};
StructuralHashes structuralHashes(const ir::DocumentIndex& index);

/// Elements of two graphs that correspond.
struct Pairing {
    bool equal = false; ///< structurally the same program
    /// Same computation and same use; then same computation; then same use; then alike by content
    /// only (these are `changed` too).
    std::vector<std::pair<ElementId, ElementId>> pairs; ///< sorted by the first
    std::vector<std::pair<ElementId, ElementId>> changed;
    std::vector<ElementId> onlyInFirst, onlyInSecond;
    /// The first node in program order whose computation has no counterpart.
    struct Difference {
        ElementId first, second; ///< 0: not there
        std::string sentence;
    };
    std::optional<Difference> firstDifference;
};
Pairing pairStructures(const ir::DocumentIndex& first, const ir::DocumentIndex& second);

} // namespace mw::analysis
