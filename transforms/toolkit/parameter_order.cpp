// The parameters of a map in another order.

#include "transforms/toolkit/parameter_order.h"

#include "core/ir/edit.h"

#include <algorithm>

namespace mw::transforms {

MaybeRefusal checkOrderIsNew(int condition, const OneMap& map, const ParameterOrder& order) {
    if (!std::ranges::is_sorted(order))
        return std::nullopt;
    return refuse(condition, "already-in-order",
                  fmt::format("{} has the order [{}] already.", quoted(map.map()),
                              fmt::join(map.map().params, ", ")),
                  {map.entry->id});
}

MaybeRefusal checkOrderOfRanges(int condition, const OneMap& map, const ParameterOrder& order) {
    const auto& params = map.map().params;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto used = map.symbolsOfRange(order[i]);
        for (std::size_t later = i; later < order.size(); ++later)
            if (used.contains(params[order[later]]))
                return refuse(condition, "dependent-range",
                              fmt::format("The range of '{}' uses '{}', which would come later.",
                                          params[order[i]], params[order[later]]),
                              {map.entry->id});
    }
    return std::nullopt;
}

ir::EditResult reordered(const DocumentView& view, const OneMap& map, const ParameterOrder& order) {
    ir::Editor editor(view.document());
    ir::Map& now = editor.node(map.at.id, map.entry->id).as<ir::MapEntry>()->map;
    const ir::Map old = now;
    for (std::size_t i = 0; i < order.size(); ++i) {
        now.params[i] = old.params[order[i]];
        now.range.dims[i] = old.range.dims[order[i]];
    }
    return editor.commit();
}

} // namespace mw::transforms
