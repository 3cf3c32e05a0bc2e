#pragma once

#include "core/analysis/figures.h"
#include "core/history/alignment.h"
#include "core/history/history.h"
#include "core/history/recipe.h"
#include "core/symbolic/expr.h"

#include <string>
#include <vector>

// Lines of steps for the terminal: what each did, and two of them beside each other.

namespace mw::workbench {

struct StepLine {
    std::string title;
    std::vector<history::LineStep> steps;
    /// Of the program before the first step and after each; empty: there is no program, as for a
    /// recipe alone.
    std::vector<analysis::ProgramFigures> figures;
};

/// The way to a variant; `values`: of the program's symbols.
StepLine stepLine(const history::History& history, history::VariantId id, std::string title,
                  const symbolic::Bindings& values);
StepLine stepLine(const history::Recipe& recipe, std::string title);

/// A line per step: "1  fused lap into flux: -51 MB", with the numbers after it.
std::string toText(const StepLine& line);
std::string toJson(const StepLine& line);
/// Both side by side, the first divergence marked.
std::string toText(const StepLine& first, const StepLine& second,
                   const history::Alignment& alignment);
std::string toJson(const StepLine& first, const StepLine& second,
                   const history::Alignment& alignment);

} // namespace mw::workbench
