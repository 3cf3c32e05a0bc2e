// Programs as shared libraries with the interface of DaCe's build.

#include "app/workbench/export_library.h"

#include "app/workbench/launches.h"
#include "core/analysis/assumed.h"
#include "core/inputs/specialised.h"
#include "core/validate/require_valid.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace mw::workbench {

namespace {

/// Constants of the variant that are arguments of the original.
symbolic::Bindings foldedSymbols(const codegen::LibraryInterface& interface,
                                 const ir::Sdfg& variant) {
    symbolic::Bindings folded;
    for (const auto& argument : interface.arguments)
        if (argument.kind == codegen::LibraryArgument::Kind::symbol)
            if (const auto value = variant.constants.find(argument.name);
                value != variant.constants.end())
                folded.insert(*value);
    return folded;
}

/// Values for arguments that come by value; a scenario has many more.
symbolic::Bindings valuesOfArguments(const codegen::LibraryInterface& interface,
                                     const symbolic::Bindings& values) {
    symbolic::Bindings found;
    for (const auto& argument : interface.arguments)
        if (argument.kind != codegen::LibraryArgument::Kind::array)
            if (const auto value = values.find(argument.name); value != values.end())
                found.insert(*value);
    return found;
}

/// "specialised-value": what is to be compiled in is not what the variant was specialised to.
Expected<void> agreeWith(const ir::Sdfg& variant, const symbolic::Bindings& constants) {
    inputs::Scenario said;
    said.symbols = constants;
    return inputs::takeConstants(variant, said);
}

Expected<codegen::Plan> planOf(const LibraryRequest& request, const symbolic::Bindings& constants) {
    codegen::LowerOptions lowering;
    lowering.rawCode = true;
    lowering.constants = constants;
    lowering.forms = true;
    lowering.without = {request.without.begin(), request.without.end()};
    MW_TRY(codegen::Plan plan, codegen::lower(*request.variant, lowering));
    MW_CHECK(codegen::fitsTarget(plan, request.target));
    return plan;
}

/// Launches of the plan; the result names them, and what is left out.
Expected<void> launch(codegen::Plan& plan, const LibraryRequest& request, LibraryResult& result) {
    const auto device = codegen::launchDevice(request.target);
    MW_TRY(result.choices, fitted(request.chosen, plan, device, result.notes));
    return codegen::chooseLaunches(plan, device, result.choices);
}

/// A library makes no lists of neighbours: kernels gather point by point. Notes name them.
void leaveTilesOut(codegen::Plan& plan, codegen::Target target, std::vector<std::string>& notes) {
    for (codegen::Kernel& kernel : plan.kernels) {
        if (target != codegen::Target::cpu && kernel.launch.tiles)
            notes.push_back(fmt::format("the choice 'tiles' of the kernel '{}' is left out: a "
                                        "library has no lists of neighbours",
                                        kernel.name));
        kernel.launch.tiles = false;
    }
}

} // namespace

Expected<void> checkArguments(const ir::Sdfg& original, const ir::Sdfg& variant, Symbols symbols) {
    MW_TRY(const auto wanted, codegen::libraryInterface(original));
    MW_TRY(const auto got, codegen::libraryInterface(variant));
    std::set<std::string, std::less<>> dispensable;
    if (symbols == Symbols::mayGo)
        for (const auto& argument : wanted.arguments)
            if (argument.kind == codegen::LibraryArgument::Kind::symbol)
                dispensable.insert(argument.name);
    return codegen::sameArguments(wanted, got, dispensable);
}

Expected<LibraryResult> buildLibrary(const LibraryRequest& request,
                                     const exec::RunnerOptions& runner,
                                     const exec::AskConsent& consent) {
    const ir::Sdfg& variant = *request.variant->root;
    MW_CHECK(validate::requireValid(request.variant));
    MW_CHECK(noneByHand(request.chosen.choices, "exported"));
    MW_CHECK(codegen::fitsLibrary(*request.original->root));
    MW_CHECK(checkArguments(*request.original->root, variant, Symbols::mayGo));
    LibraryResult result;
    MW_TRY(result.interface, codegen::libraryInterface(*request.original->root));
    const auto compiledIn = valuesOfArguments(result.interface, request.constants);
    MW_CHECK(agreeWith(variant, request.constants));
    MW_TRY(codegen::Plan plan, planOf(request, compiledIn));
    MW_CHECK(launch(plan, request, result));
    leaveTilesOut(plan, request.target, result.notes);
    result.constants = foldedSymbols(result.interface, variant);
    result.constants.insert(compiledIn.begin(), compiledIn.end());
    result.call =
        describeCall(*request.original->root, result.interface, request.target, result.constants);
    const auto assumptions = analysis::assumptionsOf(variant);
    MW_TRY(const codegen::LibrarySource source,
           codegen::printLibrary(plan, result.interface, result.constants, request.target,
                                 {assumptions, [&](const auto& unused) {
                                      leaveOut(result.call, unused);
                                      return toJson(result.call);
                                  }}));
    if (plan.twoForms)
        result.notes.push_back("has two forms of the program: one for memory as GT4Py has it and "
                               "indices of 32 bits, one for every other call; a call takes the one "
                               "that it is for");
    for (const std::string& condition : assumptions)
        result.notes.push_back(
            fmt::format("assumes {}: a call with other values is refused", condition));
    MW_CHECK(exec::askConsent(consent, variant, plan, request.target));
    MW_TRY(result.file, exec::buildLibrary(runner, plan, source, request.target,
                                           request.architecture, request.contraction));
    std::ranges::copy(source.notes, std::back_inserter(result.notes));
    return result;
}

} // namespace mw::workbench
