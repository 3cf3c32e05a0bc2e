// Times from bytes, cache sectors and instructions: a kernel that waits for memory also computes,
// but not all of it beside.
#include "app/workbench/cost.h"

#include "core/codegen/codegen.h"
#include "core/codegen/known_kernel.h"
#include "core/codegen/operations.h"
#include "core/codegen/traffic.h"
#include "core/codegen/waits.h"
#include "core/codegen/walk.h"
#include "core/support/overload.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace mw::workbench {

namespace {

using codegen::Kernel;

double numberOf(const symbolic::Expr& e, const symbolic::Bindings& values) {
    const auto value = symbolic::evaluate(e, values);
    return value ? std::max(0.0, value->asReal()) : 0.0;
}

/// Arrays that are too large for registers lie in memory: written once and read once.
double privateBytes(const Kernel& kernel) {
    constexpr std::int64_t kInRegisters = 32; // elements
    double bytes = 0;
    codegen::walk(
        kernel.body,
        [&](const codegen::Statement& s) {
            if (const auto* array = std::get_if<codegen::DeclareArray>(&s.kind);
                array && array->elements > kInRegisters)
                bytes += 2.0 * static_cast<double>(array->elements) * ir::sizeOf(array->type);
        },
        [](const codegen::Value&) {});
    return bytes;
}

/// Loads that are waited for, as often as there are more threads than places for them. What stands
/// behind branches a thread waits for in each level. What all levels of a thread need before the
/// first one leaves its places idle as long as it takes: of a chain in there all but the first load
/// count as much as kIdle that others go on beside.
double waitsOf(const Kernel& kernel, const DeviceRates& rates,
               const std::optional<codegen::LaunchShape>& shape) {
    constexpr double kThreads = 2048; // of a multiprocessor
    constexpr double kIdle = 7;       // fitted, with DeviceRates::wait
    const auto waits = codegen::waitsOf(kernel);
    double rounds = 1;
    if (shape) {
        double threads = 1;
        for (std::size_t i = 0; i < shape->grid.size(); ++i)
            threads *= static_cast<double>(shape->grid[i]) * shape->block[i];
        rounds = std::max(1.0, threads / (rates.launches.multiprocessors * kThreads));
    }
    return rounds * (std::max(1, kernel.launch.levelsPerThread) * waits.behindBranches +
                     kIdle * std::max(0, waits.shared - 1));
}

} // namespace

PredictedKernel predictKernel(const Kernel& kernel, const symbolic::Bindings& values,
                              const DeviceRates& rates) {
    PredictedKernel k{kernel.name, kernel.map, kernel.structure};
    k.cacheBytes = codegen::modelledTraffic(kernel, values);
    k.bytes = numberOf(kernel.bytesRead, values) + numberOf(kernel.bytesWritten, values);
    if (k.cacheBytes > 0) // of what is read through tables all of the field counts as touched
        k.bytes = std::min(k.bytes, k.cacheBytes);
    k.bytes += privateBytes(kernel) * numberOf(codegen::iterationsOf(kernel), values);
    k.instructions = numberOf(codegen::instructionsOf(kernel), values);
    if (const auto shape = codegen::launchShape(kernel, values))
        k.shape = *shape;
    k.launch = kernel.launch;
    k.waits = waitsOf(kernel, rates, k.shape);
    k.microseconds = rates.launch + k.bytes / rates.memory + k.cacheBytes / rates.cache +
                     k.instructions / rates.instructions + k.waits * rates.wait;
    return k;
}

Limit limitOf(const PredictedKernel& kernel, const DeviceRates& rates) {
    const std::pair<double, Limit> parts[] = {
        {kernel.bytes / rates.memory, Limit::memory},
        {kernel.cacheBytes / rates.cache, Limit::cache},
        {kernel.instructions / rates.instructions, Limit::arithmetic},
        {rates.launch + kernel.waits * rates.wait, Limit::latency}};
    return std::ranges::max_element(parts, {}, &std::pair<double, Limit>::first)->second;
}

namespace {

/// What all predictions of a program are made with.
struct CostInputs {
    symbolic::Bindings values;
    DeviceRates rates;

