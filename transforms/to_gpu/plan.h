#pragma once

#include "transforms/framework/view.h"
#include "transforms/toolkit/refusal.h"

#include <set>
#include <variant>

namespace mw::transforms {

/// What of a program goes where.
struct GpuPlan {
    analysis::NameSet device;    ///< containers in the memory of the GPU
    analysis::NameSet registers; ///< temporaries that are used inside of maps alone
    std::set<NodeId> kernels;    ///< tasklets beside maps that touch the memory of the GPU
    bool copyKernels = true, memoryPool = true;
};

/// Calls `visit(view of a state)` for every state of the SDFG, not for those of nested ones.
template <class Visit>
void forEachStateOf(const DocumentView& view, const ir::Sdfg& sdfg, const Visit& visit) {
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (block.as<ir::State>())
            visit(*view.state(block.id));
    });
}

/// Memory that only host code has, unless something else decides.
bool isHostStorage(ir::Storage storage);
/// A map that runs on the host, unless something else decides.
bool isHostSchedule(ir::Schedule schedule);

/// Conditions 3 and 4 of to-gpu. Arrays are in the memory of the GPU; so are scalars that a kernel
/// writes; a tasklet that touches either is a kernel.
std::variant<GpuPlan, Refusal> gpuPlan(const DocumentView& view, const ir::Sdfg& program);

/// The document with everything where the plan has it.
ir::DocumentPtr movedToGpu(const DocumentView& view, const GpuPlan& plan);

} // namespace mw::transforms
