// Runs all checks over a document, nested SDFGs included.
#include "core/validate/findings.h"
#include "core/validate/iterations.h"
#include "core/validate/require_valid.h"
#include "core/validate/unwritten.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::validate {

namespace {

void checkProgram(const SdfgContext& context, Findings& findings, const PartChoice& only);

void checkInner(const StateContext& c, const ir::Node& node, const ir::Sdfg& sdfg,
                Findings& findings) {
    const auto around = surroundings(c, c.index.scope(node.id));
    Certainty certainty(sdfg, &c.in.certainty);
    const SdfgFacts facts(sdfg, c.only, c.in.options);
    checkProgram({.sdfg = sdfg,
                  .facts = facts,
                  .shared = c.in.shared,
                  .certainty = certainty,
                  .holder = &node,
                  .outer = &c,
                  .oldGeneration = c.in.oldGeneration,
                  .rules = c.in.rules,
                  .options = c.in.options,
                  .onDevice = around.onDevice,
                  .scheduleOpen = around.scheduleOpen,
                  .insideMap = c.in.insideMap || c.index.scope(node.id),
                  .canonical = c.in.canonical},
                 findings, c.only);
}

void checkState(const StateContext& c, Findings& findings) {
    checkNodes(c, findings);
    checkFunctions(c, findings);
    checkConnectors(c, findings);
    checkEdges(c, findings);
    checkAccesses(c, findings);
    if (c.in.options.warnings) {
        checkAdvice(c, findings);
        checkRaces(c, findings);
        checkDivisions(c, findings);
        for (const ir::Node* node : c.nodes)
            if (node->as<ir::Tasklet>())
                checkTaskletVersions(c, *node, findings);
        if (c.in.options.thorough)
            checkOuterRegions(c, findings);
        checkCanonicalState(c, findings);
    }
    for (const ir::Node* node : c.nodes) {
        const auto* nested = node->as<ir::NestedSdfg>();
        if (!nested || !nested->sdfg)
            continue;
        checkNested(c, *node, findings);
        if (!c.only.nested || c.only.nested(c.index, *node))
            checkInner(c, *node, *nested->sdfg, findings);
    }
}

void checkProgram(const SdfgContext& context, Findings& findings, const PartChoice& only) {
    checkSdfg(context, findings, only);
    checkFunctions(context.sdfg, findings, only);
    checkControlFlow(context, findings);
    if (context.options.warnings) {
        checkCanonicalControlFlow(context, findings);
        checkControlVersions(context, findings);
    }
    if (context.options.hints)
        checkUnused(context, findings);
    for (const auto& parts : context.facts.states)
        if (!only.state || only.state(parts.block))
            checkState(StateContext(context, parts, only), findings);
}

std::vector<Diagnostic> validated(const ir::DocumentIndex& index, const ValidateOptions& options,
                                  const PartChoice& only) {
    Findings findings;
    Shared shared;
    if (only.kept)
        shared.symbols = analysis::SymbolUses(*only.kept);
    const auto& document = *index.document();
    if (!document.root)
        return {};
    const std::string& version = document.format.daceVersion;
    Certainty certainty(*document.root);
    const SdfgFacts facts(*document.root, only, options);
    checkProgram(
        {.sdfg = *document.root,
         .facts = facts,
         .shared = shared,
         .certainty = certainty,
         .oldGeneration = version.starts_with("0.") || version.starts_with("1."),
         .rules = ir::rulesOf(version),
         .options = options,
         .canonical = options.warnings ? CanonicalForm::of(*document.root) : CanonicalForm{}},
        findings, only);
    if (options.warnings)
        checkRawCode(*document.root, findings);
    if (options.thorough) {
        UnwrittenOptions unwritten;
        unwritten.stop = options.stop;
        std::ranges::copy(unwrittenReads(index, unwritten), std::back_inserter(findings.all));
        std::ranges::copy(conflictingIterations(index, {}, options.stop),
                          std::back_inserter(findings.all));
    }
    std::erase_if(findings.all, [&](const Diagnostic& finding) {
        return (finding.severity == Severity::hint && !options.hints) ||
               (finding.severity != Severity::error && !options.warnings);
    });
    return std::move(findings.all);
}

} // namespace

std::vector<Diagnostic> validate(const ir::DocumentIndex& index, const ValidateOptions& options) {
    return validated(index, options, {});
}

std::vector<Diagnostic> errorsIn(const ir::DocumentIndex& index, const PartChoice& only) {
    return validated(index, {.hints = false, .warnings = false}, only);
}

namespace {

/// Errors by DaCe's rules that leave no doubt of what the program does: a container's node that
/// nothing uses, and the outer memlet of a scope, which follows from the inner ones.
bool isHarmless(const ir::DocumentIndex& index, const Diagnostic& error) {
    if (error.code == "isolated-node")
        return true;
    const auto* place =
        error.location.elements.empty() ? nullptr : index.find(error.location.elements.front());
    if (error.code != "subset-rank" || !place || !place->edge || !place->block)
        return false;
    const auto isScope = [&](NodeId id, bool exit) {
        const auto* end = index.find(id);
        return end && end->node && (exit ? end->node->isExit() : end->node->isEntry());
    };
    return isScope(place->edge->src, true) || isScope(place->edge->dst, false);
}

} // namespace

Expected<void> requireValid(const ir::DocumentPtr& document) {
    const ir::DocumentIndex index(document);
    auto errors = validate(index, {.warnings = false});
    std::erase_if(errors, [&](const Diagnostic& error) { return isHarmless(index, error); });
    if (errors.empty())
        return {};
    Diagnostic refusal = errors.front();
    refusal.code = "invalid-graph";
    refusal.sentence = "The graph has an error: " + refusal.sentence;
    if (errors.size() > 1)
        refusal.notes.push_back(fmt::format("and {} more", errors.size() - 1));
    return fail(std::move(refusal));
}

} // namespace mw::validate
