// What a copy means whose memlet has a region for one of its ends only.
#include "core/analysis/copy_regions.h"

namespace mw::analysis {

namespace {

using symbolic::Expr;
using symbolic::Subset;

bool isWhole(const ir::DataDescriptor& container, const Subset& said) {
    return symbolic::equal(wholeContainer(container).volume(), said.volume());
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
        region.dims.push_back(wholeDimension(extents[i]));
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

Subset unsaidRegion(const ir::DataDescriptor& container, const Subset& said) {
    const Subset whole = wholeContainer(container);
    return isWhole(container, said) ? whole : fromOrigin(whole.rank(), said);
}

bool isReadTwoWays(const ir::DataDescriptor& container, const Subset& said) {
    const Subset whole = wholeContainer(container);
    if (whole.rank() != said.rank())
        return false;
    const Subset region = fromOrigin(said.rank(), said);
    return !same(region, isWhole(container, said) ? whole : said);
}

} // namespace mw::analysis
