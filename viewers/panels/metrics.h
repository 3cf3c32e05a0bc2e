#pragma once

#include "core/codegen/plan.h"
#include "transforms/toolkit/level_blocking.h"
#include "viewers/panels/panel.h"
#include "viewers/panels/properties.h"

#include <optional>
#include <vector>

// What an element costs in a run, as lines of the inspector.

namespace mw::viewers {

/// What only models of a kernel say.
struct KernelModel {
    std::optional<double> cacheBytes; ///< that one call asks of the cache behind the threads
    std::optional<transforms::LevelBlocking> levels; ///< nullopt: it has none
};
/// Of a map outside of maps. `plan`: of its program, lowered with the values; null: it can't be
/// lowered. Off the GUI thread.
KernelModel modelOf(const ir::DocumentPtr& document, const codegen::Plan* plan, NodeId map,
                    const symbolic::Bindings& values);

/// The numbers of one element, each where it is known.
struct ElementMetrics {
    bool isData = false;
    bool isKernel = false;            ///< a map outside of maps
    std::optional<double> bytes;      ///< that it moves at least; of data: that it takes
    std::optional<double> operations; ///< of floating point
    std::optional<double> time;       ///< us, median
    std::optional<double> share;      ///< of the copy bandwidth
    std::vector<exec::CompileResult::Resources> resources; ///< of its measured kernels
    std::optional<KernelModel> model;
    QString note; ///< why there are no numbers

    bool empty() const;
};
ElementMetrics metricsOf(const PanelContext& context, ElementId element);

/// Lines of one group; empty where nothing is known.
PropertyGroup describe(const ElementMetrics& metrics);

} // namespace mw::viewers
