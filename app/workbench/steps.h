#pragma once

#include "app/workbench/program.h"
#include "core/history/recipe.h"
#include "core/support/diagnostic.h"
#include "transforms/framework/edit.h"
#include "transforms/framework/order.h"
#include "transforms/framework/replay.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

// What can be done to a program, once for the window and the terminal. Pure functions on documents,
// which run as jobs; add() puts their steps into a history.

namespace mw::workbench {

using Step = transforms::RecordedStep;

/// At this match.
Expected<std::vector<Step>> applyAt(const transforms::Transformation& t,
                                    const ir::DocumentPtr& document, const transforms::Match& match,
                                    const Params& params);
/// At the n-th match of the document, counted from 1 as `mw matches` prints them.
Expected<std::vector<Step>> applyNth(const transforms::Transformation& t,
                                     const ir::DocumentPtr& document, int number,
                                     const Params& params);
/// At the first match where it applies. The error, "no-match", says why it does not at the last.
Expected<std::vector<Step>> applyFirst(const transforms::Transformation& t,
                                       const ir::DocumentPtr& document, const Params& params);
/// At the first match again and again until none is left: one step each. "no-match" when there is
/// none at all; a requested stop keeps what was done.
Expected<std::vector<Step>> applyEverywhere(const transforms::Transformation& t,
                                            const ir::DocumentPtr& document, const Params& params,
                                            const std::stop_token& stop = {});
/// Each pass everywhere, one after another, and all of them again until none applies; empty when
/// none does. "no-end" when they go on undoing each other; a requested stop keeps what was done.
/// `within`: only in this SDFG and what is nested in it.
Expected<std::vector<Step>> applyUntilNone(const std::vector<transforms::Pass>& passes,
                                           transforms::DocumentView view,
                                           const std::stop_token& stop = {},
                                           std::optional<SdfgId> within = {});
/// The same, and "no-match" when none applies at all.
Expected<std::vector<Step>> applyInOrder(const std::vector<transforms::Pass>& passes,
                                         const ir::DocumentPtr& document,
                                         const std::stop_token& stop = {});
/// A property of an element gets another value, by hand.
Expected<std::vector<Step>> edit(const ir::DocumentPtr& document, const transforms::Edit& edit);
/// The error names the file.
Expected<std::vector<transforms::Pass>> readOrder(const std::filesystem::path& file);
/// The repairs of these findings, one step each; "no-repair" when none has any.
Expected<std::vector<Step>> repairAll(const ir::DocumentPtr& document,
                                      const std::vector<Diagnostic>& findings,
                                      const std::stop_token& stop = {});
/// A repair may bring another one up (a symbol that only a removed mapping used): repairs what
/// `findings` finds again and again until none is left. Empty when there was nothing to repair.
Expected<std::vector<Step>>
repairUntilNone(const ir::DocumentPtr& document,
                const std::function<std::vector<Diagnostic>(const ir::DocumentPtr&)>& findings);

/// What became of one step of a recipe.
struct ReplayedStep {
    history::Record record;           ///< as the recipe has it
    std::optional<Step> step;         ///< done
    std::optional<Diagnostic> reason; ///< not done: why; "ambiguous-step": its notes say which
};
enum class OnMisfit : std::uint8_t { stop, skip };
/// Does the steps of a recipe one after another; the first that does not fit is the last one, or is
/// left out.
std::vector<ReplayedStep> replay(const ir::DocumentPtr& document, const history::Recipe& recipe,
                                 OnMisfit onMisfit = OnMisfit::stop,
                                 const std::stop_token& stop = {});
/// "2 map-fusion-vertical a -> b -> c: applied", with the place where that is another one here, or
/// why not.
std::string toText(std::size_t number, const ReplayedStep& step);
/// What was done, in order.
std::vector<Step> doneOf(const std::vector<ReplayedStep>& steps);
/// "recipe-step" with the number and the reason of the first step that was not done; nullopt: all
/// were.
std::optional<Diagnostic> misfitOf(const std::vector<ReplayedStep>& steps);
/// The error names the file.
Expected<history::Recipe> readRecipe(const std::filesystem::path& file);

/// Says of each what it did: done beforehand, adding them takes no time. `document`: what they
/// begin at.
void tellEffects(const ir::DocumentPtr& document, std::vector<Step>& steps);
/// Adds the steps below the current variant, which must be what they were made of; several as a
/// batch of this title, where there is one.
void add(history::History& history, std::vector<Step> steps, const std::string& title = {});

} // namespace mw::workbench
