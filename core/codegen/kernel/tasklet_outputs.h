#pragma once

#include "core/codegen/kernel/kernel_body.h"
#include "core/codegen/values/value_lowering.h"

namespace mw::codegen {

/// A name that code assigns under an `if`: a variable of the kernel, and one that says whether it
/// was assigned, where that is not sure.
struct GuardedName {
    std::string local, flag;
    ir::ScalarType type = ir::ScalarType::float64;
};
using GuardedNames = std::map<std::string, GuardedName, std::less<>>;

/// The values that go out of a node's connectors.
Expected<void> storeOutputs(KernelBody& body, Environment& env, const ir::StateIndex& index,
                            const ir::Node& node, Operands& values,
                            const GuardedNames& guarded = {});

/// Not deferred to the end of the iteration.
Expected<void> storeAtOnce(KernelBody& body, Environment& env, const ir::Edge& edge,
                           const ValuePtr& value);

/// A value to the one element of an edge's memlet.
Expected<void> storeElement(KernelBody& body, Environment& env, const ir::StateIndex& index,
                            const ir::Edge& edge, const ValuePtr& value);

/// A statement `connector[...] = value`.
Expected<void> storeRegion(KernelBody& body, Environment& env, const ir::StateIndex& index,
                           const ir::Node& node, const tasklet::Assignment& statement,
                           const Operands& operands);

} // namespace mw::codegen
