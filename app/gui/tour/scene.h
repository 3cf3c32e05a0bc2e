#pragma once

#include "app/workbench/program.h"
#include "core/ir/index.h"
#include "core/symbolic/expr.h"
#include "viewers/program/program_view.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

// What the tour's tasks are held against: the window as plain values, so that a task can be checked
// without one.

namespace mw::app {

/// The tour's program and what the window shows of it. Holds during a call only.
struct TourScene {
    const workbench::Program* program = nullptr;    ///< null: another one is shown, or none
    std::shared_ptr<const ir::DocumentIndex> index; ///< of its current variant
    symbolic::Bindings values;                      ///< of symbols, with which bytes are counted
    std::vector<ElementId> selection;               ///< in the active pane
    bool kernelsShown = false;                      ///< its program view, not the graph
    std::optional<viewers::ProgramBracket> bracket; ///< the chosen one
    history::VariantId cameFrom;                    ///< shown before this one; 0: none was
    std::size_t exports = 0;                        ///< of its variants, since the window opened
    QString cannotRun;                              ///< what running lacks here; empty: nothing

    const history::History& history() const { return *program->history; }
    const history::Variant& variant() const { return program->current(); }
};

/// What was there when a step was begun once more: what counts is done after it.
struct TourMark {
    std::size_t measurements = 0, exports = 0;
};

/// What a check says.
struct TourVerdict {
    bool done = false;
    QString said; ///< what came of it, or what is amiss with what was tried; empty: nothing was
    bool doubtful = false; ///< done, but what is said is no good news
};

} // namespace mw::app
