#pragma once

#include "core/analysis/footprint.h"
#include "core/codegen/environment/plan_context.h"
#include "core/codegen/memo/kernel_inputs.h"
#include "core/ir/scope_parts.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace mw::codegen {

/// One program while its host side is lowered: the plan so far, and what is known on the way.
struct HostProgram {
    HostProgram(const ir::Document& document, const LowerOptions& options);

    void note(const std::string& code, const std::string& sentence, ElementId element);
    bool isRoot(const Environment& env) const { return env.sdfg == document.root.get(); }
    const ir::ScopeParts& partsOf(const ir::StateIndex& index);
    /// A plan symbol of its own, which a step assigns; its name.
    std::string freshSymbol(const std::string& wish, ir::ScalarType type);

    const ir::Document& document;
    PlanContext context;
    Names names; ///< of plan arrays and symbols
    int loopDepth = 0, depth = 0;

    /// Of an SDFG, that a state before this place writes.
    std::set<std::pair<SdfgId, std::string>> written;

    std::shared_ptr<KernelMemo> memo; ///< may be null
    /// Of the last environment that was asked for.
    std::shared_ptr<const EnvironmentInputs> environmentInputs;
    const ir::Sdfg* environmentInputsOf = nullptr;
    std::map<const ir::State*, ir::ScopeParts> parts;                 ///< filled on demand
    std::map<const ir::Sdfg*, analysis::KernelFootprints> footprints; ///< filled on demand
};

/// Element of a plan array as the host reads it.
symbolic::Expr elementOf(const ContainerStorage& storage, const symbolic::Expr& linear);

} // namespace mw::codegen
