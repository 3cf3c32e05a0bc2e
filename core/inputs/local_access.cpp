// One iteration of a map with the numbers of a scenario.
#include "core/inputs/local_access.h"

#include "core/inputs/access_evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

namespace mw::inputs {

namespace {

using analysis::IndexElement;
using analysis::MapAccess;
using analysis::MapAccesses;
using symbolic::Expr;
using Value = IndexFormula::Value;

constexpr std::int64_t kMostVisits = 65536; ///< of an access inside of one iteration

/// One access in the iteration of a view.
class Look {
public:
    Look(const LocalView& view, AccessEvaluation& evaluation, const MapAccess& access)
        : view_(view), evaluation_(evaluation), access_(access) {}

    void into(LocalAccess& found, const std::vector<std::string>& parameters) {
        evaluation_.set(view_.iteration);
        elements(found);
        found.sizes = evaluation_.sizes();
        if (found.state == AccessState::unknown)
            return;
        for (std::size_t p = 0; p < view_.iteration.size(); ++p)
            found.steps.push_back(step(p, parameters[p]));
        const int bytes = ir::sizeOf(access_.data->dtype.scalar);
        if (!access_.isPrivate && bytes > 0)
            found.warp = warp(bytes);
    }
    /// How many elements lie between the one of this iteration and of the next along a parameter.
    Value distance(std::size_t parameter) {
        const auto& reach = view_.reach[parameter];
        if (!reach)
            return std::nullopt;
        Iteration next = view_.iteration;
        const bool forward = next[parameter] + reach->step <= reach->end;
        next[parameter] += forward ? reach->step : -reach->step;
        const Value here = first(view_.iteration);
        const Value there = first(next);
        if (!here || !there || next[parameter] < reach->begin)
            return std::nullopt;
        return forward ? *there - *here : *here - *there;
    }

private:
    void elements(LocalAccess& found) {
        bool touched = false;
        bool any = false;
        AccessState least = AccessState::touched;
        std::int64_t visits = 0;
        const bool all = evaluation_.forEachInner(false, [&] {
            any = true;
            if (++visits > kMostVisits)
                return false;
            const AccessState state = evaluation_.happens(&found.reason);
            if (state == AccessState::skipped)
                return true;
            touched = true;
            least = std::max(least, state);
            evaluation_.entries(found.entries);
            return evaluation_.elements(found.elements);
        });
        found.complete = all;
        found.state = any && !touched ? AccessState::skipped : least;
        if (!all && found.elements.empty() &&
            std::ranges::all_of(found.entries,
                                [](const auto& entry) { return entry.value.has_value(); })) {
            found.state = AccessState::unknown;
            found.reason.clear();
        } else if (found.state == AccessState::touched) {
            found.reason.clear();
        }
    }

    MemoryStep step(std::size_t parameter, const std::string& name) {
        MemoryStep step;
        step.throughTable = evaluation_.throughTable(name);
        if (!step.throughTable)
            step.elements = distance(parameter);
        return step;
    }

    /// The place of the first element that an iteration touches.
    Value first(const Iteration& iteration) {
        Value position;
        evaluation_.set(iteration);
        evaluation_.forEachInner(true, [&] {
            position = evaluation_.position();
            return true;
        });
        evaluation_.set(view_.iteration);
        return position;
    }

    WarpCost warp(int bytes) {
        WarpCost cost;
        const auto& reach = view_.reach[view_.warpParameter];
        Iteration lane = view_.iteration;
        std::set<std::int64_t> sectors;
        std::set<std::int64_t> distinct;
        for (std::int64_t l = 0; l < kWarpLanes; ++l) {
            Value position;
            lane[view_.warpParameter] =
                view_.iteration[view_.warpParameter] + (l - view_.lane) * (reach ? reach->step : 1);
            evaluation_.set(lane);
            if (reach && reach->contains(lane[view_.warpParameter]))
                evaluation_.forEachInner(true, [&] {
                    if (evaluation_.happens() != AccessState::skipped)
                        position = evaluation_.position();
                    return true;
                });
            cost.positions.push_back(position);
            if (!position)
                continue;
            distinct.insert(*position);
            for (std::int64_t byte = *position * bytes; byte < (*position + 1) * bytes;
                 byte = (byte / kSectorBytes + 1) * kSectorBytes)
                sectors.insert(byte / kSectorBytes);
        }
        evaluation_.set(view_.iteration);
        cost.sectors = static_cast<std::int64_t>(sectors.size());
        cost.ideal =
            (static_cast<std::int64_t>(distinct.size()) * bytes + kSectorBytes - 1) / kSectorBytes;
        return cost;
    }

