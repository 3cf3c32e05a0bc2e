// Over graphs: what a pipeline could do next is measured, and the fastest is done; where nothing is
// faster, the search goes on from graphs that are nearly as fast.
#include "app/workbench/tune/graphs.h"

#include "app/workbench/tune/graph_options.h"
#include "app/workbench/tune/rounds.h"
#include "core/support/amounts.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mw::workbench {

namespace {

/// Of the budget, for the launches of the start where graphs are tried too.
constexpr double kLaunchShare = 0.6;
/// So many graphs at a time are gone on from, each at most so much slower than the present one.
constexpr std::size_t kBeam = 3;
constexpr double kNear = 1.05;

/// A graph that was measured and not taken.
struct Measured {
    GraphOption option;
    double ratio = 1; ///< of its time to the start's, by the measurements that led to it
};

class GraphTuner {
public:
    GraphTuner(const TuneForm& start, const GraphSearch& graphs,
               const std::vector<TuneMeasure>& measurers, const TuneOptions& options, TuneLog& log)
        : start_(start), graphs_(graphs), measurers_(measurers), options_(options), log_(log),
          began_(options.now()), base_(start), now_{{{}, start, {}, {}}, 1} {}

    Expected<TunedProgram> run() {
        const bool launchesOnly = graphs_.pipeline.stages.empty();
        MW_CHECK(beginOptimised());
        MW_CHECK(launchesOnly ? tuneLaunches(left(), options_.widest)
                              : tuneLaunches(kLaunchShare * left(), kQuick));
        MW_CHECK(compareLaunches());
        if (!launchesOnly) {
            MW_CHECK(tuneGraphs());
            MW_CHECK(finishLaunches());
        }
        return std::move(result_);
    }

private:
    static constexpr std::size_t kQuick = 1; ///< around the best form of a kernel alone

    double left() const { return options_.budget - (options_.now() - began_); }
    bool hasTime() const { return left() > 0 && !options_.stop.stop_requested(); }
    TuneForm& current() { return now_.option.form; }

    TuneOptions within(double budget) const {
        TuneOptions options = options_;
        options.budget = budget;
        return options;
    }

    /// Where a search stands, to come back to.
    struct State {
        TuneForm base;
        Measured now;
        TunedProgram result;
    };
    State state() const { return {base_, now_, result_}; }
    void goBack(State to) {
        to.result.graphs = std::move(result_.graphs);
        to.result.launches.complete = result_.launches.complete;
        base_ = std::move(to.base);
        now_ = std::move(to.now);
        result_ = std::move(to.result);
    }

    /// Goes on from the optimised graph, where that is faster for certain: launches of what
    /// nobody would keep are not worth the time.
    Expected<void> beginOptimised() {
        if (graphs_.first.empty())
            return {};
        GraphOption option{graphs_.first, {}, {}, {}};
        option.text = fmt::format("optimised: {}", counted(graphs_.first.size(), "step"));
        option.form.document = graphs_.first.back().result.document;
        option.form.choices = fittingForm(start_.choices, option.form, graphs_, options_.target);
        OptimisedFirst& first = result_.optimised.emplace();
        first.steps = graphs_.first.size();
        MW_TRY(first.before, predicted(start_));
        MW_TRY(first.after, predicted(option.form));
        MW_TRY(option.key, formKey(option.form, graphs_, options_));
        MW_TRY(first.trial, compared(start_, option.form, option.text));
        first.taken = first.trial.isFaster();
        if (!first.taken)
            return {};
        result_.whole = first.trial;
        const double ratio = first.trial.ratio;
        moveTo({std::move(option), ratio});
        return {};
    }

    Expected<Prediction> predicted(const TuneForm& form) const {
        return predict(*form.document, graphs_.values, graphs_.rates, memo_, form.choices);
    }

    /// The launches that were found beside the start; those alone that the graph had before, where
    /// they do not hold.
    Expected<void> compareLaunches() {
        if (result_.steps.empty()) {
            result_.whole = result_.launches.whole;
            return {};
        }
        if (result_.launches.choices == base_.choices)
            return {};
        const Trial before = result_.whole;
        MW_TRY(result_.whole, compared(start_, current(), "against the start"));
        if (result_.whole.isFaster())
            return {};
        result_.whole = before;
        result_.launches.choices = current().choices = base_.choices;
        return {};
    }

