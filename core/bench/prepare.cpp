// What comes before a measurement: lowering, the device's name, the date.
#include "core/bench/prepare.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

namespace mw::bench {

Expected<codegen::Plan> lowered(const ir::Document& document, const inputs::Scenario& scenario,
                                const BenchOptions& bench, const codegen::Choices& choices) {
    codegen::LowerOptions options;
    options.rawCode = bench.rawCode || bench.consent;
    options.memo = bench.memo;
    options.without = bench.without;
    if (bench.specialise)
        options.constants = scenario.symbols;
    MW_TRY(codegen::Plan plan, codegen::lower(document, options));
    MW_CHECK(codegen::chooseLaunches(plan, codegen::launchDevice(bench.target), choices));
    return plan;
}

Expected<codegen::Plan> lowered(BenchInput& input, const inputs::Scenario& scenario,
                                const BenchOptions& options) {
    if (!input.fitChoices)
        return lowered(*input.document, scenario, options, input.choices);
    MW_TRY(codegen::Plan plan, lowered(*input.document, scenario, options));
    const auto device = codegen::launchDevice(options.target);
    input.choices = codegen::fittingChoices(plan, device, input.choices);
    MW_CHECK(codegen::chooseLaunches(plan, device, input.choices));
    return plan;
}

inputs::HostArrays argumentsOf(const codegen::Plan& plan, const inputs::HostArrays& all) {
    inputs::HostArrays arrays;
    for (const codegen::PlanArray& array : plan.arrays)
        if (const auto found = all.find(array.name); array.argument && found != all.end())
            arrays.emplace(array.name, found->second);
    return arrays;
}

Expected<exec::DeviceInfo> describeDevice(exec::Session& session, codegen::Target target) {
    MW_TRY(auto devices, session.devices());
    exec::DeviceInfo found;
    for (exec::DeviceInfo& device : devices) {
        if (device.target != target)
            continue;
        if (!device.canRun)
            return fail("no-device", device.missing);
        device.name = fmt::format("{} ({})", device.name, device.architecture);
        found = std::move(device);
    }
    return found;
}

std::string today() {
    return fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::localtime(std::time(nullptr)));
}

Unexpected withName(const std::string& variant, Diagnostic diagnostic) {
    diagnostic.sentence = fmt::format("{}: {}", variant, diagnostic.sentence);
    return Unexpected(std::move(diagnostic));
}

} // namespace mw::bench
