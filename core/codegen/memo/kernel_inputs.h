#pragma once

#include "core/codegen/environment/plan_context.h"
#include "core/codegen/kernel_memo.h"
#include "core/ir/scope_parts.h"

#include <mutex>

namespace mw::codegen {

/// What the lowering of every map in one environment reads.
struct EnvironmentInputs {
    SymbolTable symbols;
    std::map<std::string, ir::DType, std::less<>> declared; ///< symbols of the SDFG
    SymbolTypes symbolTypes;
    std::set<std::string, std::less<>> without;              ///< passes that are left out
    std::map<std::string, std::int64_t, std::less<>> likely; ///< values of symbols

    bool same(const Environment& env, const PlanContext& context) const;
    /// The same for the environment of an SDFG whose declared symbols are known to be these.
    bool sameTables(const Environment& env, const PlanContext& context) const;
};

/// A container that the map's elements name.
struct ContainerInputs {
    std::string name;
    ir::DataPtr data;
    std::optional<Usage> usage;
    std::optional<ContainerStorage> storage;
    symbolic::Expr planElements = 0; ///< of the array in the plan that it lies in

    bool operator==(const ContainerInputs& other) const;
};

/// Everything that the lowering of one map reads.
struct KernelInputs {
    std::shared_ptr<const EnvironmentInputs> env;      ///< one object for equal ones of one memo
    std::vector<std::shared_ptr<const void>> elements; ///< nodes and edges, with those around it
    std::vector<ContainerInputs> containers;           ///< in the order of the SDFG

    const void* map() const { return elements.front().get(); }
    bool operator==(const KernelInputs& other) const = default;
};

/// Kernels without names, by their inputs.
class KernelMemo::Store {
public:
    void begin(); ///< another program is lowered
    std::shared_ptr<const EnvironmentInputs> env(const Environment& env,
                                                 const PlanContext& context);
    std::shared_ptr<const Kernel> find(const KernelInputs& inputs);
    void insert(KernelInputs inputs, const Kernel& kernel);
    Counts counts() const;

private:
    struct Entry {
        KernelInputs inputs;
        std::shared_ptr<const Kernel> kernel;
        std::size_t lastUse = 0; ///< in calls of begin()
    };
    void forgetOld();

    mutable std::mutex mutex_;
    std::vector<std::shared_ptr<const EnvironmentInputs>> environments_;
    std::map<const void*, std::vector<Entry>> entries_; ///< by map; looked up, order means nothing
    std::size_t size_ = 0, now_ = 0;
    Counts counts_;
};

/// Of the map `node` at top level of a state. `shared`: what the memo gave for the environment.
KernelInputs kernelInputs(const Environment& env, PlanContext& context, const ir::StateIndex& index,
                          const ir::ScopeParts& parts, NodeId node,
                          std::shared_ptr<const EnvironmentInputs> shared);

} // namespace mw::codegen
