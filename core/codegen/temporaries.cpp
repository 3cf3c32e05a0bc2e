// How long temporaries live.
#include "core/codegen/temporaries.h"

#include <algorithm>
#include <vector>

namespace mw::codegen {

namespace {

/// Steps in program order, depth first; inner loops come first.
void numberSteps(const Steps& steps, int& next, std::vector<Lifespan>& loops) {
    for (const Step& step : steps) {
        const int first = next++;
        if (const auto* branch = std::get_if<HostIf>(&step.kind)) {
            numberSteps(branch->then, next, loops);
            numberSteps(branch->otherwise, next, loops);
        } else if (const auto* loop = std::get_if<HostLoop>(&step.kind)) {
            numberSteps(loop->init, next, loops);
            numberSteps(loop->body, next, loops);
            numberSteps(loop->update, next, loops);
            loops.push_back({first, next - 1});
        } else if (const auto* scope = std::get_if<HostScope>(&step.kind)) {
            numberSteps(scope->body, next, loops);
        }
    }
}

} // namespace

std::map<std::string, Lifespan, std::less<>> livesOfTemporaries(const Plan& plan) {
    std::vector<Lifespan> loops;
    int steps = 0;
    numberSteps(plan.steps, steps, loops);
    std::map<std::string, Lifespan, std::less<>> lives;
    for (const PlanArray& array : plan.arrays) {
        if (array.argument)
            continue;
        Lifespan life{array.firstUse, array.lastUse};
        for (const Lifespan& loop : loops)
            if (life.first <= loop.last && loop.first <= life.last)
                life = {std::min(life.first, loop.first), std::max(life.last, loop.last)};
        lives.emplace(array.name, life);
    }
    return lives;
}

} // namespace mw::codegen
