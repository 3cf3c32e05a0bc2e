#include "app/cli/setup.h"

#include "app/cli/console.h"
#include "core/analysis/analysis.h"
#include "core/exec/trust.h"
#include "core/support/printable.h"
#include "core/support/words.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <optional>
#include <unistd.h>

namespace mw::cli {

namespace {

/// A whole number, a real one, or True or False.
std::optional<symbolic::Value> valueOf(std::string_view text) {
    if (text == "True" || text == "true")
        return symbolic::Value::integer(1);
    if (text == "False" || text == "false")
        return symbolic::Value::integer(0);
    const char* end = text.data() + text.size();
    std::int64_t whole = 0;
    if (const auto read = std::from_chars(text.data(), end, whole);
        read.ec == std::errc{} && read.ptr == end)
        return symbolic::Value::integer(whole);
    double real = 0;
    if (const auto read = std::from_chars(text.data(), end, real);
        read.ec == std::errc{} && read.ptr == end)
        return symbolic::Value::real(real);
    return std::nullopt;
}

/// What --set gives, each for something that the program has.
Expected<symbolic::Bindings> givenSymbols(const ir::Sdfg& program, const RunSetup& setup) {
    symbolic::Bindings given;
    const auto used = analysis::usedSymbols(program);
    for (const std::string& one : setup.set) {
        const auto equals = one.find('=');
        const auto value =
            equals == std::string::npos ? std::nullopt : valueOf(one.substr(equals + 1));
        if (!value)
            return fail("bad-value",
                        fmt::format("--set {}: expected NAME=VALUE with a number", one));
        const std::string name = one.substr(0, equals);
        const auto* data = program.data(name);
        if (!program.symbols.contains(name) && !used.contains(name) && !(data && data->isScalar()))
            return fail("bad-value", fmt::format("--set {}: the program '{}' has no symbol or "
                                                 "scalar '{}'",
                                                 one, program.name, name));
        given[name] = *value;
    }
    return given;
}

} // namespace

Expected<inputs::Scenario> scenarioFor(const ir::Sdfg& program, const RunSetup& setup,
                                       codegen::Target target, bool large) {
    MW_TRY(const auto symbols, givenSymbols(program, setup));
    if (!setup.scenario.empty()) {
        MW_TRY(inputs::Scenario given, inputs::readScenario(setup.scenario));
        for (const auto& [name, value] : symbols)
            given.symbols[name] = value;
        return inputs::completeScenario(program, given);
    }
    std::string grid = setup.grid;
    if (grid.empty())
        grid = !large                           ? "torus:8,6,10"
               : target == codegen::Target::cpu ? "torus:40,35,40"
                                                : "torus:160,140,80";
    MW_TRY(const inputs::Grid parsed, inputs::parseGrid(grid));
    return inputs::makeScenario(program, parsed, symbols);
}

Expected<codegen::Target> targetNamed(const std::string& name) {
    if (const auto target = codegen::targetFromName(name))
        return *target;
    return fail("bad-target",
                fmt::format("there is no target '{}'; there are cpu, cuda, hip", name));
}

Expected<codegen::Target> targetFor(const RunSetup& setup) {
    if (!setup.target.empty())
        return targetNamed(setup.target);
    exec::Session session(runnerFor(setup));
    MW_TRY(const auto devices, session.devices());
    for (const auto& device : devices)
        if (device.target == codegen::Target::cuda) {
            if (device.canRun)
                return codegen::Target::cuda;
            std::fprintf(stderr, "mw: running on the CPU. %s\n", device.missing.c_str());
        }
    return codegen::Target::cpu;
}

namespace {

Expected<void> consentTo(const exec::CompiledCode& code, const std::string& file,
                         const RunSetup& setup) {
    const exec::TrustStore store;
    if (store.covers(code.texts, file))
        return {};
    if (!setup.trust) {
        Diagnostic refusal = analysis::untrustedCode(code.raw);
        refusal.location.file = file;
        refusal.notes.emplace_back("pass --trust to compile it and to remember that you agreed");
        return fail(std::move(refusal));
    }
    if (const auto remembered = store.add(code.texts, file); !remembered)
        std::fprintf(stderr, "mw: consent holds for this run only. %s\n",
                     printable(remembered.error().sentence).c_str());
    return {};
}

} // namespace

exec::AskConsent consentFor(std::vector<std::string> files, const RunSetup& setup) {
    return [files = std::move(files),
            setup](const std::vector<exec::CompiledCode>& asked) -> Expected<void> {
        for (const auto& code : asked)
            MW_CHECK(
                consentTo(code, files.at(code.variant < files.size() ? code.variant : 0), setup));
        return {};
    };
}

Expected<void> checkTarget(const std::string& target) {
    if (target.empty() || target == "interp" || codegen::targetFromName(target))
        return {};
    return fail("bad-target",
                fmt::format("there is no target '{}'; there are cpu, cuda, hip, interp", target));
}

exec::RunnerOptions runnerFor(const RunSetup& setup) {
    exec::RunnerOptions options;
    if (setup.timeout > 0)
        options.timeoutSeconds = setup.timeout;
    // The command line was refused where it cannot be split.
    options.command = splitWords(setup.runner).value_or(std::vector<std::string>{});
    return options;
}

exec::ProgressSink progressSink() {
    if (isatty(STDERR_FILENO) == 0)
        return {};
    return [](const exec::Progress& progress) {
        std::fprintf(stderr, "\r\033[K%s %d/%d", progress.what.c_str(), progress.done,
                     progress.total);
        if (progress.done >= progress.total)
            std::fprintf(stderr, "\r\033[K");
    };
}

} // namespace mw::cli
