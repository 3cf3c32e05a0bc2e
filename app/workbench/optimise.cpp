// Carries out a pipeline by itself. Candidates of stages by cost are applied one by one to the same
// document, and the prediction of each result decides.
#include "app/workbench/detail/carry_out.h"
#include "core/support/worker.h"
#include "transforms/framework/apply.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <limits>
#include <optional>

namespace mw::workbench {

namespace {

using transforms::Pass;
using transforms::Stage;

/// What a prediction is good for: what it says to save less is not done.
constexpr double kLeastSaving = 0.5; // microseconds

class Optimiser {
public:
    Optimiser(const ir::DocumentPtr& document, const OptimiseOptions& options,
              std::shared_ptr<codegen::KernelMemo> memo = std::make_shared<codegen::KernelMemo>(),
              std::optional<SdfgId> within = {})
        : options_(options), within_(within), view_(document), memo_(std::move(memo)) {}

    Expected<Optimisation> run(const std::vector<Stage>& stages) {
        before_ = predicting(view_.document());
        const auto done = carryOut(stages);
        MW_CHECK(learn());
        MW_CHECK(done);
        report(0, 0);
        return std::move(result_);
    }

    Expected<std::vector<StepOption>> look(const std::vector<Stage>& stages, double least) {
        std::vector<StepOption> found;
        before_ = predicting(view_.document());
        auto group = stages.begin();
        for (auto at = stages.begin(); at != stages.end() && !stopped(); ++at) {
            if (at->mode != Stage::Mode::byCost)
                continue;
            MW_CHECK(lookBefore({group, at}, least, found));
            MW_TRY(auto options, optionsOf(at->passes));
            for (Option& option : options)
                if (const double saved = option.saved; saved >= least) {
                    MW_TRY(auto steps, finished(std::move(option), {group, at}));
                    found.push_back({std::move(steps), saved});
                }
            group = std::next(at);
        }
        MW_CHECK(learn());
        std::ranges::stable_sort(found, std::greater(), &StepOption::microseconds);
        return found;
    }

private:
    using Stages = std::span<const Stage>;

    Expected<void> carryOut(const std::vector<Stage>& stages) {
        auto group = stages.begin();
        for (auto at = stages.begin(); at != stages.end() && !stopped(); ++at) {
            const bool last = std::next(at) == stages.end();
            if (at->mode == Stage::Mode::byCost) {
                MW_CHECK(bestFirst(*at, {group, at}));
                group = std::next(at);
            } else if (last || std::next(at)->mode == Stage::Mode::byCost) {
                MW_CHECK(settle({group, std::next(at)}));
            }
        }
        return {};
    }

    /// A match, the chain of applications that begins there, and what it is predicted to save.
    using Chain = std::vector<transforms::Application>;
    struct Option {
        const transforms::Transformation* transformation = nullptr;
        transforms::Match match;
        Params params;
        double saved = -std::numeric_limits<double>::infinity();
        Chain chain = {};
    };

    bool stopped() const { return options_.stop.stop_requested(); }

    Expected<Prediction> predicted(const ir::DocumentPtr& document) const {
        return predict(*document, options_.values, options_.rates, memo_);
    }
    using Predicting = Worker::Pending<Expected<Prediction>>;
    /// The same in another thread, or in this one where it is needed first.
    Predicting predicting(ir::DocumentPtr document) {
        return predictor_.offer(
            [this, document = std::move(document)] { return predicted(document); });
    }

    /// Takes the steps. What all of them are good for is asked for by `predictResult`.
    void add(const std::string& title, std::vector<Step> steps) {
        if (steps.empty())
            return;
        view_ = view_.after(steps.back().result.document);
        if (options_.found)
            options_.found(steps);
        result_.stages.push_back({title, result_.steps.size(), steps.size()});
        std::ranges::move(steps, std::back_inserter(result_.steps));
        isPredicted_ = false;
        report(0, 0);
    }

    void report(std::size_t tried, std::size_t total) const {
        if (options_.progress)
            options_.progress({result_.steps.size(), result_.before.microseconds,
                               result_.after.microseconds, static_cast<int>(tried),
                               static_cast<int>(total)});
    }

