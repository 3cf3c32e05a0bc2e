#include "transforms/map_fusion_vertical/conditions.h"

namespace mw::transforms {

FusionOptions fusionOptions(const Params& params) {
    return {isSet(params, "only-inner-maps"),
            isSet(params, "only-toplevel-maps"),
            isSet(params, "strict-dataflow"),
            isSet(params, "assume-always-shared"),
            isSet(params, "require-exclusive-intermediates"),
            isSet(params, "require-all-intermediates"),
            isSet(params, "consolidate-edges-only-if-not-extending"),
            isSet(params, "never-consolidate-edges")};
}

std::variant<FusionPlan, Refusal> planFusion(const DocumentView& view, const MapPair& maps,
                                             const FusionOptions& options) {
    FusionQuestion question(view, maps, options);
    FusionPlan plan;
    plan.maps = maps;
    plan.options = options;
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
