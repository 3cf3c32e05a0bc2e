#pragma once

#include "app/workbench/program_difference.h"
#include "core/ir/index.h"
#include "core/symbolic/expr.h"
#include "viewers/canvas/colouring.h"

#include <QString>

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

// What colours can say about a program: one overlay at a time on its nodes, one on its edges.

namespace mw::app {

/// What overlays are made of.
struct OverlayInput {
    std::shared_ptr<const ir::DocumentIndex> index;
    symbolic::Bindings values;         ///< of the program's symbols in a run
    QString note;                      ///< why there are none
    std::map<ElementId, double> times; ///< medians of the kernels, us
    symbolic::Bindings measuredSizes;  ///< values that the times were measured with
    QString measuredOn;                ///< and their grid
    /// The pane's program and that of the other pane, where there is one.
    std::optional<workbench::ComparedProgram> own, other;
    std::stop_token stop = {};
};

enum class OverlayOn { nodes, edges };

struct Overlay {
    QString id; ///< of its action
    OverlayOn on = OverlayOn::nodes;
    QString title, tip;
    viewers::Colouring (*make)(const OverlayInput&) = nullptr; ///< null: no colours
};
/// In the order of menus. The first of nodes and of edges is "none".
std::vector<Overlay> overlays();

/// Times of kernels and of what holds them, on a scale to the longest kernel; empty without times.
/// A note says where they were measured with other values than `values`.
viewers::Colouring timeOverlay(const OverlayInput& input);
viewers::Colouring edgeBytesOverlay(const OverlayInput& input);

// Kinds of elements (overlays_kinds.cpp).
viewers::Colouring rangesOverlay(const OverlayInput& input);
viewers::Colouring blockingOverlay(const OverlayInput& input);
viewers::Colouring storageOverlay(const OverlayInput& input);
viewers::Colouring findingsOverlay(const OverlayInput& input);
viewers::Colouring differenceOverlay(const OverlayInput& input);

/// Access nodes of the arrays of a program, in all nested SDFGs, by the place of the array among
/// its lanes (analysis::ProgramRows).
std::map<ElementId, std::size_t> lanesOfNodes(const ir::DocumentIndex& index,
                                              const std::vector<analysis::ArrayLane>& lanes);

} // namespace mw::app
