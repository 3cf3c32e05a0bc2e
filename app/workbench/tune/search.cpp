// Choices of kernels, tried in rounds: every form of a round changes all kernels at once, for each
// is timed by itself.
#include "app/workbench/tune/search.h"

#include "app/workbench/tune/candidates.h"
#include "app/workbench/tune/learn.h"
#include "app/workbench/tune/rounds.h"
#include "app/workbench/tune/subjects.h"
#include "core/support/hash.h"
#include "core/support/statistics.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace mw::workbench {

namespace {

using codegen::Choices;
using codegen::Kernel;
using codegen::KernelChoice;

/// Kernels of less than this share of the program are left alone; those of less than the second one
/// get few candidates and no neighbours.
constexpr double kNoShare = 0.005, kSmallShare = 0.03;
constexpr std::size_t kFewCandidates = 6;
constexpr std::size_t kFinalists = 3;

/// As a log has it: without line breaks.
std::string programForm(const Choices& choices) {
    return nlohmann::ordered_json::parse(toJson(choices)).dump();
}

/// Choices of some kernels, by number.
using Changes = std::map<std::size_t, KernelChoice>;

class Search {
public:
    Search(const TuneForm& start, const codegen::Plan& plan, RoundRunner& rounds,
           const TuneOptions& options, TuneLog& log)
        : start_(start), plan_(plan), rounds_(rounds), options_(options), log_(log) {}

    Expected<TuneResult> run() {
        addSubjects();
        MW_CHECK(measureStart());
        for (Subject& one : subjects_)
            one.next = firstFor(one);
        MW_CHECK(wave("candidates"));
        while (!options_.exhaustive && !rounds_.isOver() && planNeighbours())
            MW_CHECK(wave("neighbours"));
        result_.complete = !rounds_.isOver();
        MW_CHECK(compareBest());
        MW_CHECK(confirm());
        describe();
        return std::move(result_);
    }

private:
    void addSubjects() {
        for (const Kernel& kernel : plan_.kernels) {
            const auto found = start_.choices.find(kernel.name);
            Subject one{&kernel, kernelKey(plan_, kernel, options_),
                        found == start_.choices.end() ? KernelChoice{} : found->second};
            one.tried = {one.start};
            own_.insert(one.key);
            subjects_.push_back(std::move(one));
        }
    }

    /// How long each kernel takes, which says where to look.
    Expected<void> measureStart() {
        if (std::ranges::all_of(subjects_, [&](Subject& one) { return knowsTime(one); }))
            return shares();
        MW_TRY(const auto results, rounds_.first(start_));
        if (results.outcome != Trial::Outcome::measured)
            return fail("cannot-tune",
                        fmt::format("the program cannot be measured: {}", results.problem));
        for (const Subject& one : subjects_) {
            const auto samples = results.kernels.find(one.kernel->name);
            const double time =
                samples == results.kernels.end() ? 0 : summarise(samples->second).median;
            Trial trial{.subject = one.key,
                        .name = one.kernel->name,
                        .form = formOf(one.start),
                        .text = toText(one.start),
                        .ratio = 1,
                        .low = 1,
                        .high = 1,
                        .time = time,
                        .before = time,
                        .repeats = options_.repeats,
                        .where = results.where,
                        .device = options_.device,
                        .facts = factsOf(*one.kernel)};
            if (options_.predict && one.start.isEmpty()) { // launches are the rules' to predict
                trial.model = options_.model;
                trial.predicted = options_.predict(*one.kernel);
            }
            log_.add(std::move(trial));
        }
        return shares();
    }
    bool knowsTime(const Subject& one) const { return log_.find(one.key, formOf(one.start)); }
    Expected<void> shares() {
        double all = 0;
        for (const Subject& one : subjects_)
            all += log_.find(one.key, formOf(one.start))->time;
        for (Subject& one : subjects_)
            one.share = all > 0 ? log_.find(one.key, formOf(one.start))->time / all : 0;
        return {};
    }

