// What is worth trying of a kernel: around the best that is known.
#include "app/workbench/tune/subjects.h"

#include "app/workbench/tune/candidates.h"
#include "core/support/hash.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::workbench {

namespace {

using codegen::KernelChoice;

/// Forms that are so near to the best of a kernel are worth a look around.
constexpr double kNearBest = 1.05;

using Ranked = std::vector<std::pair<double, KernelChoice>>;

/// What was tried and measured, fastest first; of equals the first.
template <class Wanted>
Ranked ranked(const Subject& one, const TuneLog& log, const Wanted& wanted) {
    Ranked list;
    for (const KernelChoice& choice : one.tried)
        if (const auto* trial = log.find(one.key, formOf(choice)); trial && wanted(*trial))
            list.emplace_back(trial->ratio, choice);
    std::ranges::stable_sort(list, {}, &Ranked::value_type::first);
    return list;
}

} // namespace

std::string kernelKey(const codegen::Plan& plan, const codegen::Kernel& kernel,
                      const TuneOptions& options) {
    codegen::Plan alone;
    alone.program = plan.program;
    alone.kernels = {kernel};
    const auto text = codegen::print(alone, options.target).text;
    std::string launch;
    for (const int n : kernel.launch.block)
        launch += fmt::format("{} ", n);
    return toHex(fnv1a64(text + "|" + launch + "|" + options.machine));
}

std::string formOf(const KernelChoice& choice) {
    return toJson(choice);
}

std::vector<KernelChoice> bestOf(const Subject& one, const TuneLog& log) {
    std::vector<KernelChoice> best;
    for (auto& [ratio, choice] : ranked(one, log, [](const Trial& t) { return t.isFaster(); }))
        best.push_back(std::move(choice));
    return best;
}

std::vector<KernelChoice> neighboursOf(const Subject& one, const TuneLog& log,
                                       const TuneOptions& options) {
    const auto fastest = ranked(
        one, log, [](const Trial& trial) { return trial.outcome == Trial::Outcome::measured; });
    std::vector<KernelChoice> next;
    for (std::size_t most = 1; next.empty() && most <= options.widest; most *= 2) {
        for (std::size_t i = 0; i < std::min(most, fastest.size()); ++i)
            if (fastest[i].first <= kNearBest * fastest.front().first)
                std::ranges::copy(neighbours(*one.kernel, options.target, fastest[i].second),
                                  std::back_inserter(next));
        next = distinct(*one.kernel, options.target, next, one.tried);
    }
    return next;
}

} // namespace mw::workbench