    bool areThese(const symbolic::Bindings& others, const DeviceRates& device) const {
        const auto isSame = [](const auto& a, const auto& b) {
            return a.first == b.first && a.second.isReal == b.second.isReal &&
                   a.second.i == b.second.i && a.second.d == b.second.d;
        };
        return rates == device && std::ranges::equal(values, others, isSame);
    }
};

/// One object for equal ones, while somebody has it.
std::shared_ptr<const CostInputs> sharedInputs(const symbolic::Bindings& values,
                                               const DeviceRates& rates) {
    static std::mutex mutex;
    static std::vector<std::weak_ptr<const CostInputs>> all;
    const std::lock_guard lock(mutex);
    for (const auto& one : all)
        if (auto inputs = one.lock(); inputs && inputs->areThese(values, rates))
            return inputs;
    std::erase_if(all, [](const auto& one) { return one.expired(); });
    auto inputs = std::make_shared<const CostInputs>(CostInputs{values, rates});
    all.push_back(inputs);
    return inputs;
}

/// What the prediction of a kernel of a memo depends on besides.
struct AskedCost {
    std::shared_ptr<const CostInputs> inputs;
    codegen::LaunchChoice launch;

    bool operator==(const AskedCost&) const = default;
};

/// predictKernel, where the memo knows it without making it again.
PredictedKernel predictionOf(const Kernel& kernel, const std::shared_ptr<const CostInputs>& with) {
    const auto make = [&] { return predictKernel(kernel, with->values, with->rates); };
    if (!kernel.known)
        return make();
    PredictedKernel predicted = kernel.known->answer(AskedCost{with, kernel.launch}, make);
    predicted.name = kernel.name; // these two are the plan's
    predicted.structure = kernel.structure;
    return predicted;
}

class Walk {
public:
    Walk(const codegen::Plan& plan, const symbolic::Bindings& values, const DeviceRates& rates)
        : plan_(plan), values_(values), rates_(rates) {
        const auto inputs = sharedInputs(values, rates);
        for (const Kernel& kernel : plan.kernels)
            result_.kernels.push_back(predictionOf(kernel, inputs));
    }

    Prediction run() {
        steps(plan_.steps);
        return std::move(result_);
    }

private:
    void add(double bytes, double microseconds) {
        result_.bytes += bytes;
        result_.microseconds += microseconds;
    }
    /// Of a branch that the values leave open both sides count.
    void steps(const codegen::Steps& all) {
        for (const codegen::Step& step : all)
            std::visit(Overload{
                           [&](const codegen::Launch& launch) {
                               const auto& k =
                                   result_.kernels[static_cast<std::size_t>(launch.kernel)];
                               add(k.bytes, k.microseconds);
                           },
                           [&](const codegen::CopyBox& copy) { this->copy(copy); },
                           [&](const codegen::HostIf& branch) { this->branch(branch); },
                           [&](const codegen::HostLoop& loop) { steps(loop.body); },
                           [&](const codegen::HostScope& scope) { steps(scope.body); },
                           [](const auto&) {},
                       },
                       step.kind);
    }
    void branch(const codegen::HostIf& branch) {
        const auto condition = symbolic::evaluate(branch.condition, values_);
        if (!condition || condition->asReal() != 0)
            steps(branch.then);
        if (!condition || condition->asReal() == 0)
            steps(branch.otherwise);
    }
    void copy(const codegen::CopyBox& copy) {
        double bytes = 2.0 * ir::sizeOf(copy.type);
        for (const symbolic::Expr& count : copy.counts)
            bytes *= numberOf(count, values_);
        ++result_.copies;
        add(bytes, rates_.launch + bytes / rates_.memory);
    }

    const codegen::Plan& plan_;
    const symbolic::Bindings& values_;
    const DeviceRates& rates_;
    Prediction result_;
};

} // namespace

Expected<Prediction> predict(const ir::Document& document, const symbolic::Bindings& values,
                             const DeviceRates& rates, std::shared_ptr<codegen::KernelMemo> memo,
                             const codegen::Choices& choices) {
    codegen::LowerOptions options;
    options.constants = values;
    options.rawCode = true; // nothing of it is compiled here
    options.titles = false;
    options.memo = std::move(memo);
    MW_TRY(auto plan, codegen::lower(document, options));
    const auto fitting = codegen::fittingChoices(plan, rates.launches, choices);
    MW_CHECK(codegen::chooseLaunches(plan, rates.launches, fitting));
    auto prediction = Walk(plan, values, rates).run();
    for (PredictedKernel& kernel : prediction.kernels)
        kernel.chosen = fitting.contains(kernel.name);
    return prediction;
}

} // namespace mw::workbench
