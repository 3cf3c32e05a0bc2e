// Greedy over graphs: what a pipeline could do next is measured, and the fastest is done.
#include "app/workbench/tune/graphs.h"

#include "app/workbench/tune/rounds.h"
#include "core/support/hash.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::workbench {

namespace {

/// Of the budget, for the launches of the start where graphs are tried too.
constexpr double kLaunchShare = 0.6;
constexpr std::size_t kMostOptions = 16; ///< of one graph

class GraphTuner {
public:
    GraphTuner(const TuneForm& start, const GraphSearch& graphs,
               const std::vector<TuneMeasure>& measurers, const TuneOptions& options, TuneLog& log)
        : start_(start), graphs_(graphs), measurers_(measurers), options_(options), log_(log),
          began_(options.now()) {}

    Expected<TunedProgram> run() {
        const bool launchesOnly = graphs_.pipeline.stages.empty();
        current_ = start_;
        MW_CHECK(tuneLaunches(launchesOnly ? options_.budget : kLaunchShare * options_.budget));
        result_.whole = result_.launches.whole;
        const TunedProgram launches = result_;
        while (!launchesOnly && left() > 0 && !options_.stop.stop_requested()) {
            MW_TRY(const bool better, improveGraph());
            if (!better)
                break;
            MW_CHECK(tuneLaunches(left()));
        }
        if (result_.steps.empty())
            return std::move(result_);
        MW_TRY(result_.whole, compared(start_, current_, "against the start"));
        if (result_.whole.isFaster())
            return std::move(result_);
        TunedProgram kept = launches;
        kept.graphs = std::move(result_.graphs);
        return kept;
    }

private:
    double left() const { return options_.budget - (options_.now() - began_); }

    TuneOptions within(double budget) const {
        TuneOptions options = options_;
        options.budget = budget;
        return options;
    }

    Expected<void> tuneLaunches(double budget) {
        MW_TRY(const auto plan, graphs_.lower(current_));
        MW_TRY(result_.launches, tuneKernels(current_, plan, measurers_, within(budget), log_));
        current_.choices = result_.launches.choices;
        return {};
    }

    /// What is compiled of a form.
    Expected<std::string> keyOf(const TuneForm& form) const {
        MW_TRY(const auto plan, graphs_.lower(form));
        codegen::Plan plain = plan; // without what names its elements
        plain.notes.clear();
        for (auto& kernel : plain.kernels)
            kernel.map = {};
        return toHex(
            fnv1a64(codegen::print(plan, options_.target).text + toJson(plain) + options_.machine));
    }

    /// Those that the kernels of the form have a use for.
    void carryChoices(TuneForm& form) const {
        form.choices.clear();
        const auto plan = graphs_.lower(form);
        if (!plan)
            return;
        for (const auto& kernel : plan->kernels)
            if (const auto found = current_.choices.find(kernel.name);
                found != current_.choices.end() &&
                codegen::chosenLaunch(kernel, codegen::launchDevice(options_.target),
                                      found->second))
                form.choices.insert(*found);
    }

    struct Option {
        std::vector<Step> steps;
        TuneForm form;
        std::string key;
    };
    Expected<std::vector<Option>> optionsOf() const {
        MW_TRY(const auto now, predict(*current_.document, graphs_.values));
        const OptimiseOptions how{.values = graphs_.values, .stop = options_.stop};
        MW_TRY(auto found, stepOptions(current_.document, graphs_.pipeline, how,
                                       -graphs_.margin * now.microseconds));
        std::vector<Option> options;
        for (StepOption& one : found) {
            if (options.size() == kMostOptions)
                break;
            Option option{std::move(one.steps), {}, {}};
            option.form.document = option.steps.back().result.document;
            carryChoices(option.form);
            auto key = keyOf(option.form);
            if (!key || std::ranges::find(options, *key, &Option::key) != options.end())
                continue; // cannot be lowered, or comes to the same
            option.key = std::move(*key);
            options.push_back(std::move(option));
        }
        return options;
    }
    Trial trialOf(const std::string& subject, const Option& option) const {
        std::string text = history::text(option.steps.front().record);
        if (option.steps.size() > 1)
            text += fmt::format(", and {} steps after it", option.steps.size() - 1);
        return {.subject = subject,
                .name = "",
                .form = fmt::format(R"("{}")", option.key),
                .text = std::move(text)};
    }

