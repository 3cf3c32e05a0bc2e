#pragma once

#include "core/codegen/codegen.h"
#include "core/ir/index.h"

#include <map>
#include <vector>

namespace mw::codegen {

/// Which lines of a source belong to which element of the graph: those that were made of it; of a
/// map, a state, or an SDFG those of everything inside; of a memlet or an access node those of the
/// code that reads or writes there.
class ElementLines {
public:
    ElementLines() = default;
    /// `elements`: of the lines of a source that was made of the index's document.
    ElementLines(const std::vector<ElementId>& elements, const ir::DocumentIndex& index);

    /// Sorted, from 1.
    std::vector<int> of(const std::vector<ElementId>& ids) const;

private:
    using Lines = std::vector<int>;
    void addAround(ElementId element, const Lines& lines, const ir::DocumentIndex& index);
    void addScopes(ElementId element, const Lines& lines, const ir::DocumentIndex& index);
    void addUses(const ir::Block& block);
    void add(ElementId element, const Lines& lines);
    const ir::StateIndex& stateOf(const ir::Block& block);

    std::map<ElementId, Lines> lines_;
    std::map<BlockId, ir::StateIndex> states_; ///< while it is made
};

} // namespace mw::codegen
