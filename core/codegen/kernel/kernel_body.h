#pragma once

#include "core/codegen/environment/plan_context.h"
#include "core/codegen/plan.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mw::codegen {

/// The body of one kernel while it is written: what its lowering knows by now. Statements go to the
/// innermost open block.
struct KernelBody {
    KernelBody(PlanContext& plan, Kernel& kernel);

    std::string fresh(const std::string& wish) { return names.fresh(wish); }
    void emit(Statement statement);
    /// A new local with that value; its name.
    std::string declare(ir::ScalarType type, const std::string& wish, const ValuePtr& value);
    /// Its type; none where the name is no local.
    ir::ScalarType typeOf(const std::string& local) const;
    /// Whether a local that changes is in it: the same text may mean something else later.
    bool isVariable(const symbolic::Expr& e) const;
    /// The parameter for a plan array, which is read or written from here on.
    std::string buffer(const ContainerStorage& storage, bool write);

    /// What `lower` emits is made of this element.
    template <class Lower>
    auto madeOf(ElementId what, const Lower& lower) {
        const ElementId before = std::exchange(element, what ? what : element);
        auto result = lower();
        element = before;
        return result;
    }

    /// Lowers into `target` with `lower`, restoring the block and the locals known before.
    template <class Lower>
    Expected<void> inside(Statements& target, const Lower& lower) {
        Statements* before = std::exchange(out, &target);
        auto known = knownLoads;
        Expected<void> result = lower();
        knownLoads = std::move(known);
        out = before;
        return result;
    }

    PlanContext& plan;
    Kernel& kernel;
    Statements* out;
    Names names;
    std::map<std::string, std::string> buffers;    ///< plan array -> parameter
    std::map<std::string, std::string> knownLoads; ///< load text -> integer local
    std::map<std::string, ir::ScalarType> localTypes;
    std::set<std::string> writtenArrays;   ///< plan arrays written by the kernel
    std::set<std::string> variables;       ///< locals that are assigned after their declaration
    std::map<EdgeId, ValuePtr> edgeValues; ///< on edges between two code nodes
    std::vector<Statement> deferred;       ///< stores to arrays that the kernel also reads
    /// What a `continue` runs before it jumps, per open loop; empty where the loop does it.
    std::vector<std::function<Expected<void>()>> beforeContinue;
    std::string returned; ///< flag of the innermost SDFG that may return early
    NodeId outermost;     ///< entry of the map that became the kernel
    ElementId element;    ///< what is lowered now: what is emitted is made of it
    int depth = 0;        ///< of scopes and nested SDFGs
};

} // namespace mw::codegen
