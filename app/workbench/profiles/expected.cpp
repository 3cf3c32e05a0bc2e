// The launches of a call, from the program's plan.
#include "app/workbench/profiles/expected.h"

#include "core/codegen/codegen.h"
#include "core/support/overload.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace mw::workbench {

namespace {

using codegen::Kernel;
using codegen::Target;

/// More launches than any stencil has: a loop that does not end with these values.
constexpr std::size_t kMostLaunches = 2000;

/// Walks the plan as the host would, as far as symbols alone decide.
class Launches {
public:
    Launches(const codegen::Plan& plan, symbolic::Bindings values)
        : plan_(plan), values_(std::move(values)) {
        steps(plan_.steps);
    }
    const std::vector<int>& kernels() const { return kernels_; }
    const std::string& open() const { return open_; }

private:
    using Kind = codegen::HostJump::Kind;

    void steps(const codegen::Steps& all) {
        for (const codegen::Step& step : all) {
            if (jump_ || !open_.empty())
                return;
            std::visit(Overload{
                           [&](const codegen::Launch& launch) { this->launch(launch); },
                           [&](const codegen::AssignSymbol& symbol) { assign(symbol); },
                           [&](const codegen::HostIf& branch) { this->branch(branch); },
                           [&](const codegen::HostLoop& loop) { this->loop(loop); },
                           [&](const codegen::HostJump& jump) { jump_ = jump.kind; },
                           [&](const codegen::HostScope& scope) { this->scope(scope); },
                           [](const auto&) {},
                       },
                       step.kind);
        }
    }
    void launch(const codegen::Launch& launch) {
        kernels_.push_back(launch.kernel);
        if (kernels_.size() > kMostLaunches)
            open_ = fmt::format("a call has more than {} launches", kMostLaunches);
    }
    void assign(const codegen::AssignSymbol& symbol) {
        if (const auto value = symbolic::evaluate(symbol.value, values_))
            values_.insert_or_assign(symbol.name, *value);
        else
            values_.erase(symbol.name);
    }
    bool isTrue(const symbolic::Expr& condition) {
        const auto value = symbolic::evaluate(condition, values_);
        if (!value)
            open_ = fmt::format("whether '{}' holds is known while it runs alone",
                                symbolic::print(condition));
        return value && value->truthy();
    }
    void branch(const codegen::HostIf& branch) {
        const bool holds = isTrue(branch.condition);
        if (open_.empty())
            steps(holds ? branch.then : branch.otherwise);
    }
    void loop(const codegen::HostLoop& loop) {
        steps(loop.init);
        for (std::size_t turn = 0; open_.empty() && !jump_; ++turn) {
            if (turn > kMostLaunches)
                open_ = "a loop on the host has too many turns";
            if ((turn > 0 || !loop.checkAfterBody) && !isTrue(loop.condition))
                break;
            steps(loop.body);
            if (jump_ == Kind::nextTurn)
                jump_.reset();
            steps(loop.update);
        }
        if (jump_ == Kind::leaveLoop)
            jump_.reset();
    }
    void scope(const codegen::HostScope& scope) {
        steps(scope.body);
        if (jump_ == Kind::leaveScope)
            jump_.reset();
    }

