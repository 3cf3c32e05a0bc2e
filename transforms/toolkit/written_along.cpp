// Which parameter an index of a map's output moves with.

#include "transforms/toolkit/written_along.h"

#include <algorithm>
#include <set>

namespace mw::transforms {

std::optional<WrittenAlong> writtenAlong(const ir::Map& map, const symbolic::Range& range) {
    std::set<std::string, std::less<>> used;
    symbolic::collectSymbols(symbolic::Subset{{range}}, used);
    for (std::size_t p = 0; p < map.params.size(); ++p) {
        if (!used.contains(map.params[p]))
            continue;
        const symbolic::Expr offset =
            symbolic::simplify(range.begin - symbolic::Expr::symbol(map.params[p]));
        const auto left = symbolic::freeSymbols(offset);
        const bool pure = std::ranges::none_of(
            map.params, [&](const std::string& name) { return left.contains(name); });
        if (!range.isPoint() || !pure)
            return std::nullopt;
        return WrittenAlong{p, offset, range};
    }
    return WrittenAlong{std::nullopt, 0, range};
}

} // namespace mw::transforms