    std::vector<KernelChoice> firstFor(const Subject& one) const {
        if (one.share < kNoShare)
            return {};
        auto all = learned(log_, options_.device, own_, factsOf(*one.kernel));
        std::ranges::copy(options_.exhaustive ? everyChoice(*one.kernel, options_.target)
                                              : firstChoices(*one.kernel, options_.target),
                          std::back_inserter(all));
        auto list = distinct(*one.kernel, options_.target, all, one.tried);
        if (one.share < kSmallShare && list.size() > kFewCandidates)
            list.resize(kFewCandidates);
        return list;
    }

    bool planNeighbours() {
        bool any = false;
        for (Subject& one : subjects_) {
            one.next.clear();
            if (one.share >= kSmallShare)
                one.next = neighboursOf(one, log_, options_);
            any = any || !one.next.empty();
        }
        return any;
    }

    /// A form per candidate: the n-th of every kernel together; what is known is not tried again.
    Expected<void> wave(const char* what) {
        std::vector<Changes> forms;
        for (std::size_t s = 0; s < subjects_.size(); ++s) {
            Subject& one = subjects_[s];
            std::size_t at = 0;
            for (const KernelChoice& choice : one.next) {
                one.tried.push_back(choice);
                if (log_.find(one.key, formOf(choice))) {
                    ++result_.known;
                    continue;
                }
                if (forms.size() == at)
                    forms.emplace_back();
                forms[at++].emplace(s, choice);
            }
        }
        MW_CHECK(measure(forms, options_.repeats, what));
        return apart(forms, options_.repeats);
    }

    /// Where forms differ or fail, each of their changes by itself.
    Expected<void> apart(const std::vector<Changes>& forms, int repeats) {
        std::vector<Changes> single;
        for (const auto& form : forms)
            for (const auto& [s, choice] : form)
                if (form.size() > 1 && suspect_.contains({s, formOf(choice)}))
                    single.push_back({{s, choice}});
        suspect_.clear();
        return measure(single, repeats, "candidates alone");
    }

    TuneForm with(const Changes& changed) const {
        TuneForm form = start_;
        for (const auto& [s, choice] : changed)
            form.choices[subjects_[s].kernel->name] = choice;
        return form;
    }

    Expected<void> measure(const std::vector<Changes>& forms, int repeats, const char* what) {
        std::vector<TuneForm> all;
        for (const auto& form : forms)
            all.push_back(with(form));
        return rounds_.run(
            {start_}, all, repeats, what,
            [&](std::size_t number, std::span<const FormResult> bases, const FormResult& result) {
                for (const auto& [s, choice] : forms[number])
                    note(s, choice, forms[number].size(), bases.front(), result, repeats);
            });
    }

    void note(std::size_t number, const KernelChoice& choice, std::size_t changes,
              const FormResult& start, const FormResult& result, int repeats) {
        const Subject& one = subjects_[number];
        const std::string& name = one.kernel->name;
        Trial trial{
            .subject = one.key, .name = name, .form = formOf(choice), .text = toText(choice)};
        trial.outcome = result.outcome;
        trial.problem = result.problem;
        if (result.outcome != Trial::Outcome::measured) {
            if (changes > 1)
                suspect_.insert({number, trial.form});
            else
                log_.add(std::move(trial));
            return;
        }
        if (!result.kernels.contains(name) || !start.kernels.contains(name))
            return;
        setTimes(trial, result.kernels.at(name), start.kernels.at(name), repeats);
        trial.where = result.where;
        ++result_.measured;
        log_.add(std::move(trial));
    }

    /// The best few of each kernel once more, in one run: what was the fastest of many by chance is
    /// found out, and the next one takes its place.
    Expected<void> compareBest() {
        constexpr int kMost = 4;
        rounds_.extend(); // the budget is for trying; this decides
        for (int i = 0; i < kMost && !options_.stop.stop_requested(); ++i) {
            const auto forms = finalists();
            if (forms.empty())
                return {};
            MW_CHECK(measure(forms, options_.finalRepeats, "the best side by side"));
            MW_CHECK(apart(forms, options_.finalRepeats));
        }
        return {};
    }

