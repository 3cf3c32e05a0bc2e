#pragma once

#include "app/gui/tour/checks.h"
#include "app/gui/tour/elements.h"

#include <QString>

#include <optional>
#include <span>

namespace mw::app {

enum class PaneView;

/// What is put back before a task is done once more.
enum class TourRewind {
    none,
    selection, ///< nothing is selected, the graph is shown
    graph,     ///< in place of the program view
    bracket,   ///< none is chosen, nothing is selected
    original,  ///< the variant
    fusion,    ///< the variant, with a bracket chosen
    unblocked, ///< the variant that was blocked
    pins,      ///< none
    redone,    ///< the variant that undoing led away from
    everyPin,  ///< on all that was measured
};

/// One page of the tour. Texts are translated in the context mw::app::tour, and may have <b> and
///   {do:ID}   the action of that id, as a link with its menu and keys
///   {map} {range} {argument} {memlet} {bytes}   the example that is pointed at, see TourExample;
///                                               the bytes are those that the memlet moves
struct TourStep {
    const char* id; ///< kebab-case: what settings keep of it
    const char* title;
    const char* text;
    const char* task = nullptr; ///< what is to be done; null: the page is only read
    /// What it speaks of, turned to when the step is, unless it was done; nullopt: either.
    std::optional<PaneView> view = std::nullopt;
    TourTarget target = TourTarget::none;
    TourVerdict (*check)(const TourScene&, const TourMark&) = nullptr; ///< of the task
    TourRewind rewind = TourRewind::none;
    const char* panel = nullptr;          ///< id of the one that comes to the front
    const char* transformation = nullptr; ///< that the panel of transformations turns to
};

/// In their order. What a step waits for is possible after the one before.
std::span<const TourStep> tourSteps();

/// The sample that the tour is about.
inline constexpr const char* kTourSample = "nabla4";

} // namespace mw::app
