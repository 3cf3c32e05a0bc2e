#pragma once

#include "transforms/toolkit/map_pair.h"
#include "transforms/toolkit/relayout.h"
#include "transforms/toolkit/replacement.h"

#include <variant>
#include <vector>

// What a second sweep reads of a container beyond what the first one writes: the second gets a
// column of its own, put together from what the first wrote and from what others did.

namespace mw::transforms {

/// A container between two maps of which the second reads more than the first writes.
struct MixedColumn {
    const ir::Node* access = nullptr;
    const ir::Edge* output = nullptr;   ///< first exit -> access
    const ir::Edge* producer = nullptr; ///< into the first exit
    const ir::Edge* input = nullptr;    ///< access -> second entry
    const ir::Edge* consumer = nullptr; ///< out of the second entry
    Part read;                          ///< the column, in names of the second map
    symbolic::Subset swept;             ///< what the first map writes of it
    std::vector<symbolic::Subset> rest; ///< what others write of it; empty: nobody
    Part written;                       ///< by all iterations of the first map
    Part others;                        ///< by everybody else
    /// Of what looks at each of the three with strides of its own.
    std::vector<LayoutChange> sweptLayout, othersLayout, columnLayout;

    const std::string& data() const { return access->as<ir::AccessNode>()->data; }
};

struct MixedColumns {
    std::vector<MixedColumn> columns;
    const ir::Node* unclear = nullptr; ///< of which it is not known what belongs to whom; or null
};
/// Those among the containers between the maps; `renaming`: of parameters of the second map to
/// those of the first.
MixedColumns findMixedColumns(const DocumentView& view, const MapPair& maps,
                              const Renaming& renaming);

/// The first map writes a container of its own, what others write becomes one of its size, and the
/// second map copies both into its column. Returns the access node of the first.
NodeId separate(ir::Editor& editor, const MapPair& maps, const MixedColumn& column);

} // namespace mw::transforms
