// Map expansion: a map of several parameters becomes maps inside each other.
//
//     [i = 0:N, j = 0:M] { ... }   =>   [i = 0:N] { [j = 0:M] { ... } }
//
// Conditions, in this order:
//  1. The match names a map entry.
//  2. The map has more than one parameter.
//
// Effect: the map keeps its first parameter; the others get sequential maps of one parameter each
// inside, or, beyond the number that the options name, one for all that are left. The order of the
// iterations stays. A block size of a GPU is dropped: it was chosen for other parameters. Memlets
// are propagated.

#include "core/ir/edit.h"
#include "transforms/toolkit/nest_map.h"
#include "transforms/toolkit/one_map.h"
#include "transforms/toolkit/options.h"

namespace mw::transforms::map_expansion {

namespace {

bool isAny(const StateView&, const ir::Node&) {
    return true;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findMaps(view, region, isAny);
}

struct ExpansionPlan {
    OneMap map;
    std::size_t levels = 0; ///< of one parameter each; the rest is one more
};

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    const auto found = boundMap(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&found))
        return *refusal;
    const auto& map = std::get<OneMap>(found);
    const std::size_t count = map.map().params.size();
    if (count < 2)
        return refuse(2, "one-parameter",
                      fmt::format("{} has one parameter only.", quoted(map.map())),
                      {map.entry->id});
    const auto limit = static_cast<std::size_t>(numberOf(params, "expansion-limit"));
    return Plan::of(ExpansionPlan{map, limit == 0 ? count - 1 : std::min(limit, count - 1)});
}

/// Leaves the map its first parameter; a map of the others.
ir::Map takeOthers(ir::Map& map, const std::string& label) {
    ir::Map others;
    others.params.assign(map.params.begin() + 1, map.params.end());
    others.range.dims.assign(map.range.dims.begin() + 1, map.range.dims.end());
    others.label = label + "_" + others.params.front();
    others.schedule = ir::Schedule::Sequential;
    map.params.resize(1);
    map.range.dims.resize(1);
    map.gpuBlockSize.clear();
    map.collapse = 1;
    return others;
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& [map, levels] = plan.as<ExpansionPlan>();
    ir::Editor editor(view.document());
    NodeId entry = map.entry->id;
    for (std::size_t level = 0; level < levels; ++level) {
        ir::Map& outer = editor.node(map.at.id, entry).as<ir::MapEntry>()->map;
        ir::Map others = takeOthers(outer, map.map().label);
        entry = nestMap(editor, map.at.id, map.sdfg().id, entry, std::move(others)).first;
    }
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "map-expansion",
        "Expand a map",
        "Makes maps inside each other of a map of several parameters.",
        "The outermost map keeps the first parameter, and a kernel has threads for that one only: "
        "the others are loops in each thread. That is where rewrites begin which are about one "
        "loop of several. Collapsing puts the maps together again.",
        Category::loops,
        {numberParam("expansion-limit", 0, 0, 64,
                     "So many outer maps of one parameter each; what is left stays one map. 0: a "
                     "map for every parameter.")},
        oneMapPattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::map_expansion
