// Leading the memlets of a part of a container to the container that replaces it.

#include "transforms/toolkit/replacement.h"

#include "core/analysis/analysis.h"
#include "transforms/toolkit/rename.h"

#include <algorithm>

namespace mw::transforms {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

Expr extentOf(const Range& range) {
    return range.isPoint() ? Expr(1) : symbolic::simplify(range.end - range.begin + Expr(1));
}

Subset Part::inReplacement(const Subset& whole) const {
    Subset result;
    for (std::size_t d = 0; d < whole.rank(); ++d) {
        if (dropped[d])
            continue;
        const Expr& origin = region.dims[d].begin;
        const Range& range = whole.dims[d];
        result.dims.push_back({symbolic::simplify(range.begin - origin),
                               symbolic::simplify(range.end - origin), range.step, range.tile});
    }
    if (result.dims.empty())
        result.dims.push_back(Range::point(0));
    return result;
}

SeenDims Part::dims() const {
    SeenDims found;
    std::size_t next = 0;
    for (const bool drop : dropped)
        found.push_back(drop ? std::nullopt : std::optional(next++));
    return found;
}

bool Part::dropsAny() const {
    return std::ranges::find(dropped, true) != dropped.end();
}

NodeId addReplacement(ir::Editor& editor, BlockId state, SdfgId sdfg,
                      const ir::DataDescriptor& container, const Part& part,
                      const std::string& wish) {
    const std::string name = freshName(editor, sdfg, wish);
    auto data = part.shape.empty() || container.isScalar()
                    ? ir::DataDescriptor::scalar(container.dtype.scalar, true)
                    : ir::DataDescriptor::array(container.dtype.scalar, part.shape, true);
    data.dtype = container.dtype;
    editor.sdfg(sdfg).arrays.set(name, std::make_shared<const ir::DataDescriptor>(std::move(data)));
    ir::Node node;
    node.kind = ir::AccessNode{name, false};
    return editor.addNode(state, std::move(node));
}

void retarget(ir::Editor& editor, BlockId state, const ir::StateIndex& index, const ir::Sdfg& sdfg,
              const ir::Edge& edge, bool atSource, const Part& part,
              const std::string& replacement) {
    const bool named = analysis::isDataSource(index, edge) == atSource;
    ir::Memlet& memlet = editor.edge(state, edge.id).memlet;
    auto& region = named ? memlet.subset : memlet.otherSubset;
    region = region ? part.inReplacement(*region) : part.all();
    if (named)
        memlet.data = replacement;
    memlet.isDataSource = named == atSource;
    // Between two access nodes both regions are written out: readers differ in what a missing one
    // means.
    auto& other = named ? memlet.otherSubset : memlet.subset;
    const ir::Node* end = index.node(atSource ? edge.dst : edge.src);
    const auto* access = end ? end->as<ir::AccessNode>() : nullptr;
    const auto* data = access ? sdfg.data(access->data) : nullptr;
    if (!other && data && data->isSingleElement())
        other = Subset{std::vector<Range>(std::max<std::size_t>(data->rank(), 1), Range::point(0))};
}

} // namespace mw::transforms