    std::vector<Changes> finalists() const {
        std::vector<Changes> forms;
        for (std::size_t s = 0; s < subjects_.size(); ++s) {
            auto best = bestOf(subjects_[s], log_);
            best.resize(std::min(best.size(), kFinalists));
            std::erase_if(best, [&](const KernelChoice& choice) { return isFinal(s, choice); });
            for (std::size_t i = 0; i < best.size(); ++i) {
                if (forms.size() == i)
                    forms.emplace_back();
                forms[i].emplace(s, best[i]);
            }
        }
        return forms;
    }
    bool isFinal(std::size_t subject, const KernelChoice& choice) const {
        return log_.find(subjects_[subject].key, formOf(choice))->repeats >= options_.finalRepeats;
    }

    /// All winners together, against the start; where that is not faster for certain, the better
    /// half of them; in the end nothing.
    Expected<void> confirm() {
        Changes winners;
        for (std::size_t s = 0; s < subjects_.size(); ++s)
            for (const KernelChoice& choice : bestOf(subjects_[s], log_))
                if (isFinal(s, choice) && !winners.contains(s))
                    winners.emplace(s, choice);
        result_.choices = start_.choices;
        while (!winners.empty()) {
            MW_CHECK(compareWhole(winners));
            if (result_.whole.isFaster()) {
                result_.choices = with(winners).choices;
                winners_ = winners;
                return {};
            }
            winners = betterHalf(winners);
        }
        return {};
    }

    /// By what they save of the program.
    Changes betterHalf(const Changes& winners) const {
        std::vector<std::pair<double, std::size_t>> order;
        for (const auto& [s, choice] : winners) {
            const Trial& trial = *log_.find(subjects_[s].key, formOf(choice));
            order.emplace_back(-subjects_[s].share * (1 - trial.ratio), s);
        }
        std::ranges::sort(order);
        Changes half;
        for (std::size_t i = 0; i < order.size() / 2; ++i)
            half.emplace(order[i].second, winners.at(order[i].second));
        return half;
    }

    std::string programKey() const {
        std::string all = "program";
        for (const Subject& one : subjects_)
            all += one.key;
        return toHex(fnv1a64(all));
    }

    Expected<void> compareWhole(const Changes& winners) {
        const TuneForm form = with(winners);
        Trial trial{
            .subject = programKey(), .name = "", .form = programForm(form.choices), .text = ""};
        trial.text = fmt::format("{} of {} kernels changed", winners.size(), subjects_.size());
        if (const auto* known = log_.find(trial.subject, trial.form)) {
            result_.whole = *known;
            return {};
        }
        const auto take = [&](std::size_t, std::span<const FormResult> bases,
                              const FormResult& result) {
            trial.outcome = result.outcome;
            trial.problem = result.problem;
            if (result.outcome == Trial::Outcome::measured)
                setTimes(trial, result.device, bases.front().device, options_.finalRepeats);
            trial.where = result.where;
        };
        MW_CHECK(rounds_.run({start_}, {form}, options_.finalRepeats, "against the start", take));
        result_.whole = trial;
        log_.add(std::move(trial));
        rounds_.keep();
        return {};
    }

    void describe() {
        for (std::size_t s = 0; s < subjects_.size(); ++s) {
            const Subject& one = subjects_[s];
            TunedKernel kernel{one.kernel->name, one.share, one.start, 1, one.tried.size() - 1};
            if (const auto winner = winners_.find(s); winner != winners_.end()) {
                kernel.choice = winner->second;
                kernel.ratio = log_.find(one.key, formOf(winner->second))->ratio;
            }
            result_.kernels.push_back(std::move(kernel));
        }
    }

    const TuneForm& start_;
    const codegen::Plan& plan_;
    RoundRunner& rounds_;
    const TuneOptions& options_;
    TuneLog& log_;
    std::vector<Subject> subjects_;
    std::set<std::string> own_;                             ///< keys of these
    std::set<std::pair<std::size_t, std::string>> suspect_; ///< of forms with several changes
    Changes winners_;
    TuneResult result_;
};

} // namespace

Expected<TuneResult> tuneKernels(const TuneForm& start, const codegen::Plan& plan,
                                 const std::vector<TuneMeasure>& measurers,
                                 const TuneOptions& options, TuneLog& log) {
    RoundRunner rounds(measurers, options, log);
    return Search(start, plan, rounds, options, log).run();
}

} // namespace mw::workbench