    /// Begins to predict what there is by now; `learn` waits for it.
    void predictResult() {
        if (!std::exchange(isPredicted_, true))
            after_ = predicting(view_.document());
    }

    /// The prediction of what it began with, and of what there is by now.
    Expected<void> learn() {
        predictResult();
        if (before_.valid()) {
            MW_TRY(result_.before, before_.get());
            result_.after = result_.before;
        }
        if (after_.valid()) {
            MW_TRY(result_.after, after_.get());
        }
        return {};
    }

    /// All stages, each until none of its passes applies, until none of them does anything.
    Expected<void> settle(Stages stages) {
        std::size_t before = 0;
        do {
            before = result_.steps.size();
            for (const Stage& stage : stages) {
                MW_TRY(auto steps, applyUntilNone(stage.passes, view_, options_.stop, within_));
                add(stage.title, std::move(steps));
            }
        } while (result_.steps.size() != before && !stopped());
        return {};
    }

    /// What an option saves hardly depends on the others: after one was taken, the next best of
    /// the list is looked at again, and all of them once more when the list is at its end.
    Expected<void> bestFirst(const Stage& stage, Stages before) {
        bool more = true;
        while (more && !stopped()) {
            predictResult();
            MW_TRY(auto options, optionsOf(stage.passes));
            more = false;
            while (!options.empty() && options.front().saved > kLeastSaving && !stopped()) {
                Option best = std::move(options.front());
                options.erase(options.begin());
                if (best.chain.empty() || best.chain.front().on.document() != view_.document())
                    MW_CHECK(evaluate({&best, 1}, [this](const Option& option) {
                        return transforms::applyAt(*option.transformation, view_, option.match,
                                                   option.params);
                    }));
                if (best.saved <= kLeastSaving)
                    continue;
                if (!options.empty() && best.saved < options.front().saved) {
                    insert(options, std::move(best));
                    continue;
                }
                add(stage.title, transforms::recorded(*best.transformation, std::move(best.chain)));
                MW_CHECK(settle(before));
                predictResult();
                more = true;
            }
            result_.rejected.clear();
            for (const Option& option : options)
                if (std::isfinite(option.saved)) // else the result was dropped
                    result_.rejected.push_back(
                        {option.transformation, option.match.label, option.saved});
        }
        return {};
    }

    /// The stages before one by cost by themselves, where they do anything.
    Expected<void> lookBefore(Stages before, double least, std::vector<StepOption>& found) {
        Optimiser alone(view_.document(), options_);
        MW_CHECK(alone.settle(before));
        if (alone.result_.steps.empty())
            return {};
        MW_CHECK(learn());
        MW_CHECK(alone.learn());
        const double saved = result_.after.microseconds - alone.result_.after.microseconds;
        if (saved >= least)
            found.push_back({std::move(alone.result_.steps), saved});
        return {};
    }

    /// An option's steps, and those of the stages before it on its result.
    Expected<std::vector<Step>> finished(Option option, Stages before) const {
        auto steps = transforms::recorded(*option.transformation, std::move(option.chain));
        Optimiser after(steps.back().result.document, options_);
        MW_CHECK(after.settle(before));
        std::ranges::move(after.result_.steps, std::back_inserter(steps));
        return steps;
    }

    /// Before the first that saves less.
    static void insert(std::vector<Option>& options, Option option) {
        const auto at = std::ranges::find_if(
            options, [&](const Option& other) { return other.saved < option.saved; });
        options.insert(at, std::move(option));
    }

