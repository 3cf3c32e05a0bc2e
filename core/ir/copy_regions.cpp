// What a copy means whose memlet has a region for one of its ends only.
#include "core/ir/copy_regions.h"

namespace mw::ir {

namespace {

using symbolic::Expr;
using symbolic::Subset;

Subset whole(const DataDescriptor& container) {
    Subset all;
    for (std::size_t d = 0; d < container.rank(); ++d) {
        const Expr first = d < container.offset.size() ? -container.offset[d] : Expr(0);
        all.dims.push_back({first, first + container.shape[d] - Expr(1), 1, 1});
    }
    if (all.dims.empty())
        all.dims.push_back(symbolic::Range::point(0));
    return all;
}

bool isWhole(const DataDescriptor& container, const Subset& said) {
    return symbolic::equal(whole(container).volume(), said.volume());
}

/// A region of the same extents from index 0 on, in a container of `rank` dimensions: dimensions
/// of one element are added or dropped.
Subset fromOrigin(std::size_t rank, const Subset& said) {
    std::vector<Expr> extents;
    for (const auto& dim : said.dims)
        if (said.rank() == rank || !dim.size().isInteger(1))
            extents.push_back(dim.size());
    while (extents.size() < rank)
        extents.insert(extents.begin(), Expr(1));
    Subset region;
    for (std::size_t i = extents.size() - rank; i < extents.size(); ++i)
        region.dims.push_back(symbolic::Range{0, extents[i] - Expr(1), 1, 1});
    return region;
}

bool same(const Subset& a, const Subset& b) {
    for (std::size_t d = 0; d < a.rank(); ++d)
        if (!symbolic::equal(a.dims[d].begin, b.dims[d].begin) ||
            !symbolic::equal(a.dims[d].end, b.dims[d].end) ||
            !symbolic::equal(a.dims[d].step, b.dims[d].step))
            return false;
    return true;
}

} // namespace

Subset unsaidRegion(const DataDescriptor& container, const Subset& said) {
    const Subset all = whole(container);
    return isWhole(container, said) ? all : fromOrigin(all.rank(), said);
}

Subset sameIndicesRegion(const DataDescriptor& container, const Subset& said) {
    const Subset all = whole(container);
    const auto difference = symbolic::expand(all.volume() - said.volume()).asInteger();
    return difference && *difference != 0 ? said : all;
}

bool isReadTwoWays(const DataDescriptor& container, const Subset& said) {
    const Subset before = unsaidRegion(container, said), now = sameIndicesRegion(container, said);
    return before.rank() != now.rank() || !same(before, now);
}

} // namespace mw::ir
