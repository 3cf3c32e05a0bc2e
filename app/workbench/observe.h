#pragma once

#include "core/ir/sdfg.h"
#include "core/support/params.h"
#include "core/symbolic/expr.h"
#include "transforms/framework/apply.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

// What stands out in a program, map by map and temporary by temporary, with the sizes of a run.

namespace mw::workbench {

/// A transformation that does something about it: `mw apply FILE NAME --match NUMBER`.
struct Action {
    const transforms::Transformation* transformation = nullptr;
    int number = 0;
    Params params;
    transforms::Match match; ///< the one of this number
};

enum class Topic : std::uint8_t {
    blocked,         ///< a map whose vertical loop is cut into blocks
    notBlocked,      ///< one that could be, by what it reads that does not depend on the level
    notFused,        ///< two maps with equal or overlapping ranges
    usedOnce,        ///< a temporary that one map writes and one reads
    tooLarge,        ///< a temporary of which more is written than read
    splitNeedlessly, ///< two maps that do the same on ranges that touch
    overwritten,     ///< two maps whose ranges overlap: the later one writes the same again
};
std::string_view title(Topic topic); ///< "maps that are not fused", ...

struct Observation {
    Topic topic = Topic::blocked;
    std::string sentence;
    std::int64_t bytes = 0;       ///< that acting on it saves in one run
    std::vector<ElementId> about; ///< maps or access nodes
    std::optional<Action> action;
    std::string obstacle; ///< why there is none
};

/// How a temporary is used, from its innermost memlets.
struct TemporaryUse {
    std::string name;
    std::int64_t moved = 0;               ///< bytes, of what each kernel reads and writes of it
    std::vector<NodeId> writers, readers; ///< maps and other kernels
    std::vector<NodeId> accesses;         ///< access nodes
    std::int64_t written = 0, read = 0;   ///< bytes of the boxes around all writes, and all reads
};
/// Of arrays of more than one element, by descriptor; those that cannot be evaluated are left out.
std::map<const ir::DataDescriptor*, TemporaryUse> temporaryUses(const ir::Document& document,
                                                                const symbolic::Bindings& values);
std::vector<Observation>
observeTemporaries(const std::map<const ir::DataDescriptor*, TemporaryUse>& uses,
                   const transforms::DocumentView& view);

/// Why no fusion is about a temporary, in a sentence: what uses it are no maps, stand in different
/// states, or are too many. `accesses`: its access nodes.
std::string whyNoFusion(const std::vector<ElementId>& accesses,
                        const transforms::DocumentView& view);

/// Vertical loops that are blocked, or could be; maps split for nothing.
std::vector<Observation> observeMaps(const transforms::DocumentView& view,
                                     const symbolic::Bindings& values);

/// Maps that write elements again which another wrote before and nobody read between, both once in
/// a run. `about`: the earlier map, the later one.
std::vector<Observation> observeOverwritten(const transforms::DocumentView& view,
                                            const symbolic::Bindings& values);

} // namespace mw::workbench
