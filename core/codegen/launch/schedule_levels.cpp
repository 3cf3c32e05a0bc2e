// Several levels per thread: one loop over groups of levels in the place of a dimension of the
// grid.
#include "core/codegen/launch/schedule_levels.h"

#include "core/codegen/launch/level_parts.h"
#include "core/codegen/walk.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

namespace {

class LevelSchedule {
public:
    explicit LevelSchedule(const Kernel& kernel)
        : kernel_(kernel), dim_(kernel.dims[kernel.dims.size() - 2]), names_(freshNames(kernel)) {}

    Kernel run() {
        const LevelParts parts = levelParts(kernel_);
        Kernel result = kernel_;
        const std::string run = names_.fresh(dim_.param + "_run");
        Expr levels = kernel_.launch.levelsPerThread;
        LaunchDim& runs = result.dims[result.dims.size() - 2];
        if (kernel_.launch.places > 0) { // the host says both
            levels = parameter(result, "mw_levels");
            runs = {run, 0, parameter(result, "mw_last_run"), 1};
        } else {
            runs = runsOfLevels(kernel_, run, levels);
        }
        result.body = parts.invariant;
        addLoops(result.body, parts, firstOfRun(kernel_, run, levels), levels);
        result.launch.levelsPerThread = result.launch.levelsPerGroup = 1;
        result.launch.places = 0;
        return result;
    }

private:
    Expr parameter(Kernel& kernel, const std::string& wish) {
        kernel.scalars.push_back({names_.fresh(wish), ir::ScalarType::int32, 0});
        return Expr::symbol(kernel.scalars.back().name);
    }
    /// `first`: of the run's levels.
    void addLoops(Statements& body, const LevelParts& parts, const Expr& first, const Expr& ofRun) {
        const std::int64_t levels = kernel_.launch.levelsPerThread;
        const std::int64_t group = std::min<std::int64_t>(kernel_.launch.levelsPerGroup, levels);
        const Expr step = dim_.step;
        const std::string begin = names_.fresh(dim_.param + "_first");
        const std::string end = names_.fresh(dim_.param + "_last");
        body.push_back(declareIndex(kernel_, begin, first));
        const Expr from = Expr::symbol(begin), to = Expr::symbol(end);
        const Expr runEnd = from + step * (ofRun - Expr(1));
        const bool full = hasFullRuns(kernel_);
        body.push_back(declareIndex(kernel_, end, full ? runEnd : symbolic::min(runEnd, dim_.end)));
        body.push_back({levelLoop(kernel_, from, to - step * Expr(group - 1), step * Expr(group),
                                  groupOf(parts, static_cast<int>(group)))});
        if (group == 1 || (full && levels % group == 0))
            return;
        const Expr turns = symbolic::intFloor(to - from + step * Expr(1), step * Expr(group));
        body.push_back(
            {levelLoop(kernel_, from + step * Expr(group) * turns, to, step, groupOf(parts, 1))});
    }

    Statements groupOf(const LevelParts& parts, int levels) {
        Statements body, rest;
        for (int level = 0; level < levels; ++level) {
            const Rewrite at = level == 0 ? Rewrite() : ofLevel(parts, level);
            for (Statement& s : at.applied(parts.loads))
                body.push_back(std::move(s));
            for (Statement& s : at.applied(parts.rest))
                rest.push_back(std::move(s));
        }
        std::move(rest.begin(), rest.end(), std::back_inserter(body));
        return body;
    }
    Rewrite ofLevel(const LevelParts& parts, int level) {
        Rewrite at;
        at.replace(dim_.param, Expr::symbol(dim_.param) + dim_.step * Expr(level));
        for (const Statements* part : {&parts.loads, &parts.rest})
            for (const std::string& name : declaredNames(*part))
                at.rename(name, names_.fresh(fmt::format("{}_{}", name, level)));
        return at;
    }

    const Kernel& kernel_;
    const LaunchDim& dim_;
    Names names_;
};

} // namespace

bool maySchedule(const Kernel& kernel) {
    return !kernel.sequential && kernel.dims.size() >= 2 && isStraight(kernel.body);
}

Kernel scheduled(const Kernel& kernel) {
    if (kernel.launch.levelsPerThread <= 1 || kernel.sequential || kernel.dims.size() < 2)
        return kernel;
    return LevelSchedule(kernel).run();
}

} // namespace mw::codegen
