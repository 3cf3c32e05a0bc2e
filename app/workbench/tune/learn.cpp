// Choices of kernels that are alike, from the log of earlier searches.
#include "app/workbench/tune/learn.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mw::workbench {

namespace {

constexpr std::size_t kKernels = 3, kChoicesOfEach = 2;
/// Beyond it two kernels have nothing to say to each other: another form weighs as much.
constexpr double kFarthest = 4;

double distance(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = a.size() == b.size() ? 0 : kFarthest + 1;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        sum += std::abs(a[i] - b[i]);
    return sum;
}

/// A choice as a log has it; what somebody wrote by hand is no choice to try.
std::optional<codegen::KernelChoice> choiceOf(const std::string& form) {
    const auto choices =
        codegen::choicesFromJson(fmt::format(R"({{"version":1,"kernels":{{"k":{}}}}})", form));
    if (!choices)
        return std::nullopt;
    codegen::KernelChoice choice = choices->at("k");
    choice.hand.clear();
    return choice;
}

std::vector<codegen::KernelChoice> bestLogged(const TuneLog& log, const std::string& subject) {
    std::vector<const Trial*> faster;
    for (const Trial& trial : log.trials())
        if (trial.subject == subject && trial.isFaster())
            faster.push_back(&trial);
    std::ranges::stable_sort(faster, {}, &Trial::ratio);
    std::vector<codegen::KernelChoice> best;
    for (const Trial* trial : faster)
        if (const auto choice = choiceOf(trial->form); choice && best.size() < kChoicesOfEach)
            best.push_back(*choice);
    return best;
}

} // namespace

std::vector<double> factsOf(const codegen::Kernel& kernel) {
    constexpr double kForm = kFarthest; // kinds of kernels are never alike
    const auto& facts = kernel.facts;
    const auto size = [](double n) { return std::log2(1 + n); };
    return {facts.oneThread ? kForm : 0,     kForm * facts.rank,
            facts.maySchedule ? kForm : 0,   facts.prefetchableLoads > 0 ? kForm : 0,
            facts.loadsInBranches ? 1.0 : 0, size(facts.prefetchableLoads),
            4 * facts.sharedAccesses,        size(facts.levelWords),
            size(facts.sharedWords),         size(facts.extentX.value_or(0)) / 2,
            size(facts.extentY.value_or(0))};
}

std::vector<codegen::KernelChoice> learned(const TuneLog& log, const std::string& device,
                                           const std::set<std::string>& own,
                                           const std::vector<double>& facts) {
    std::vector<std::pair<double, std::string>> near;
    for (const Trial& trial : log.trials())
        if (!trial.facts.empty() && trial.device == device && !own.contains(trial.subject))
            if (const double d = distance(trial.facts, facts); d < kFarthest)
                near.emplace_back(d, trial.subject);
    std::ranges::stable_sort(near, {}, &std::pair<double, std::string>::first);
    std::vector<codegen::KernelChoice> choices;
    for (std::size_t i = 0; i < std::min(near.size(), kKernels); ++i)
        for (const auto& choice : bestLogged(log, near[i].second))
            choices.push_back(choice);
    return choices;
}

} // namespace mw::workbench