    const LocalView& view_;
    AccessEvaluation& evaluation_;
    const MapAccess& access_;
};

/// The range of a parameter with the values of those before it.
std::optional<ParameterReach> reachOf(const MapAccesses& map, std::size_t parameter,
                                      const Iteration& iteration, const symbolic::Bindings& symbols,
                                      const HostArrays& arrays) {
    const auto what = map.names.find(map.parameters[parameter]);
    const auto* range =
        what == map.names.end() ? nullptr : std::get_if<analysis::IndexParameter>(&what->second);
    if (!range)
        return std::nullopt;
    IndexFormula formula(map.names, symbols, arrays);
    const int begin = formula.compile(range->range.begin);
    const int end = formula.compile(range->range.end);
    const int step = formula.compile(range->range.step);
    for (std::size_t p = 0; p < parameter && p < iteration.size(); ++p)
        if (auto* slot = formula.slot(map.parameters[p]))
            slot->value = iteration[p];
    const Value first = formula.evaluate(begin);
    const Value last = formula.evaluate(end);
    const Value by = formula.evaluate(step);
    if (!first || !last || !by || *by <= 0 || !isNear(*first) || !isNear(*last) || !isNear(*by))
        return std::nullopt;
    return ParameterReach{*first, *last, *by};
}

} // namespace

// ---- tables

IndexTables::IndexTables(Scenario scenario, std::filesystem::path base)
    : scenario_(std::move(scenario)), base_(std::move(base)),
      read_(std::make_shared<HostArrays>()) {}

Expected<std::shared_ptr<const HostArrays>>
IndexTables::forAccesses(const analysis::MapAccesses& accesses) {
    std::set<std::string> needed;
    std::set<std::string> seen;
    const auto need = [&](const std::string&, const analysis::IndexName* what) {
        if (const auto* element = what ? std::get_if<IndexElement>(what) : nullptr)
            needed.insert(element->argument);
    };
    for (const MapAccess& access : accesses.accesses) {
        for (const auto& dim : access.dims)
            for (const Expr* e : {&dim.low, &dim.high, &dim.size, &dim.stride})
                forEachName(accesses.names, *e, seen, need);
        for (const Expr& condition : access.conditions)
            forEachName(accesses.names, condition, seen, need);
        for (const std::string& name : access.inner)
            forEachName(accesses.names, Expr::symbol(name), seen, need);
    }
    for (const std::string& name : accesses.parameters)
        forEachName(accesses.names, Expr::symbol(name), seen, need);
    const std::lock_guard lock(mutex_);
    std::shared_ptr<HostArrays> more;
    for (const std::string& name : needed) {
        const auto input = scenario_.arrays.find(name);
        if (input == scenario_.arrays.end() || read_->contains(name))
            continue;
        MW_TRY(HostArray array, makeArray(name, input->second, scenario_.grid, base_));
        if (!more)
            more = std::make_shared<HostArrays>();
        more->emplace(name, std::move(array));
    }
    if (more) {
        // Who still looks at the others keeps them.
        for (const auto& [name, array] : *read_)
            more->emplace(name, array);
        read_ = std::move(more);
    }
    return read_;
}

// ---- iterations

LocalAccesses::LocalAccesses(analysis::MapAccesses accesses, symbolic::Bindings symbols,
                             std::shared_ptr<const HostArrays> arrays)
    : accesses_(std::move(accesses)), symbols_(std::move(symbols)), spelling_(accesses_, symbols_),
      arrays_(std::move(arrays)) {}

std::vector<std::string> LocalAccesses::parameterNames() const {
    std::vector<std::string> names;
    for (const std::string& name : accesses_.parameters)
        names.push_back(spelling_.parameter(name));
    return names;
}

std::vector<std::optional<ParameterReach>> LocalAccesses::reach(const Iteration& iteration) const {
    std::vector<std::optional<ParameterReach>> found;
    for (std::size_t p = 0; p < accesses_.parameters.size(); ++p)
        found.push_back(reachOf(accesses_, p, iteration, symbols_, *arrays_));
    return found;
}

Iteration LocalAccesses::middle() const {
    return nearest({});
}

Iteration LocalAccesses::nearest(const Iteration& wanted) const {
    Iteration iteration;
    for (std::size_t p = 0; p < accesses_.parameters.size(); ++p) {
        const auto reach = reachOf(accesses_, p, iteration, symbols_, *arrays_);
        const std::int64_t last =
            reach && reach->end > reach->begin ? (reach->end - reach->begin) / reach->step : 0;
        const std::int64_t step =
            !reach ? 0
            : p < wanted.size()
                ? (std::clamp(wanted[p], reach->begin, std::max(reach->begin, reach->end)) -
                   reach->begin) /
                      reach->step
                : last / 2;
        iteration.push_back(reach               ? reach->begin + step * reach->step
                            : p < wanted.size() ? wanted[p]
                                                : 0);
    }
    return iteration;
}

std::size_t LocalAccesses::fastestParameter() const {
    const std::size_t count = accesses_.parameters.size();
    LocalView view;
    view.iteration = middle();
    view.reach = reach(view.iteration);
    std::vector<int> votes(count, 0);
    for (const MapAccess& access : accesses_.accesses) {
        if (access.isPrivate)
            continue;
        AccessEvaluation evaluation(accesses_, access, spelling_, symbols_, *arrays_);
        Look look(view, evaluation, access);
        for (std::size_t p = count - accesses_.own; p < count; ++p)
            if (!evaluation.throughTable(accesses_.parameters[p]) && look.distance(p) == 1)
                ++votes[p];
    }
    std::size_t best = count == 0 ? 0 : count - 1;
    for (std::size_t p = count; p-- > count - accesses_.own;)
        if (votes[p] > votes[best])
            best = p;
    return best;
}

std::size_t LocalAccesses::laneParameter(const std::optional<std::string>& name) const {
    const auto& parameters = accesses_.parameters;
    for (std::size_t p = parameters.size() - accesses_.own; name && p < parameters.size(); ++p)
        if (analysis::readableIndex(Expr::symbol(parameters[p])) == *name)
            return p;
    return fastestParameter();
}

Expected<LocalView> LocalAccesses::at(const Iteration& iteration, std::size_t warpParameter) const {
    LocalView view;
    view.iteration = iteration;
    view.reach = reach(iteration);
    view.warpParameter = warpParameter;
    const auto names = parameterNames();
    for (std::size_t p = 0; p < names.size(); ++p)
        if (const auto& range = view.reach[p]; range && !range->contains(iteration[p]))
            return fail(
                "no-iteration",
                range->end < range->begin
                    ? fmt::format("'{}' has no iterations here", names[p])
                    : fmt::format("'{}' goes from {} to {}{}, and {} is none of that", names[p],
                                  range->begin, range->end,
                                  range->step == 1 ? "" : fmt::format(" by {}", range->step),
                                  iteration[p]));
    if (warpParameter < names.size())
        if (const auto& range = view.reach[warpParameter]) {
            view.lane = (iteration[warpParameter] - range->begin) / range->step % kWarpLanes;
            view.warpFirst = iteration[warpParameter] - view.lane * range->step;
            view.warpLast =
                std::min(view.warpFirst + (kWarpLanes - 1) * range->step,
                         range->begin + (range->end - range->begin) / range->step * range->step);
        }
    for (std::size_t i = 0; i < accesses_.accesses.size(); ++i) {
        const MapAccess& access = accesses_.accesses[i];
        AccessEvaluation evaluation(accesses_, access, spelling_, symbols_, *arrays_);
        LocalAccess found;
        found.access = i;
        Look(view, evaluation, access).into(found, accesses_.parameters);
        if (found.state == AccessState::unknown)
            found.reason = evaluation.unknownReason(symbols_, *arrays_);
        view.accesses.push_back(std::move(found));
    }
    return view;
}

// ---- for who shows them

std::vector<std::string> indexTexts(const IndexSpelling& spelling, const MapAccess& access) {
    std::vector<std::string> texts;
    for (const auto& dim : access.dims) {
        const bool known = dim.low.op() != symbolic::Op::undefined;
        texts.push_back(!known ? "?"
                        : dim.low == dim.high
                            ? spelling.text(dim.low)
                            : spelling.text(dim.low) + ":" + spelling.text(dim.high + 1));
    }
    return texts;
}

std::vector<std::string> indexTexts(const LocalAccesses& map, const MapAccess& access) {
    return indexTexts(map.spelling(), access);
}

std::vector<std::optional<ParameterOffset>> parameterOffsets(const LocalAccesses& map,
                                                             const MapAccess& access) {
    const auto& parameters = map.map().parameters;
    std::vector<std::optional<ParameterOffset>> offsets;
    for (const auto& dim : access.dims) {
        offsets.emplace_back();
        for (std::size_t p = 0; p < parameters.size(); ++p)
            if (const auto distance =
                    symbolic::expand(map.spelling().valued(dim.low) - Expr::symbol(parameters[p]))
                        .asInteger();
                distance && dim.low == dim.high)
                offsets.back() = ParameterOffset{p, *distance};
    }
    return offsets;
}

std::vector<ContainerAccesses> byContainer(const LocalAccesses& map, const LocalView& view,
                                           const std::vector<ElementId>& only) {
    std::vector<ContainerAccesses> found;
    for (const LocalAccess& local : view.accesses) {
        const MapAccess& access = map.map().accesses[local.access];
        const auto wanted = [&](ElementId element) {
            return std::ranges::find(only, element) != only.end();
        };
        if (!only.empty() && std::ranges::none_of(access.elements, wanted))
            continue;
        auto here = std::ranges::find_if(found, [&](const ContainerAccesses& container) {
            return container.data == access.data && container.name == access.container;
        });
        if (here == found.end())
            here = found.insert(found.end(),
                                {access.container, access.data, local.sizes, access.isPrivate, {}});
        here->accesses.push_back(&local);
    }
    return found;
}

} // namespace mw::inputs
