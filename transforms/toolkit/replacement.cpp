// Leading the memlets of a part of a container to what replaces it.

#include "transforms/toolkit/replacement.h"

#include "core/ir/copy_regions.h"
#include "transforms/toolkit/rename.h"

#include <algorithm>

namespace mw::transforms {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

Expr extentOf(const Range& range) {
    return range.isPoint() ? Expr(1) : symbolic::simplify(range.end - range.begin + Expr(1));
}

Subset Placement::of(const Subset& inside) const {
    Subset result;
    for (const Range& range : place.dims)
        result.dims.push_back(Range::point(range.begin));
    for (std::size_t d = 0; d < dims.size(); ++d) {
        if (!dims[d])
            continue;
        const Expr shift = place.dims[*dims[d]].begin - region.dims[d].begin;
        const Range& range = inside.dims[d];
        result.dims[*dims[d]] = {symbolic::simplify(range.begin + shift),
                                 symbolic::simplify(range.end + shift), range.step, range.tile};
    }
    return result;
}

namespace {

/// Dimensions of the part with one index, of which the region has that one or none.
std::vector<std::size_t> perhapsEmpty(const Placement& placement, const Subset& inside) {
    std::vector<std::size_t> found;
    for (std::size_t d = 0; d < placement.dims.size(); ++d)
        if (!placement.dims[d] && !inside.dims[d].isPoint())
            found.push_back(d);
    return found;
}

/// Dimensions of the place with one index.
std::vector<std::size_t> freeDimensions(const Placement& placement) {
    std::vector<std::size_t> found;
    for (std::size_t d = 0; d < placement.place.dims.size(); ++d)
        if (std::ranges::find(placement.dims, std::optional(d)) == placement.dims.end())
            found.push_back(d);
    return found;
}

} // namespace

Subset Placement::ofCopied(const Subset& inside) const {
    Subset result = of(inside);
    const auto from = perhapsEmpty(*this, inside), to = freeDimensions(*this);
    for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i) {
        const Range& range = inside.dims[from[i]];
        Range& placed = result.dims[to[i]];
        placed.end = symbolic::simplify(placed.begin + range.end - range.begin);
        placed.step = range.step;
        placed.tile = range.tile;
    }
    return result;
}

bool Placement::keepsSizeOf(const Subset& inside) const {
    return perhapsEmpty(*this, inside).size() <= freeDimensions(*this).size();
}

Placement Part::inReplacement() const {
    Placement placement{region, {}, dims()};
    for (const Expr& extent : shape)
        placement.place.dims.push_back({0, extent - Expr(1)});
    if (placement.place.dims.empty())
        placement.place.dims.push_back(Range::point(0));
    return placement;
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

namespace {

/// The container at the end of a copy that is not led elsewhere; null: the edge is no copy.
const ir::DataDescriptor* farContainer(const ir::StateIndex& index, const ir::Sdfg& sdfg,
                                       const ir::Edge& edge, bool atSource) {
    const ir::Node* end = index.node(atSource ? edge.dst : edge.src);
    const auto* access = end ? end->as<ir::AccessNode>() : nullptr;
    return access ? sdfg.data(access->data) : nullptr;
}

} // namespace

void retarget(ir::Editor& editor, BlockId state, const ir::StateIndex& index, const ir::Sdfg& sdfg,
              const ir::Edge& edge, bool atSource, const Placement& placement,
              const std::string& replacement) {
    const bool named = analysis::isDataSource(index, edge) == atSource;
    ir::Memlet& memlet = editor.edge(state, edge.id).memlet;
    auto& region = named ? memlet.subset : memlet.otherSubset;
    auto& far = named ? memlet.otherSubset : memlet.subset;
    // Between two access nodes both regions are written out: readers differ in what a missing one
    // means.
    const auto* data = farContainer(index, sdfg, edge, atSource);
    if (!far && data && (region || data->isSingleElement()))
        far = data->isSingleElement() ? analysis::wholeContainer(*data)
                                      : ir::unsaidRegion(*data, *region);
    const Subset& inside = region ? *region : placement.region;
    region = data ? placement.ofCopied(inside) : placement.of(inside);
    if (named)
        memlet.data = replacement;
    memlet.isDataSource = named == atSource;
}

} // namespace mw::transforms
