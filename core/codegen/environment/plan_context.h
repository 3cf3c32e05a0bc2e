#pragma once

#include "core/codegen/environment/environment.h"
#include "core/codegen/environment/usage.h"
#include "core/codegen/plan.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

namespace mw::codegen {

/// What all kernels of one plan share while it is made.
struct PlanContext {
    Plan plan;
    symbolic::Bindings constants;
    /// Symbol -> the one that stands for it; values that symbols are likely to have. Both are left
    /// empty but for one form of a program, and the general one.
    std::map<std::string, std::string, std::less<>> same;
    symbolic::Bindings likely;
    bool boundsAtCall = false;                  ///< kernels may say bounds that the host checks
    std::set<std::string, std::less<>> without; ///< passes that are left out
    std::function<void(std::string_view pass, std::size_t index, const Kernel& kernel)> observer;
    SymbolTypes symbolTypes;                     ///< of plan symbols
    std::set<std::string, std::less<>> assigned; ///< plan symbols that steps assign
    std::set<std::string, std::less<>> loaded;   ///< plan symbols of elements that steps load
    std::map<const ir::Sdfg*, UsageTable> usage; ///< filled on demand
    Names kernelNames;

    const UsageTable& usageOf(const ir::Sdfg& sdfg);
    /// Of one container; null when no access node names it.
    const Usage* usageOf(const ir::Sdfg& sdfg, const std::string& container);
    const PlanArray* array(const std::string& name) const;
    PlanArray* array(const std::string& name);

private:
    /// In plan.arrays; their number where there is none.
    std::size_t placeOf(const std::string& name) const;

    /// Where the names of the first so many stand.
    mutable std::unordered_map<std::string, std::size_t> places_;
    mutable std::size_t placed_ = 0;
};

} // namespace mw::codegen
