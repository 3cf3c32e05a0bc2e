#pragma once

#include "core/codegen/environment/environment.h"
#include "core/codegen/environment/usage.h"
#include "core/codegen/plan.h"

#include <functional>
#include <map>
#include <set>
#include <string>

namespace mw::codegen {

/// What all kernels of one plan share while it is made.
struct PlanContext {
    Plan plan;
    symbolic::Bindings constants;
    std::set<std::string, std::less<>> without; ///< passes that are left out
    std::function<void(std::string_view pass, std::size_t index, const Kernel& kernel)> observer;
    SymbolTypes symbolTypes;                     ///< of plan symbols
    std::set<std::string, std::less<>> assigned; ///< plan symbols that steps assign
    std::map<const ir::Sdfg*, UsageTable> usage; ///< filled on demand
    Names kernelNames;

    const UsageTable& usageOf(const ir::Sdfg& sdfg);
    /// Of one container; null when no access node names it.
    const Usage* usageOf(const ir::Sdfg& sdfg, const std::string& container);
    const PlanArray* array(const std::string& name) const;
};

} // namespace mw::codegen
