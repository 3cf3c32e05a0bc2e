#pragma once

#include "core/codegen/environment/plan_context.h"
#include "core/codegen/kernel_memo.h"
#include "core/codegen/known_kernel.h"
#include "core/ir/scope_parts.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace mw::codegen {

/// What the lowering of every map in one environment reads.
struct EnvironmentInputs {
    SymbolTable symbols;
    std::map<std::string, ir::DType, std::less<>> declared; ///< symbols of the SDFG
    SymbolTypes symbolTypes;
    std::set<std::string, std::less<>> without;              ///< passes that are left out
    std::map<std::string, std::int64_t, std::less<>> likely; ///< values of symbols

    bool same(const Environment& env, const PlanContext& context) const;
    /// The same for another environment in the plan for which these were found, of an SDFG with the
    /// same declared symbols.
    bool sameTables(const Environment& env, const PlanContext& context) const;
};

/// A map at top level of a state, where it is lowered.
struct MapPlace {
    const Environment& env;
    PlanContext& context;
    const ir::StateIndex& index;
    const ir::ScopeParts& parts;
    NodeId node;
    std::shared_ptr<const EnvironmentInputs> shared; ///< what the memo gave for the environment
};

/// A container that the map's elements name.
struct ContainerInputs {
    std::string name;
    ir::DataPtr data;
    std::optional<Usage> usage;
    std::optional<ContainerStorage> storage;
    symbolic::Expr planElements = 0; ///< of the array in the plan that it lies in

    bool areThoseAt(const MapPlace& place, const ir::DataPtr& now) const;
};

/// Everything that the lowering of one map reads.
struct KernelInputs {
    std::shared_ptr<const EnvironmentInputs> env;      ///< one object for equal ones of one memo
    std::vector<std::shared_ptr<const void>> elements; ///< nodes and edges, with those around it
    std::vector<ContainerInputs> containers;           ///< in the order of the SDFG
    std::vector<std::string> others; ///< other words of the elements: none is a container

    const void* map() const { return elements.front().get(); }
    /// Whether kernelInputs() would find the same there: finds out without collecting it.
    bool areThoseAt(const MapPlace& place) const;
};

/// Kernels without names, by their inputs.
class KernelMemo::Store {
public:
    void begin(); ///< another program is lowered
    std::shared_ptr<const EnvironmentInputs> env(const Environment& env,
                                                 const PlanContext& context);
    std::shared_ptr<const KnownKernel> find(const MapPlace& place);
    std::shared_ptr<const KnownKernel> insert(KernelInputs inputs, Kernel kernel);
    Counts counts() const;

private:
    struct Entry {
        KernelInputs inputs;
        std::shared_ptr<const KnownKernel> kernel;
        std::size_t lastUse = 0; ///< in calls of begin()
    };
    void forgetOld();

    mutable std::mutex mutex_;
    std::vector<std::shared_ptr<const EnvironmentInputs>> environments_;
    std::unordered_map<const void*, std::vector<Entry>> entries_; ///< by map
    std::size_t size_ = 0, now_ = 0;
    Counts counts_;
};

KernelInputs kernelInputs(const MapPlace& place);

} // namespace mw::codegen
