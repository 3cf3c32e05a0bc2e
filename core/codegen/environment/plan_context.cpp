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

/// Arrays are added while a plan is made, and sorted in the end.
std::size_t PlanContext::placeOf(const std::string& name) const {
    const auto& arrays = plan.arrays;
    for (; placed_ < arrays.size(); ++placed_)
        places_.emplace(arrays[placed_].name, placed_);
    const auto place = places_.find(name);
    if (place == places_.end())
        return arrays.size();
    if (place->second < arrays.size() && arrays[place->second].name == name)
        return place->second;
    return static_cast<std::size_t>(std::ranges::find(arrays, name, &PlanArray::name) -
                                    arrays.begin());
}

const PlanArray* PlanContext::array(const std::string& name) const {
    const std::size_t place = placeOf(name);
    return place < plan.arrays.size() ? &plan.arrays[place] : nullptr;
}

PlanArray* PlanContext::array(const std::string& name) {
    const std::size_t place = placeOf(name);
    return place < plan.arrays.size() ? &plan.arrays[place] : nullptr;
}

} // namespace mw::codegen
