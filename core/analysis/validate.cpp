#include "core/analysis/findings.h"
#include "core/analysis/unwritten.h"

#include <algorithm>

namespace mw::analysis {

namespace {

void checkProgram(const SdfgContext& context, Findings& findings);

void checkInner(const StateContext& c, const ir::Node& node, const ir::Sdfg& sdfg,
                Findings& findings) {
    const auto around = surroundings(c, c.index.scope(node.id));
    Certainty certainty(sdfg, &c.in.certainty);
    const SdfgFacts facts(sdfg);
    checkProgram({.sdfg = sdfg,
                  .facts = facts,
                  .shared = c.in.shared,
                  .certainty = certainty,
                  .holder = &node,
                  .outer = &c,
                  .oldGeneration = c.in.oldGeneration,
                  .options = c.in.options,
                  .onDevice = around.onDevice,
                  .scheduleOpen = around.scheduleOpen,
                  .insideMap = c.in.insideMap || c.index.scope(node.id),
                  .canonical = c.in.canonical},
                 findings);
}

void checkState(const StateContext& c, Findings& findings) {
    checkNodes(c, findings);
    checkConnectors(c, findings);
    checkEdges(c, findings);
    checkAccesses(c, findings);
    if (c.in.options.warnings) {
        checkAdvice(c, findings);
        checkRaces(c, findings);
        if (c.in.options.thorough)
            checkOuterRegions(c, findings);
        checkCanonicalState(c, findings);
    }
    for (const auto& node : c.state.nodes) {
        const auto* nested = node->as<ir::NestedSdfg>();
        if (!nested || !nested->sdfg)
            continue;
        checkNested(c, *node, findings);
        checkInner(c, *node, *nested->sdfg, findings);
    }
}

void checkProgram(const SdfgContext& context, Findings& findings) {
    checkSdfg(context, findings);
    checkControlFlow(context, findings);
    if (context.options.warnings)
        checkCanonicalControlFlow(context, findings);
    if (context.options.hints)
        checkUnused(context, findings);
    for (const auto& parts : context.facts.states)
        checkState(StateContext(context, parts), findings);
}

} // namespace

std::vector<Diagnostic> validate(const ir::DocumentIndex& index, const ValidateOptions& options) {
    Findings findings;
    const auto& document = *index.document();
    if (!document.root)
        return {};
    const std::string& version = document.format.daceVersion;
    Shared shared;
    Certainty certainty(*document.root);
    const SdfgFacts facts(*document.root);
    checkProgram(
        {.sdfg = *document.root,
         .facts = facts,
         .shared = shared,
         .certainty = certainty,
         .oldGeneration = version.starts_with("0.") || version.starts_with("1."),
         .options = options,
         .canonical = options.warnings ? CanonicalForm::of(*document.root) : CanonicalForm{}},
        findings);
    if (options.warnings)
        checkRawCode(*document.root, findings);
    if (options.thorough) {
        UnwrittenOptions unwritten;
        unwritten.stop = options.stop;
        std::ranges::copy(unwrittenReads(index, unwritten), std::back_inserter(findings.all));
    }
    std::erase_if(findings.all, [&](const Diagnostic& finding) {
        return (finding.severity == Severity::hint && !options.hints) ||
               (finding.severity != Severity::error && !options.warnings);
    });
    return std::move(findings.all);
}

} // namespace mw::analysis
