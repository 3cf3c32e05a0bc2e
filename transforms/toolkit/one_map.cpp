// One map of a match.

#include "transforms/toolkit/one_map.h"

#include "core/analysis/analysis.h"
#include "transforms/toolkit/facts.h"
#include "transforms/toolkit/find.h"

#include <algorithm>

namespace mw::transforms {

symbolic::Assumptions OneMap::around() const {
    return factsInside(at, index().scope(entry->id));
}

std::set<std::string, std::less<>> OneMap::symbolsOfRange(std::size_t dimension) const {
    std::set<std::string, std::less<>> used;
    symbolic::collectSymbols(symbolic::Subset{{map().range.dims[dimension]}}, used);
    return used;
}

const Pattern<OneMap>& oneMapPattern() {
    static const Pattern<OneMap> kPattern("a map entry",
                                          {role<ir::MapEntry>("map", &OneMap::entry)});
    return kPattern;
}

std::vector<Match> findMaps(const DocumentView& view, const Region& region, FitsMap fits) {
    const auto findIn = [](FitsMap fitting, const StateView& at, const Region& in,
                           std::vector<Match>& matches) {
        for (const ir::Node* node : *nodesWith<ir::MapEntry>(at))
            if (in.touches(at.id, {node->id}) && fitting(at, *node))
                matches.push_back(oneMapPattern().match(
                    {at, node, nullptr}, shortLabel(node->as<ir::MapEntry>()->map.label)));
    };
    return findInStates(view, region, fits, findIn);
}

bool insideMap(const DocumentView& view, BlockId state) {
    for (const ElementId id : view.index().path(state)) {
        const auto* place = view.index().find(id);
        if (place->kind == ir::ElementKind::node &&
            view.state(place->block->id)->index->scope(place->node->id))
            return true;
    }
    return false;
}

namespace {

bool hasFraction(const symbolic::Expr& e) {
    return e.op() == symbolic::Op::divide || e.op() == symbolic::Op::real ||
           std::ranges::any_of(e.args(), hasFraction);
}

} // namespace

MaybeRefusal checkNoFraction(int condition, const OneMap& map, std::size_t dimension) {
    const symbolic::Range& range = map.map().range.dims[dimension];
    if (!hasFraction(range.begin) && !hasFraction(range.end))
        return std::nullopt;
    return refuse(condition, "fractional-range",
                  fmt::format("The range {} of '{}' says a fraction, which is rounded where it "
                              "stands.",
                              symbolic::print(range), map.map().params[dimension]),
                  {map.entry->id});
}

std::variant<OneMap, Refusal> boundMap(const DocumentView& view, const Match& match) {
    auto bound = oneMapPattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    auto& found = std::get<OneMap>(bound);
    found.exit = found.at.index->node(ir::exitOf(*found.entry));
    if (!found.exit || found.map().range.rank() != found.map().params.size())
        return refuse(1, "no-such-elements", "The map of this match is not whole.", {});
    return found;
}

} // namespace mw::transforms
