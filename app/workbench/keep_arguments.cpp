// Symbols that a rewritten graph needs no more, and its callers go on passing.
#include "app/workbench/keep_arguments.h"

#include "core/analysis/analysis.h"
#include "core/ir/edit.h"
#include "core/ir/index.h"

#include <algorithm>

namespace mw::workbench {

namespace {

std::vector<std::string> missingSymbols(const ir::Sdfg& original, const ir::Sdfg& variant) {
    const auto there = analysis::argumentList(variant);
    std::vector<std::string> missing;
    for (const std::string& name : analysis::argumentList(original))
        if (!original.data(name) && !variant.data(name) && !variant.constants.contains(name) &&
            std::ranges::find(there, name) == there.end())
            missing.push_back(name);
    return missing;
}

} // namespace

KeptArguments keepArguments(const ir::Sdfg& original, const ir::DocumentPtr& variant) {
    KeptArguments kept{variant, missingSymbols(original, *variant->root)};
    if (kept.names.empty())
        return kept;
    ir::Editor editor(variant);
    const SdfgId root = variant->root->id;
    ir::Sdfg& sdfg = editor.sdfg(root);
    for (const std::string& name : kept.names)
        if (const auto declared = original.symbols.find(name); declared != original.symbols.end())
            sdfg.symbols.try_emplace(name, declared->second);
    const BlockId first = ir::startOf(editor.region(root));
    ir::Block block;
    block.label = "arguments";
    block.kind = ir::State{};
    const BlockId before = editor.addBlock(root, std::move(block));
    ir::InterstateEdge edge;
    edge.src = before;
    edge.dst = first;
    for (const std::string& name : kept.names)
        edge.assignments.emplace_back(editor.freshName(root, "passed_" + name), name);
    editor.addInterstateEdge(root, std::move(edge));
    editor.region(root).start = before;
    kept.document = editor.commit().document;
    return kept;
}

} // namespace mw::workbench
