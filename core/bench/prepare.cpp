// What comes before a measurement: lowering, the device's name, the date.
#include "core/bench/prepare.h"

#include "core/analysis/raw_code.h"
#include "core/codegen/forms/forms.h"
#include "core/codegen/magnitudes.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace mw::bench {

namespace {

codegen::LowerOptions loweringOf(const BenchOptions& bench, const symbolic::Bindings& constants) {
    codegen::LowerOptions options;
    options.rawCode = bench.rawCode || bench.consent;
    options.memo = bench.memo;
    options.without = bench.without;
    options.constants = constants;
    options.forms = !bench.specialise;
    return options;
}

Diagnostic note(Severity severity, const char* code, std::string sentence) {
    Diagnostic made;
    made.severity = severity;
    made.code = code;
    made.sentence = std::move(sentence);
    return made;
}

std::vector<std::string> byHandFor(codegen::Target target, codegen::Choices choices) {
    std::erase_if(choices, [&](const auto& one) { return !codegen::handFor(one.second, target); });
    return codegen::kernelsByHand(choices);
}

/// With the values of the scenario compiled in, unless more of the kernels that are written by hand
/// are for the program without them: in the form that the scenario's call runs, or in one for all
/// calls.
Expected<Fitted> fittedFor(const ir::Document& document, const inputs::Scenario& scenario,
                           const BenchOptions& bench, const codegen::Choices& choices) {
    MW_TRY(auto made,
           fitted(document,
                  loweringOf(bench, bench.specialise ? scenario.symbols : symbolic::Bindings{}),
                  bench.target, choices, scenario.symbols));
    const std::size_t wanted = byHandFor(bench.target, choices).size();
    for (const bool forms : {true, false}) {
        if (made.byHand.size() == wanted)
            break;
        auto lowering = loweringOf(bench, {});
        lowering.forms = forms;
        auto open = fitted(document, lowering, bench.target, choices, scenario.symbols);
        if (!open || open->byHand.size() <= made.byHand.size())
            continue; // some programs cannot be lowered without their values
        made = std::move(*open);
        if (bench.specialise)
            made.plan.notes.push_back(
                note(Severity::hint, kSymbolsStayOpen,
                     fmt::format("its symbols stay arguments, since the kernel '{}' was written by "
                                 "hand for that",
                                 made.byHand.front())));
    }
    return made;
}

} // namespace

Expected<Fitted> fitted(const ir::Document& document, const codegen::LowerOptions& lowering,
                        codegen::Target target, const codegen::Choices& choices,
                        const symbolic::Bindings& symbols) {
    Fitted made;
    MW_TRY(made.plan, codegen::lower(document, lowering));
    made.plan = codegen::chosenForm(std::move(made.plan), symbols);
    const auto device = codegen::launchDevice(target);
    made.choices = codegen::fittingChoices(made.plan, device, choices);
    MW_CHECK(codegen::chooseLaunches(made.plan, device, made.choices));
    made.byHand = byHandFor(target, made.choices);
    return made;
}

Expected<codegen::Plan> lowered(const ir::Document& document, const inputs::Scenario& scenario,
                                const BenchOptions& bench, const codegen::Choices& choices) {
    Fitted made;
    if (byHandFor(bench.target, choices).empty()) {
        MW_TRY(made.plan, codegen::lower(document, loweringOf(bench, bench.specialise
                                                                         ? scenario.symbols
                                                                         : symbolic::Bindings{})));
        made.plan = codegen::chosenForm(std::move(made.plan), scenario.symbols);
    } else {
        MW_TRY(made, fittedFor(document, scenario, bench, choices));
    }
    // All of them: what does not fit is an error.
    MW_CHECK(codegen::chooseLaunches(made.plan, codegen::launchDevice(bench.target), choices));
    return std::move(made.plan);
}

Expected<codegen::Plan> lowered(BenchInput& input, const inputs::Scenario& scenario,
                                const BenchOptions& options) {
    if (!input.fitChoices)
        return lowered(*input.document, scenario, options, input.choices);
    MW_TRY(auto made, fittedFor(*input.document, scenario, options, input.choices));
    for (const std::string& name : byHandFor(options.target, input.choices))
        if (std::ranges::find(made.byHand, name) == made.byHand.end())
            made.plan.notes.push_back(note(
                Severity::warning, kHandTextLeftOut,
                fmt::format("the kernel '{}' runs as it is generated: what was written by hand "
                            "for it is for another graph or launch",
                            name)));
    input.choices = std::move(made.choices);
    return std::move(made.plan);
}

inputs::HostArrays argumentsOf(const codegen::Plan& plan, const inputs::HostArrays& all) {
    inputs::HostArrays arrays;
    for (const codegen::PlanArray& array : plan.arrays)
        if (const auto found = all.find(array.name); array.argument && found != all.end())
            arrays.emplace(array.name, found->second);
    return arrays;
}

Expected<exec::ProgramHandle> load(exec::Session& session, codegen::Plan plan,
                                   const BenchOptions& options, Arithmetic how,
                                   exec::CompileResult* result) {
    if (how == Arithmetic::magnitudes)
        codegen::sumMagnitudes(plan);
    return session.load(plan, options.target, result,
                        how == Arithmetic::asBefore ? options.contraction
                                                    : exec::Contraction::never);
}

Expected<exec::DeviceInfo> describeDevice(exec::Session& session, codegen::Target target) {
    MW_TRY(auto device, session.device(target));
    if (!device.canRun)
        return fail("no-device", device.missing);
    device.name = fmt::format("{} ({})", device.name, device.architecture);
    return device;
}

Expected<void> askConsent(const BenchOptions& options,
                          const std::vector<PlannedProgram>& programs) {
    if (options.rawCode)
        return {};
    std::vector<exec::CompiledCode> asked;
    for (std::size_t i = 0; i < programs.size(); ++i)
        if (auto own = exec::ownCode(i, programs[i].program, programs[i].plan, options.target))
            asked.push_back(std::move(*own));
    if (asked.empty())
        return {};
    if (!options.consent)
        return Unexpected(analysis::untrustedCode(asked.front().raw));
    return options.consent(asked);
}

std::string today() {
    return fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::localtime(std::time(nullptr)));
}

Unexpected withName(const std::string& variant, Diagnostic diagnostic) {
    diagnostic.sentence = fmt::format("{}: {}", variant, diagnostic.sentence);
    return Unexpected(std::move(diagnostic));
}

} // namespace mw::bench
