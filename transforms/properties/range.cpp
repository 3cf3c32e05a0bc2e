// The range of a map's parameter.
//
//  1. The text is one range: begin:end or begin:end:step, or one index.
//  2. It names no parameter of the same map.
//
// The memlets of the map and of the scopes around it follow. Iterations that leave what they touch
// are an error where that is certain (properties/bounds.h).

#include "core/analysis/analysis.h"
#include "core/ir/edit.h"
#include "transforms/properties/bounds.h"
#include "transforms/properties/places.h"
#include "transforms/properties/property_list.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

namespace {

std::vector<PropertyField> fields(const ir::DocumentIndex& index, ElementId subject) {
    const ir::Map& map = nodeAs<ir::MapEntry>(index, subject)->map;
    std::vector<PropertyField> all;
    for (std::size_t i = 0; i < map.params.size() && i < map.range.rank(); ++i)
        all.push_back({map.params[i], symbolic::print(map.range.dims[i])});
    return all;
}

Expected<symbolic::Range> readRange(const std::string& param, const std::string& text) {
    const auto wrong = [&](std::string what) {
        if (what.ends_with('.'))
            what.pop_back();
        return fail("no-range",
                    fmt::format("The range of '{}' is not understood: {}. It is begin:end "
                                "or begin:end:step, and the end is not part of it.",
                                param, what));
    };
    const auto subset = symbolic::parseSubset(text, symbolic::Dialect::plain);
    if (!subset)
        return wrong(subset.error().sentence);
    if (subset->rank() != 1)
        return wrong("a comma begins another one");
    return subset->dims.front();
}

Expected<void> checkParameters(const OneMap& found, const std::string& param,
                               const symbolic::Range& range) {
    std::set<std::string, std::less<>> used;
    symbolic::collectSymbols(symbolic::Subset{{range}}, used);
    for (const auto& other : found.map().params)
        if (used.contains(other))
            return fail(
                "own-parameter",
                fmt::format("The range of '{}' cannot name '{}', which is a parameter of the "
                            "same map {}.",
                            param, other, quoted(found.map())));
    return {};
}

Expected<PropertyChange> change(const DocumentView& view, ElementId subject,
                                const std::string& part, const std::string& value) {
    MW_TRY(const OneMap found, mapAt(view, subject));
    MW_TRY(const auto range, readRange(part, value));
    MW_CHECK(checkParameters(found, part, range));
    const auto& params = found.map().params;
    const auto at = std::ranges::find(params, part) - params.begin();
    ir::Editor editor(view.document());
    ir::Map& map = editor.node(found.at.id, found.entry->id).as<ir::MapEntry>()->map;
    map.range.dims[static_cast<std::size_t>(at)] = range;
    analysis::propagateScope(editor, found.at.id, found.entry->id);
    return editor.commit();
}

} // namespace

const Property& rangeProperty() {
    static const Property property{
        .name = "range",
        .help = "begin:end or begin:end:step; the end is not part of the range.",
        .subject = mapEntryOf,
        .fields = fields,
        .change = change,
        .review = boundsLeft};
    return property;
}

} // namespace mw::transforms
