#pragma once

#include "core/bench/bench.h"
#include "core/bench/explain.h"

namespace mw::bench {

// What measurements of variants and of sequences do alike before anything runs.

/// A program with those choices that its kernels can have.
struct Fitted {
    codegen::Plan plan;
    codegen::Choices choices;
    std::vector<std::string> byHand; ///< kernels that run as somebody wrote them
};
/// Of two forms the one that calls with these symbols run, as far as they say it.
Expected<Fitted> fitted(const ir::Document& document, const codegen::LowerOptions& lowering,
                        codegen::Target target, const codegen::Choices& choices,
                        const symbolic::Bindings& symbols = {});

/// The plan of a program for the target, with the values of the scenario compiled in where that is
/// asked for.
Expected<codegen::Plan> lowered(const ir::Document& document, const inputs::Scenario& scenario,
                                const BenchOptions& options, const codegen::Choices& choices = {});
/// The same with the variant's choices, of which those that do not fit are left out where it says
/// so.
Expected<codegen::Plan> lowered(BenchInput& input, const inputs::Scenario& scenario,
                                const BenchOptions& options);

/// Code of the note of a plan that a kernel was written by hand, and is generated all the same.
constexpr const char* kHandTextLeftOut = "hand-text-left-out";
/// That its symbols were not compiled in although they should have been.
constexpr const char* kSymbolsStayOpen = "symbols-stay-open";

/// Those arrays that are arguments of the plan.
inputs::HostArrays argumentsOf(const codegen::Plan& plan, const inputs::HostArrays& all);

/// Compiles and loads a plan for the target of the options, to compute as they say or otherwise.
Expected<exec::ProgramHandle> load(exec::Session& session, codegen::Plan plan,
                                   const BenchOptions& options, Arithmetic how,
                                   exec::CompileResult* result = nullptr);

/// The target's device; "no-device" where nothing can run. Its name has the architecture too.
Expected<exec::DeviceInfo> describeDevice(exec::Session& session, codegen::Target target);

/// For those of these programs that have code of their own, unless it was agreed to before.
struct PlannedProgram {
    const ir::Sdfg& program;
    const codegen::Plan& plan;
};
Expected<void> askConsent(const BenchOptions& options, const std::vector<PlannedProgram>& programs);

/// Now, as reports write it.
std::string today();

/// The diagnostic with the name in front of its sentence.
Unexpected withName(const std::string& name, Diagnostic diagnostic);

} // namespace mw::bench