    /// All that apply, best first, of equals in the order of the passes and matches.
    Expected<std::vector<Option>> optionsOf(const std::vector<Pass>& passes) {
        std::vector<Option> options;
        std::vector<transforms::Candidate> applying;
        for (const Pass& pass : passes) {
            const auto& t = *pass.transformation;
            MW_TRY(const auto params, transforms::completeParams(t, pass.params));
            const auto region = transforms::Region::within(view_.index(), within_);
            for (auto& candidate :
                 transforms::candidates(t, view_, region, params, options_.stop)) {
                if (!candidate.applies())
                    continue;
                options.push_back(
                    {.transformation = &t, .match = candidate.match, .params = params});
                applying.push_back(std::move(candidate));
            }
        }
        MW_CHECK(evaluate(options, [&](const Option& option) {
            const auto& candidate = applying[static_cast<std::size_t>(&option - options.data())];
            return transforms::applyCandidate(*option.transformation, view_, candidate,
                                              option.params);
        }));
        std::ranges::stable_sort(options, std::greater(), &Option::saved);
        return options;
    }

    /// The same transformation at a match that begins with the same element: a map that feeds
    /// another one through several containers is gone when all of them are.
    std::optional<transforms::Application> next(const transforms::Transformation& t,
                                                const transforms::Application& last,
                                                const Params& params) const {
        const auto view = last.on.after(last.result.document);
        const ElementId first = last.match.elements.front().id;
        const transforms::Region around(view.index(), {first});
        for (const auto& candidate : transforms::candidates(t, view, around, params))
            if (candidate.applies() && candidate.match.elements.front().id == first)
                if (auto applied = transforms::applyCandidate(t, view, candidate, params))
                    return std::move(*applied);
        return std::nullopt;
    }

    /// An option with the newest application of its chain, which is being predicted.
    struct Growing {
        Option* option;
        Predicting after;
    };

    /// Chains of options, which `first` begins: one goes on as long as it saves nothing yet.
    /// Nothing is saved where the match does not apply any more. All grow together, so that steps
    /// are made while others are predicted.
    template <class First>
    Expected<void> evaluate(std::span<Option> options, const First& first) {
        constexpr std::size_t kLongest = 8;
        std::vector<Growing> growing;
        const auto grow = [&](Option& option, transforms::Application applied) {
            growing.push_back({&option, predicting(applied.result.document)});
            option.chain.push_back(std::move(applied));
        };
        for (Option& option : options) {
            option.chain.clear();
            option.saved = -std::numeric_limits<double>::infinity();
            if (auto applied = first(option))
                grow(option, std::move(*applied));
        }
        if (!growing.empty())
            MW_CHECK(learn());
        std::size_t tried = 0;
        while (!growing.empty())
            for (auto& [option, after] : std::exchange(growing, {})) {
                option->saved = std::max(option->saved, savedBy(after.get()));
                report(tried = std::min(tried + 1, options.size()), options.size());
                if (option->saved > kLeastSaving || option->chain.size() >= kLongest)
                    continue;
                if (auto applied =
                        next(*option->transformation, option->chain.back(), option->params))
                    grow(*option, std::move(*applied));
            }
        return {};
    }

    /// Counted from here. A result that is dropped as invalid, or that cannot be lowered, saves
    /// nothing.
    double savedBy(const Expected<Prediction>& after) const {
        return after ? result_.after.microseconds - after->microseconds
                     : -std::numeric_limits<double>::infinity();
    }

    const OptimiseOptions& options_;
    std::optional<SdfgId> within_;
    transforms::DocumentView view_;
    std::shared_ptr<codegen::KernelMemo> memo_;
    Optimisation result_;
    Predicting before_;       ///< until somebody asks
    Predicting after_;        ///< of the newest document, if not that of `before_`
    bool isPredicted_ = true; ///< the newest document, by either
    Worker predictor_{2};     ///< last: ends before the rest goes
};

} // namespace

Expected<Optimisation> carryOut(const ir::DocumentPtr& document,
                                const std::vector<transforms::Stage>& stages,
                                const OptimiseOptions& options,
                                const std::shared_ptr<codegen::KernelMemo>& memo,
                                std::optional<SdfgId> within) {
    return Optimiser(document, options, memo, within).run(stages);
}

Expected<std::vector<StepOption>> stepOptions(const ir::DocumentPtr& document,
                                              const transforms::Pipeline& pipeline,
                                              const OptimiseOptions& options, double least) {
    return Optimiser(document, options).look(pipeline.stages, least);
}

} // namespace mw::workbench