    /// Of the present graph; goes on where it ended before.
    Expected<void> tuneLaunches(double budget, std::size_t widest) {
        MW_TRY(const auto plan, graphs_.lower(base_));
        TuneOptions how = within(budget);
        how.widest = widest;
        MW_TRY(auto launches, tuneKernels(base_, plan, measurers_, how, log_));
        launches.measured += result_.launches.measured;
        launches.known = result_.launches.known + (isTuned_ ? 0 : launches.known);
        isTuned_ = true;
        result_.launches = std::move(launches);
        current().choices = result_.launches.choices;
        tell(result_.launches.choices);
        return {};
    }

    /// Steps as long as something is faster; all of them are dropped where the program is not
    /// faster than its start.
    Expected<void> tuneGraphs() {
        const State launches = state();
        while (hasTime()) {
            MW_TRY(bool better, improveGraph());
            if (!better) {
                MW_TRY(better, lookFurther());
            }
            if (!better)
                break;
            MW_CHECK(tuneLaunches(left(), kQuick));
        }
        if (result_.steps.size() == launches.result.steps.size())
            return {};
        MW_TRY(result_.whole, compared(start_, current(), "against the start"));
        if (!result_.whole.isFaster())
            goBack(launches);
        return {};
    }

    /// What is left of the budget.
    Expected<void> finishLaunches() {
        if (!hasTime()) {
            result_.launches.complete = false;
            return {};
        }
        const State before = state();
        MW_CHECK(tuneLaunches(left(), options_.widest));
        if (result_.steps.empty()) {
            result_.whole = result_.launches.whole;
        } else if (current().choices != before.now.option.form.choices) {
            MW_TRY(result_.whole, compared(start_, current(), "against the start"));
        }
        if (before.result.whole.isFaster() && !result_.whole.isFaster())
            goBack(before);
        return {};
    }

    static std::string logForm(const GraphOption& option) {
        return fmt::format(R"("{}")", option.key);
    }
    const Trial* trialOf(const GraphOption& from, const GraphOption& option) const {
        return log_.find(from.key, logForm(option));
    }

    /// Measures what is not known; within the budget, unless this decides.
    Expected<void> measure(const GraphOption& from, const std::vector<const GraphOption*>& options,
                           int repeats, bool decides) {
        std::vector<TuneForm> forms;
        for (const GraphOption* option : options)
            forms.push_back(option->form);
        const TuneOptions how = within(std::max(left(), 0.0));
        RoundRunner rounds(measurers_, how, log_);
        if (decides)
            rounds.extend();
        const auto take = [&](std::size_t i, std::span<const FormResult> bases,
                              const FormResult& after) {
            Trial trial{.subject = from.key,
                        .name = "",
                        .form = logForm(*options[i]),
                        .text = options[i]->text};
            trial.outcome = after.outcome;
            trial.problem = after.problem;
            if (after.outcome == Trial::Outcome::measured)
                setTimes(trial, after.device, bases.front().device, repeats);
            trial.where = after.where;
            if (const auto p = graphs_.model.empty() ? Expected<Prediction>(Prediction{})
                                                     : predicted(options[i]->form);
                p && p->microseconds > 0) {
                trial.model = graphs_.model;
                trial.predicted = p->microseconds;
            }
            log_.add(std::move(trial));
        };
        MW_CHECK(rounds.run({from.form}, forms, repeats, "graphs", take));
        rounds.keep();
        return {};
    }

    /// What could be done to a graph, measured beside it as far as there is time.
    Expected<std::vector<GraphOption>> measuredOptions(const GraphOption& from) {
        expanded_.insert(from.key);
        MW_TRY(auto options, optionsOf(from, now_.option.form.choices, graphs_, options_));
        std::vector<const GraphOption*> unknown;
        for (const GraphOption& option : options)
            if (!trialOf(from, option))
                unknown.push_back(&option);
        MW_CHECK(measure(from, unknown, options_.repeats, false));
        std::erase_if(options, [&](const GraphOption& one) { return !trialOf(from, one); });
        return options;
    }

    /// The fastest of those that are faster for certain; nullptr: none is.
    const GraphOption* best(const std::vector<GraphOption>& options) const {
        const GraphOption* best = nullptr;
        double ratio = 1;
        for (const GraphOption& option : options)
            if (const auto* trial = trialOf(now_.option, option);
                trial->isFaster() && trial->ratio < ratio) {
                best = &option;
                ratio = trial->ratio;
            }
        return best;
    }
    bool isFinal(const GraphOption& option) const {
        return trialOf(now_.option, option)->repeats >= options_.finalRepeats;
    }

