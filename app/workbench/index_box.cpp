#include "app/workbench/detail/index_box.h"

#include <algorithm>

namespace mw::workbench::detail {

void Box::add(const Box& other) {
    if (low.empty())
        *this = other;
    for (std::size_t d = 0; d < low.size() && d < other.low.size(); ++d) {
        low[d] = std::min(low[d], other.low[d]);
        high[d] = std::max(high[d], other.high[d]);
    }
}

std::int64_t Box::elements() const {
    std::int64_t all = low.empty() ? 0 : 1;
    for (std::size_t d = 0; d < low.size(); ++d)
        all *= std::max<std::int64_t>(0, high[d] - low[d] + 1);
    return all;
}

Box Box::overlap(const Box& other) const {
    Box both;
    for (std::size_t d = 0; d < low.size() && d < other.low.size(); ++d) {
        both.low.push_back(std::max(low[d], other.low[d]));
        both.high.push_back(std::min(high[d], other.high[d]));
    }
    return both;
}

std::optional<Box> boxOf(const symbolic::Subset& region, const symbolic::Bindings& values) {
    Box box;
    for (const auto& range : region.dims) {
        const auto begin = symbolic::evaluateInteger(range.begin, values);
        const auto end = symbolic::evaluateInteger(range.end, values);
        if (!begin || !end)
            return std::nullopt;
        box.low.push_back(std::min(*begin, *end));
        box.high.push_back(*begin <= *end ? *end : *begin - 1); // empty
    }
    return box;
}

} // namespace mw::workbench::detail