    const codegen::Plan& plan_;
    symbolic::Bindings values_;
    std::vector<int> kernels_;
    std::optional<Kind> jump_;
    std::string open_;
};

Expected<std::array<std::int64_t, 3>> extentsOf(const Kernel& kernel,
                                                const symbolic::Bindings& values) {
    std::array<std::int64_t, 3> extents{1, 1, 1};
    if (kernel.sequential)
        return extents;
    for (std::size_t i = 0; i < kernel.dims.size(); ++i) {
        const auto& dim = kernel.dims[kernel.dims.size() - 1 - i];
        MW_TRY(const auto begin, evaluateInteger(dim.begin, values));
        MW_TRY(const auto end, evaluateInteger(dim.end, values));
        MW_TRY(const auto step, evaluateInteger(dim.step, values));
        extents.at(std::min<std::size_t>(i, 2)) *=
            step > 0 && end >= begin ? (end - begin) / step + 1 : 0;
    }
    return extents;
}

bool isEmpty(const std::array<std::int64_t, 3>& extents) {
    return std::ranges::any_of(extents, [](std::int64_t n) { return n <= 0; });
}

/// One of them writes what the other touches.
bool touchTheSame(const Kernel& a, const Kernel& b) {
    return std::ranges::any_of(a.buffers, [&](const codegen::BufferParam& one) {
        return std::ranges::any_of(b.buffers, [&](const codegen::BufferParam& other) {
            return one.array == other.array && (one.written || other.written);
        });
    });
}

std::vector<std::vector<bool>> orderOf(const std::vector<const Kernel*>& launches) {
    const std::size_t n = launches.size();
    std::vector<std::vector<bool>> before(n, std::vector<bool>(n, false));
    for (std::size_t j = 0; j < n; ++j)
        for (std::size_t i = j; i-- > 0;) {
            if (before[i][j] || !touchTheSame(*launches[i], *launches[j]))
                continue;
            before[i][j] = true;
            for (std::size_t h = 0; h < i; ++h)
                if (before[h][i])
                    before[h][j] = true;
        }
    return before;
}

std::vector<std::vector<int>> levelsOf(codegen::Plan& plan) {
    std::vector<std::set<int>> levels(plan.kernels.size(), {1});
    for (const Target target : {Target::cuda, Target::hip})
        if (codegen::chooseLaunches(plan, codegen::launchDevice(target)))
            for (std::size_t i = 0; i < plan.kernels.size(); ++i)
                levels[i].insert(std::max(1, plan.kernels[i].launch.levelsPerThread));
    std::vector<std::vector<int>> all;
    for (const auto& some : levels)
        all.emplace_back(some.begin(), some.end());
    return all;
}

using Extents = std::array<std::int64_t, 3>;

std::int64_t blocksFor(std::int64_t iterations, std::int64_t threads) {
    return (iterations + threads - 1) / threads;
}

bool fitsDimensions(const Extents& extents, const LaunchGrid& grid) {
    for (std::size_t i = 0; i < 3; ++i)
        if (blocksFor(extents.at(i), grid.threads.at(i)) != grid.blocks.at(i))
            return false;
    return true;
}

/// Some shape of the block has as many threads in all.
bool fitsFlat(const Extents& extents, const LaunchGrid& grid) {
    const std::int64_t threads = grid.threads[0];
    for (std::int64_t x = 1; x <= threads; ++x)
        for (std::int64_t y = 1; threads % x == 0 && y <= threads / x; ++y)
            if (threads / x % y == 0 && blocksFor(extents[0], x) * blocksFor(extents[1], y) *
                                                blocksFor(extents[2], threads / x / y) ==
                                            grid.blocks[0])
                return true;
    return false;
}

} // namespace

Expected<ExpectedCall> expectedCall(const ir::Document& document,
                                    const symbolic::Bindings& values) {
    codegen::LowerOptions options;
    options.constants = values;
    options.rawCode = true; // nothing of it is compiled here
    options.titles = false;
    MW_TRY(auto plan, codegen::lower(document, options));
    const auto levels = levelsOf(plan);
    const Launches walk(plan, values);
    ExpectedCall call;
    call.program = plan.program;
    call.openOrder = walk.open();
    std::vector<std::optional<std::size_t>> kept(plan.kernels.size());
    for (std::size_t i = 0; i < plan.kernels.size(); ++i) {
        const Kernel& kernel = plan.kernels[i];
        MW_TRY(const auto extents, extentsOf(kernel, values));
        if (isEmpty(extents))
            continue;
        kept[i] = call.kernels.size();
        call.kernels.push_back({kernel.name, kernel.label, extents, levels[i], 0});
    }
    std::vector<const Kernel*> launched;
    for (const int index : walk.kernels())
        if (const auto at = kept[static_cast<std::size_t>(index)]) {
            call.launches.push_back(*at);
            launched.push_back(&plan.kernels[static_cast<std::size_t>(index)]);
            ++call.kernels[*at].launches;
        }
    call.before = orderOf(launched);
    return call;
}

bool fits(const ExpectedKernel& kernel, const LaunchGrid& grid) {
    return std::ranges::any_of(kernel.levels, [&](int levels) {
        Extents extents = kernel.extents;
        extents[1] = blocksFor(extents[1], levels);
        if (grid.flat)
            return fitsFlat(extents, grid);
        std::ranges::sort(extents);
        do
            if (fitsDimensions(extents, grid))
                return true;
        while (std::ranges::next_permutation(extents).found);
        return false;
    });
}

} // namespace mw::workbench
