#include "transforms/map_fusion_conditions.h"

namespace mw::transforms {

FusionOptions fusionOptions(const Params& params) {
    const auto flag = [&](std::string_view name) {
        const auto found = params.find(name);
        const bool* value = found == params.end() ? nullptr : std::get_if<bool>(&found->second);
        return value && *value;
    };
    return {flag("only-inner-maps"),
            flag("only-toplevel-maps"),
            flag("strict-dataflow"),
            flag("assume-always-shared"),
            flag("require-exclusive-intermediates"),
            flag("require-all-intermediates"),
            flag("consolidate-edges-only-if-not-extending"),
            flag("never-consolidate-edges")};
}

std::variant<FusionPlan, Refusal> planFusion(const MapPair& maps, const FusionOptions& options) {
    FusionQuestion question(maps, options, *maps.index);
    FusionPlan plan;
    plan.maps = maps;
    if (auto refusal = checkScopes(question))
        return *refusal;
    if (auto refusal = checkParameters(question))
        return *refusal;
    plan.renaming = question.renaming;
    if (auto refusal = checkBodies(question))
        return *refusal;
    if (auto refusal = checkOuterData(question))
        return *refusal;
    if (auto refusal = checkUnorderedAccesses(question))
        return *refusal;
    if (auto refusal = findIntermediates(question, plan))
        return *refusal;
    if (auto refusal = checkSharing(question, plan))
        return *refusal;
    if (auto refusal = checkBodyOrder(question, plan))
        return *refusal;
    return plan;
}

} // namespace mw::transforms