    /// Does the step that measures fastest, where one is faster for certain, also when it is looked
    /// at once more.
    Expected<bool> improveGraph() {
        MW_TRY(now_.option.key, formKey(current(), graphs_, options_));
        MW_TRY(auto options, measuredOptions(now_.option));
        const GraphOption* winner = best(options);
        while (winner && !options_.stop.stop_requested() && !isFinal(*winner)) {
            MW_CHECK(measure(now_.option, {winner}, options_.finalRepeats, true));
            winner = best(options);
        }
        const auto taken = winner && isFinal(*winner) ? std::optional(*winner) : std::nullopt;
        const auto found = note(now_, std::move(options));
        for (const Measured& one : found)
            if (taken && one.option.key == taken->key)
                moveTo(one);
        return taken.has_value();
    }

    /// For the report, and to go on from later.
    std::vector<Measured> note(const Measured& from, std::vector<GraphOption> options) {
        std::vector<Measured> found;
        for (GraphOption& option : options) {
            const Trial trial = *trialOf(from.option, option);
            result_.graphs.push_back(trial);
            if (trial.outcome == Trial::Outcome::measured)
                found.push_back({std::move(option), from.ratio * trial.ratio});
        }
        others_.insert(others_.end(), found.begin(), found.end());
        return found;
    }

    void moveTo(const Measured& graph) {
        expanded_.insert(graph.option.key); // with better launches, in a moment
        now_ = graph;
        base_ = graph.option.form;
        isTuned_ = false;
        result_.steps = graph.option.steps;
        tell({});
    }

    /// Launches are told where they are others than those of the start.
    void tell(const codegen::Choices& choices) const {
        const bool isNew = !choices.empty() && choices != start_.choices;
        if (options_.found && (isNew || !result_.steps.empty()))
            options_.found(result_.steps, isNew ? choices : codegen::Choices{});
    }

    /// A step that costs a little may be what another one needs: from graphs that are nearly as
    /// fast as the present one, the best first, until something is faster than that.
    Expected<bool> lookFurther() {
        for (auto beam = nextBeam(); !beam.empty() && hasTime(); beam = nextBeam())
            for (const Measured& from : beam) {
                MW_TRY(auto options, measuredOptions(from.option));
                auto found = note(from, std::move(options));
                std::ranges::stable_sort(found, {}, &Measured::ratio);
                for (const Measured& one : found) {
                    MW_TRY(const bool faster, isBetter(one));
                    if (!faster)
                        continue;
                    moveTo(one);
                    return true;
                }
            }
        return false;
    }

    /// Those that nothing was tried from yet.
    std::vector<Measured> nextBeam() {
        std::ranges::stable_sort(others_, {}, &Measured::ratio);
        std::vector<Measured> beam;
        std::set<std::string> keys = expanded_;
        for (const Measured& one : others_)
            if (beam.size() < kBeam && one.ratio <= kNear * now_.ratio &&
                keys.insert(one.option.key).second)
                beam.push_back(one);
        return beam;
    }

    /// Than the present graph, for certain, where what led to it says so.
    Expected<bool> isBetter(const Measured& graph) {
        if (graph.ratio >= now_.ratio || !hasTime())
            return false;
        MW_TRY(const Trial trial, compared(current(), graph.option.form, graph.option.text));
        result_.graphs.push_back(trial);
        return trial.isFaster();
    }

    Expected<Trial> compared(const TuneForm& before, const TuneForm& after,
                             const std::string& what) {
        GraphOption from{{}, before, {}, {}}, to{{}, after, {}, what};
        MW_TRY(from.key, formKey(before, graphs_, options_));
        MW_TRY(to.key, formKey(after, graphs_, options_));
        if (const auto* known = trialOf(from, to); !known || known->repeats < options_.finalRepeats)
            MW_CHECK(measure(from, {&to}, options_.finalRepeats, true));
        const auto* trial = trialOf(from, to);
        return trial ? *trial : Trial{};
    }

    const TuneForm& start_;
    const GraphSearch& graphs_;
    const std::vector<TuneMeasure>& measurers_;
    const TuneOptions& options_;
    TuneLog& log_;
    double began_;
    std::shared_ptr<codegen::KernelMemo> memo_ = std::make_shared<codegen::KernelMemo>();
    TuneForm base_; ///< the present graph as tuning its launches began
    Measured now_;  ///< the same with the launches that were found
    bool isTuned_ = false;
    std::vector<Measured> others_;
    std::set<std::string> expanded_; ///< keys of graphs that was gone on from
    TunedProgram result_;
};

} // namespace

Expected<TunedProgram> tuneProgram(const TuneForm& start, const GraphSearch& graphs,
                                   const std::vector<TuneMeasure>& measurers,
                                   const TuneOptions& options, TuneLog& log) {
    return GraphTuner(start, graphs, measurers, options, log).run();
}

} // namespace mw::workbench
