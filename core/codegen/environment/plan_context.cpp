// Tables that every kernel of a plan asks: how containers are used, which arrays there are.
#include "core/codegen/environment/plan_context.h"

#include <algorithm>

namespace mw::codegen {

const UsageTable& PlanContext::usageOf(const ir::Sdfg& sdfg) {
    const auto found = usage.find(&sdfg);
    return found != usage.end() ? found->second
                                : usage.emplace(&sdfg, analyseUsage(sdfg)).first->second;
}

const Usage* PlanContext::usageOf(const ir::Sdfg& sdfg, const std::string& container) {
    const UsageTable& table = usageOf(sdfg);
    const auto found = table.find(container);
    return found == table.end() ? nullptr : &found->second;
}

const PlanArray* PlanContext::array(const std::string& name) const {
    const auto found = std::find_if(plan.arrays.begin(), plan.arrays.end(),
                                    [&](const PlanArray& a) { return a.name == name; });
    return found == plan.arrays.end() ? nullptr : &*found;
}

} // namespace mw::codegen