    static void compare(Trial& trial, const FormResult& before, const FormResult& after,
                        int repeats) {
        trial.outcome = after.outcome;
        trial.problem = after.problem;
        if (after.outcome == Trial::Outcome::measured)
            setTimes(trial, after.device, before.device, repeats);
    }

    /// Measures what is not known; within the budget, unless this decides.
    Expected<void> measure(const std::string& subject, const std::vector<const Option*>& options,
                           int repeats, bool decides) {
        std::vector<TuneForm> forms;
        for (const Option* option : options)
            forms.push_back(option->form);
        const TuneOptions how = within(std::max(left(), 0.0));
        RoundRunner rounds(measurers_, how, log_);
        if (decides)
            rounds.extend();
        MW_CHECK(rounds.run(current_, forms, repeats, "graphs",
                            [&](std::size_t i, const FormResult& before, const FormResult& after) {
                                Trial trial = trialOf(subject, *options[i]);
                                compare(trial, before, after, repeats);
                                log_.add(std::move(trial));
                            }));
        rounds.keep();
        return {};
    }

    /// The fastest of those that are faster for certain; nullptr: none is.
    const Option* best(const std::string& subject, const std::vector<Option>& options) const {
        const Option* best = nullptr;
        double ratio = 1;
        for (const Option& option : options)
            if (const auto* trial = log_.find(subject, trialOf(subject, option).form);
                trial && trial->isFaster() && trial->ratio < ratio) {
                best = &option;
                ratio = trial->ratio;
            }
        return best;
    }

    bool isFinal(const std::string& subject, const Option& option) const {
        return log_.find(subject, trialOf(subject, option).form)->repeats >= options_.finalRepeats;
    }

    /// Does the step that measures fastest, where one is faster for certain, also when it is looked
    /// at once more.
    Expected<bool> improveGraph() {
        MW_TRY(const std::string subject, keyOf(current_));
        MW_TRY(const auto options, optionsOf());
        std::vector<const Option*> unknown;
        for (const Option& option : options)
            if (!log_.find(subject, trialOf(subject, option).form))
                unknown.push_back(&option);
        MW_CHECK(measure(subject, unknown, options_.repeats, false));
        const Option* winner = best(subject, options);
        while (winner && !options_.stop.stop_requested() && !isFinal(subject, *winner)) {
            MW_CHECK(measure(subject, {winner}, options_.finalRepeats, true));
            winner = best(subject, options);
        }
        for (const Option& option : options)
            if (const auto* trial = log_.find(subject, trialOf(subject, option).form))
                result_.graphs.push_back(*trial);
        if (!winner || !isFinal(subject, *winner))
            return false;
        result_.steps.insert(result_.steps.end(), winner->steps.begin(), winner->steps.end());
        current_ = winner->form;
        return true;
    }

    Expected<Trial> compared(const TuneForm& before, const TuneForm& after, const char* what) {
        MW_TRY(const std::string subject, keyOf(before));
        MW_TRY(const std::string key, keyOf(after));
        Trial trial{
            .subject = subject, .name = "", .form = fmt::format(R"("{}")", key), .text = what};
        if (const auto* known = log_.find(trial.subject, trial.form))
            return *known;
        RoundRunner rounds(measurers_, options_, log_);
        rounds.extend();
        MW_CHECK(rounds.run(before, {after}, options_.finalRepeats, what,
                            [&](std::size_t, const FormResult& first, const FormResult& second) {
                                compare(trial, first, second, options_.finalRepeats);
                            }));
        log_.add(trial);
        rounds.keep();
        return trial;
    }

    const TuneForm& start_;
    const GraphSearch& graphs_;
    const std::vector<TuneMeasure>& measurers_;
    const TuneOptions& options_;
    TuneLog& log_;
    double began_;
    TuneForm current_;
    TunedProgram result_;
};

} // namespace

Expected<TunedProgram> tuneProgram(const TuneForm& start, const GraphSearch& graphs,
                                   const std::vector<TuneMeasure>& measurers,
                                   const TuneOptions& options, TuneLog& log) {
    return GraphTuner(start, graphs, measurers, options, log).run();
}

} // namespace mw::workbench
