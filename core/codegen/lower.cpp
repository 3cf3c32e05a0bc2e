// SDFG -> plan: the way from a document to a plan, step by step.
#include "core/analysis/assigned_symbols.h"
#include "core/analysis/flatten_structures.h"
#include "core/analysis/kernel_names.h"
#include "core/analysis/raw_code.h"
#include "core/codegen/codegen.h"
#include "core/codegen/forms/forms.h"
#include "core/codegen/forms/memory_facts.h"
#include "core/codegen/host/arguments.h"
#include "core/codegen/host/host_flow.h"
#include "core/codegen/host/host_symbols.h"
#include "core/codegen/host/plan_symbols.h"
#include "core/codegen/host/program_state.h"
#include "core/codegen/passes/passes.h"
#include "core/symbolic/literal.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

namespace {

/// The root's symbols: values that are baked in, and constants of the graph, which always hold.
Environment rootEnvironment(HostProgram& program) {
    const ir::Sdfg& root = *program.document.root;
    Environment env;
    env.sdfg = &root;
    for (const auto& [name, type] : root.symbols) {
        program.context.symbolTypes.set(name, type.scalar);
        program.names.reserve(name);
    }
    const auto bind = [&](const std::string& name, const symbolic::Value& value) {
        env.symbols.set(name, symbolic::literal(value));
    };
    for (const auto& [name, value] : program.context.constants)
        bind(name, value);
    for (const auto& [name, value] : root.constants)
        bind(name, value);
    for (const auto& [name, other] : program.context.same)
        env.symbols.set(name, Expr::symbol(other));
    for (const auto& entry : root.arrays)
        program.names.reserve(entry.name);
    declareSymbols(program, env);
    return env;
}

/// The graph's own C++, and the part of it for file scope. An error without consent.
Expected<std::vector<analysis::RawCode>> ownCode(HostProgram& program, bool consent) {
    const ir::Sdfg& root = *program.document.root;
    for (const auto& [file, code] : root.initCode)
        if (!code.empty() && analysis::isAddedByGt4py(code))
            program.note(
                "skipped-init-code",
                fmt::format("the init code for '{}' is not run: the runner owns the streams", file),
                root.id);
    auto found = analysis::rawCode(root);
    if (!found.empty() && !consent)
        return fail(analysis::untrustedCode(found));
    for (const analysis::RawCode& code : found)
        if (code.kind == analysis::RawCode::Kind::global)
            program.context.plan.globals.push_back(
                {code.file, code.text, code.element, code.where});
    return found;
}

void nameForPeople(Plan& plan, const ir::Document& document) {
    const auto names = analysis::kernelNames(document);
    for (Kernel& kernel : plan.kernels) {
        const auto found = names.find(kernel.map);
        kernel.title = found == names.end() ? kernel.label : found->second;
    }
}

/// Of symbols that have no value yet, and that nothing in the program changes.
MemoryFacts factsOf(const ir::Sdfg& root, const symbolic::Bindings& constants) {
    const auto assigned = analysis::assignedSymbols(root);
    return memoryFacts(root, [&](const std::string& name) {
        return !constants.contains(name) && !root.constants.contains(name) &&
               !assigned.contains(name);
    });
}

/// `facts`: what is certain of symbols besides.
Expected<Plan> lowerFlat(const ir::Document& document, const LowerOptions& options,
                         const MemoryFacts* facts = nullptr) {
    HostProgram program(document, options);
    if (facts) {
        program.context.constants.insert(facts->values.begin(), facts->values.end());
        program.context.same = facts->same;
        program.context.boundsAtCall = true;
        program.memo = nullptr; // it knows kernels that rely on nothing
    } else {
        program.context.likely = factsOf(*document.root, options.constants).values;
    }
    Plan& plan = program.context.plan;
    plan.program = document.root->name;
    Environment env = rootEnvironment(program);
    MW_CHECK(declareArguments(program, env));
    MW_TRY(const auto code, ownCode(program, options.rawCode));
    MW_TRY(const FlowList list, structure(document.root->body));
    MW_CHECK(lowerProgramFlow(program, env, list, plan.steps));
    plan.state = programState(code, env, program.context);
    runPlanPasses(program.context);
    std::sort(plan.arrays.begin(), plan.arrays.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    collectSymbols(program);
    MW_CHECK(chooseLaunches(plan, {}));
    if (options.titles)
        nameForPeople(plan, document);
    return std::move(plan);
}

/// Both forms, where there are two.
Expected<Plan> lowerForms(const ir::Document& document, const LowerOptions& options) {
    MW_TRY(Plan general, lowerFlat(document, options));
    const auto used = symbolsOfSteps(general);
    auto facts = factsOf(*document.root, options.constants);
    std::erase_if(facts.values, [&](const auto& fact) { return !used.contains(fact.first); });
    std::erase_if(facts.same, [&](const auto& fact) {
        return !used.contains(fact.first) || !used.contains(fact.second);
    });
    auto quick = lowerFlat(document, options, &facts);
    return quick ? joined(std::move(*quick), std::move(general), facts) : general;
}

} // namespace

Expected<Plan> lower(const ir::Document& document, const LowerOptions& options) {
    if (!document.root)
        return fail("cannot-lower", "the document is empty");
    MW_CHECK(checkWithout(options.without));
    ir::Document flat = document;
    if (auto root = analysis::flattenStructures(*document.root))
        flat.root = std::move(root);
    return options.forms && !options.observer ? lowerForms(flat, options)
                                              : lowerFlat(flat, options);
}

} // namespace mw::codegen
