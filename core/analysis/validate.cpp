#include "core/analysis/findings.h"

namespace mw::analysis {

namespace {

void checkOne(const SdfgContext& context, Findings& findings) {
    checkSdfg(context, findings);
    checkControlFlow(context, findings);
    ir::forEachBlock(context.sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        const ir::StateIndex index(*state);
        const StateContext inState{context, block, *state, index};
        checkNodes(inState, findings);
        checkConnectors(inState, findings);
        checkEdges(inState, findings);
        for (const auto& node : state->nodes) {
            const auto* nested = node->as<ir::NestedSdfg>();
            if (!nested || !nested->sdfg)
                continue;
            checkNested(inState, *node, findings);
            checkOne({*nested->sdfg, node.get(), context.oldGeneration, context.hints}, findings);
        }
    });
}

} // namespace

std::vector<Diagnostic> validate(const ir::DocumentIndex& index, const ValidateOptions& options) {
    Findings findings;
    const auto& document = *index.document();
    if (!document.root)
        return {};
    const std::string& version = document.format.daceVersion;
    const bool old = version.starts_with("0.") || version.starts_with("1.");
    checkOne({*document.root, nullptr, old, options.hints}, findings);
    return std::move(findings.all);
}

} // namespace mw::analysis
