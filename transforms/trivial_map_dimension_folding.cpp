// Folding of trivial dimensions: a parameter that takes one value is replaced by it inside the map.
//
//     [i = 0:N, j = 7:8] { b[i, j] = a[i, j] }   =>   [i = 0:N, j = 7:8] { b[i, 7] = a[i, 7] }
//
// Conditions, in this order:
//  1. The match names a map entry.
//  2. A parameter takes one value only, and something inside the map uses it.
//  3. The value can stand where the parameter is used.
//
// Effect: the value stands for the parameter everywhere inside. The map keeps its parameters and
// ranges. Memlets are propagated.

#include "core/analysis/analysis.h"
#include "core/ir/edit.h"
#include "transforms/toolkit/rename.h"
#include "transforms/toolkit/substitute_parameters.h"

namespace mw::transforms::trivial_map_dimension_folding {

namespace {

bool isAny(const StateView&, const ir::Node&) {
    return true;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findMaps(view, region, isAny);
}

/// Condition 2.
std::variant<symbolic::Substitution, Refusal> usedValues(const OneMap& map) {
    const NamesInside& names = namesInside(map.at, map.entry->id);
    auto values = singleValues(map);
    std::erase_if(values, [&](const auto& value) { return !names.contains(value.first); });
    if (!values.empty())
        return values;
    return refuse(2, "nothing-to-fold",
                  fmt::format("Nothing inside {} uses a parameter that takes one value only.",
                              quoted(map.map())),
                  {map.entry->id});
}

struct FoldingPlan {
    OneMap map;
    symbolic::Substitution values;
};

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto found = boundMap(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&found))
        return *refusal;
    const auto& map = std::get<OneMap>(found);
    const auto used = usedValues(map);
    if (const auto* refusal = std::get_if<Refusal>(&used))
        return *refusal;
    const auto& values = std::get<symbolic::Substitution>(used);
    if (auto refusal = checkSubstitution(3, map, values))
        return *refusal;
    return Plan::of(FoldingPlan{map, values});
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& [map, values] = plan.as<FoldingPlan>();
    ir::Editor editor(view.document());
    substituteInside(editor, map.at.id, map.entry->id, values);
    analysis::propagateScope(editor, map.at.id, map.entry->id);
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "trivial-map-dimension-folding",
        "Fold dimensions of one element",
        "Puts the value of a map parameter that takes only one in its place.",
        "The map keeps the dimension, so that it can still be fused with others over the same "
        "ranges; what it reads and writes is plain to see. To remove such dimensions, eliminate "
        "trivial maps.",
        Category::simplification,
        {},
        oneMapPattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::trivial_map_dimension_folding
