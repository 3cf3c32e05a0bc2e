// Rounds of measurements in parallel: whoever is free takes the next one.
#include "app/workbench/tune/rounds.h"

#include "core/exec/lost_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>
#include <thread>

namespace mw::workbench {

/// What the threads share.
struct RoundRunner::Work {
    std::vector<std::vector<TuneForm>> rounds; ///< the bases first in each
    int repeats = 0;
    const std::string* what = nullptr;
    std::mutex mutex; ///< guards what follows
    std::size_t next = 0, done = 0;
    std::vector<std::optional<Round>> results;
    std::optional<Diagnostic> problem; ///< of the measurer that failed last

    bool isDone() const {
        return std::ranges::all_of(results, [](const auto& one) { return one.has_value(); });
    }
};

double TuneOptions::now() const {
    if (seconds)
        return seconds();
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

RoundRunner::RoundRunner(const std::vector<TuneMeasure>& measurers, const TuneOptions& options,
                         const TuneLog& log)
    : measurers_(measurers), options_(options), log_(log), began_(options.now()),
      lost_(measurers.size(), 0) {}

/// For the comparisons that decide.
double RoundRunner::reserve() const {
    return std::min(0.4 * options_.budget, 2 * longest_);
}

bool RoundRunner::isOver() const {
    return options_.stop.stop_requested() ||
           (!extended_ && options_.now() - began_ + reserve() >= options_.budget);
}

void RoundRunner::keep() const {
    if (options_.keep)
        options_.keep(log_);
}

Expected<FormResult> RoundRunner::first(const TuneForm& start) {
    for (std::size_t m = 0;; ++m) {
        const double before = options_.now();
        auto round = measurers_[m]({start}, options_.repeats);
        longest_ = options_.now() - before;
        if (round)
            return std::move(round->front());
        if (!exec::isLoss(round.error()) || m + 1 == measurers_.size())
            return fail(round.error());
    }
}

/// Of several runners each gets something to do.
std::size_t RoundRunner::formsPerRound(std::size_t forms) const {
    const std::size_t runners = measurers_.size() / lanesOf(options_.target);
    if (runners <= 1)
        return options_.formsPerRound;
    return std::clamp<std::size_t>((forms + runners - 1) / runners, 1, options_.formsPerRound);
}

/// Takes rounds until there is none, the budget is spent, or this one cannot measure any more.
void RoundRunner::measureRounds(std::size_t measurer, Work& work) {
    while (true) {
        std::size_t mine = 0;
        {
            const std::lock_guard lock(work.mutex);
            if (isOver())
                return;
            while (work.next < work.rounds.size() && work.results[work.next])
                ++work.next;
            if (work.next == work.rounds.size())
                return;
            mine = work.next++;
            if (options_.progress)
                options_.progress(*work.what, static_cast<int>(work.done),
                                  static_cast<int>(work.rounds.size()));
        }
        const double before = options_.now();
        auto round = measurers_[measurer](work.rounds[mine], work.repeats);
        const std::lock_guard lock(work.mutex);
        if (!round) {
            work.problem = round.error();
            lost_[measurer] = 1;
            return;
        }
        longest_ = std::max(longest_, options_.now() - before);
        work.results[mine] = std::move(*round);
        ++work.done;
    }
}

/// What has no result yet, to all that can still measure.
void RoundRunner::shareOut(Work& work) {
    work.next = 0;
    std::vector<std::jthread> threads;
    for (std::size_t m = 0; m < measurers_.size(); ++m)
        if (lost_[m] == 0)
            threads.emplace_back([this, m, &work] { measureRounds(m, work); });
}

Expected<void> RoundRunner::run(const std::vector<TuneForm>& bases,
                                const std::vector<TuneForm>& forms, int repeats,
                                const std::string& what, const Take& take) {
    if (forms.empty())
        return {};
    Work work;
    work.repeats = repeats;
    work.what = &what;
    const std::size_t ofOne = formsPerRound(forms.size());
    for (std::size_t i = 0; i < forms.size(); ++i) {
        if (i % ofOne == 0)
            work.rounds.push_back(bases);
        work.rounds.back().push_back(forms[i]);
    }
    work.results.resize(work.rounds.size());
    for (std::size_t left = measurers_.size(); left > 0 && !work.isDone() && !isOver(); --left)
        shareOut(work); // again, where a measurer was lost over a round
    for (std::size_t r = 0; r < work.rounds.size(); ++r)
        if (const auto& round = work.results[r])
            for (std::size_t i = bases.size(); i < round->size(); ++i)
                take(r * ofOne + i - bases.size(), std::span(*round).first(bases.size()),
                     (*round)[i]);
    keep();
    if (work.isDone() || isOver())
        return {};
    return work.problem ? fail(*work.problem)
                        : fail("cannot-tune", "not every round could be measured");
}

} // namespace mw::workbench
