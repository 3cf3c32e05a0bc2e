#pragma once

#include "app/workbench/tune/search.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace mw::workbench {

/// So many threads measure with each runner: on a device the next round is compiled meanwhile; on
/// the CPU that would be measured too.
constexpr std::size_t lanesOf(codegen::Target target) {
    return target == codegen::Target::cpu ? 1 : 2;
}

/// Rounds of a search, within its budget, shared out among those who measure.
class RoundRunner {
public:
    RoundRunner(const std::vector<TuneMeasure>& measurers, const TuneOptions& options,
                const TuneLog& log);

    /// The start alone, which says how long a round takes; by the first runner that is not lost.
    Expected<FormResult> first(const TuneForm& start);
    /// Every form beside all of the bases, some of them in each round. `take` gets what each came
    /// to, in the order of the forms, from this thread; forms that the budget did not reach are
    /// left out.
    using Take = std::function<void(std::size_t form, std::span<const FormResult> bases,
                                    const FormResult& result)>;
    Expected<void> run(const std::vector<TuneForm>& bases, const std::vector<TuneForm>& forms,
                       int repeats, const std::string& what, const Take& take);

    /// The budget is spent, but for what the end of a search takes; or a stop was asked for.
    bool isOver() const;
    /// From now on rounds are run whatever the budget.
    void extend() { extended_ = true; }
    void keep() const;

private:
    using Round = std::vector<FormResult>;
    struct Work;
    void measureRounds(std::size_t measurer, Work& work);
    void shareOut(Work& work);
    double reserve() const;
    std::size_t formsPerRound(std::size_t forms) const;

    const std::vector<TuneMeasure>& measurers_;
    const TuneOptions& options_;
    const TuneLog& log_;
    double began_ = 0, longest_ = 0;
    bool extended_ = false;
    std::vector<char> lost_; ///< measurers that failed, by number
};

} // namespace mw::workbench
