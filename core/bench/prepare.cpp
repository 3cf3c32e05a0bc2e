// What comes before a measurement: lowering, the device's name, the date.
#include "core/bench/prepare.h"

#include "core/analysis/raw_code.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace mw::bench {

namespace {

Expected<codegen::Plan> planOf(const ir::Document& document, const symbolic::Bindings& constants,
                               const BenchOptions& bench) {
    codegen::LowerOptions options;
    options.rawCode = bench.rawCode || bench.consent;
    options.memo = bench.memo;
    options.without = bench.without;
    options.constants = constants;
    return codegen::lower(document, options);
}

Diagnostic note(Severity severity, const char* code, std::string sentence) {
    Diagnostic made;
    made.severity = severity;
    made.code = code;
    made.sentence = std::move(sentence);
    return made;
}

std::vector<std::string> byHandFor(codegen::Target target, codegen::Choices choices) {
    std::erase_if(choices, [&](const auto& one) {
        return !one.second.hand || one.second.hand->target != target;
    });
    return codegen::kernelsByHand(choices);
}

/// A program with those choices that it can have, as far as they are for this target's kernels.
struct Fitted {
    codegen::Plan plan;
    codegen::Choices choices;
    std::vector<std::string> byHand;
};

Expected<Fitted> fitted(const ir::Document& document, const symbolic::Bindings& constants,
                        const BenchOptions& bench, const codegen::Choices& choices) {
    Fitted made;
    MW_TRY(made.plan, planOf(document, constants, bench));
    made.choices = codegen::fittingChoices(made.plan, codegen::launchDevice(bench.target), choices);
    made.byHand = byHandFor(bench.target, made.choices);
    return made;
}

/// With the values of the scenario compiled in, unless more of the kernels that are written by hand
/// are for the program without them.
Expected<Fitted> fitted(const ir::Document& document, const inputs::Scenario& scenario,
                        const BenchOptions& bench, const codegen::Choices& choices) {
    MW_TRY(auto made, fitted(document, bench.specialise ? scenario.symbols : symbolic::Bindings{},
                             bench, choices));
    const auto wanted = byHandFor(bench.target, choices);
    if (!bench.specialise || made.byHand.size() == wanted.size())
        return made;
    auto open = fitted(document, symbolic::Bindings{}, bench, choices);
    if (!open || open->byHand.size() <= made.byHand.size())
        return made; // some programs cannot be lowered without their values
    open->plan.notes.push_back(
        note(Severity::hint, kSymbolsStayOpen,
             fmt::format(
                 "its symbols stay arguments, since the kernel '{}' was written by hand for that",
                 open->byHand.front())));
    return open;
}

} // namespace

Expected<codegen::Plan> lowered(const ir::Document& document, const inputs::Scenario& scenario,
                                const BenchOptions& bench, const codegen::Choices& choices) {
    MW_TRY(auto made, fitted(document, scenario, bench, choices));
    // All of them: what does not fit is an error.
    MW_CHECK(codegen::chooseLaunches(made.plan, codegen::launchDevice(bench.target), choices));
    return std::move(made.plan);
}

Expected<codegen::Plan> lowered(BenchInput& input, const inputs::Scenario& scenario,
                                const BenchOptions& options) {
    if (!input.fitChoices)
        return lowered(*input.document, scenario, options, input.choices);
    MW_TRY(auto made, fitted(*input.document, scenario, options, input.choices));
    for (const std::string& name : byHandFor(options.target, input.choices))
        if (std::ranges::find(made.byHand, name) == made.byHand.end())
            made.plan.notes.push_back(note(
                Severity::warning, kHandTextLeftOut,
                fmt::format("the kernel '{}' runs as it is generated: what was written by hand "
                            "for it is for another graph or launch",
                            name)));
    input.choices = std::move(made.choices);
    MW_CHECK(
        codegen::chooseLaunches(made.plan, codegen::launchDevice(options.target), input.choices));
    return std::move(made.plan);
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

Expected<void> askConsent(const BenchOptions& options,
                          const std::vector<exec::CompiledCode>& ownCode) {
    if (options.rawCode || ownCode.empty())
        return {};
    if (!options.consent)
        return Unexpected(analysis::untrustedCode(ownCode.front().raw));
    return options.consent(ownCode);
}

std::string today() {
    return fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::localtime(std::time(nullptr)));
}

Unexpected withName(const std::string& variant, Diagnostic diagnostic) {
    diagnostic.sentence = fmt::format("{}: {}", variant, diagnostic.sentence);
    return Unexpected(std::move(diagnostic));
}

} // namespace mw::bench
