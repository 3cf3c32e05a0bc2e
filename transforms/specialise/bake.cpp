// Values put in place of symbols, from the program inwards to nested SDFGs.

#include "transforms/specialise/bake.h"

#include "core/ir/predicates.h"
#include "transforms/toolkit/decided.h"
#include "transforms/toolkit/fold_control_flow.h"
#include "transforms/toolkit/mentions.h"
#include "transforms/toolkit/substitute.h"

#include <fmt/format.h>

#include <map>
#include <string>

namespace mw::transforms {

namespace {

using symbolic::Bindings;
using symbolic::Expr;

/// Types of which every value is a plain `int` in generated code, whatever stands around it.
bool isSmallInteger(const ir::Sdfg& sdfg, const std::string& name) {
    const auto declared = sdfg.symbols.find(name);
    if (declared == sdfg.symbols.end())
        return false;
    switch (declared->second.scalar) {
    case ir::ScalarType::boolean:
    case ir::ScalarType::int8:
    case ir::ScalarType::int16:
    case ir::ScalarType::int32:
        return true;
    default:
        return false;
    }
}

Renaming textsOf(const ir::Sdfg& sdfg, const Bindings& values) {
    Renaming texts;
    for (const auto& [name, value] : values)
        if (!value.isReal && isSmallInteger(sdfg, name))
            texts.emplace(name,
                          value.i < 0 ? fmt::format("({})", value.i) : std::to_string(value.i));
    return texts;
}

/// Reals are handed in as they are, and never computed with here.
void handInReals(ir::Editor& editor, BlockId state, const ir::Node& node, const Bindings& values) {
    for (const auto& [inner, outer] : node.as<ir::NestedSdfg>()->symbolMapping) {
        const auto found = outer.isSymbol() ? values.find(outer.name()) : values.end();
        if (found != values.end() && found->second.isReal)
            editor.node(state, node.id).as<ir::NestedSdfg>()->symbolMapping[inner] =
                Expr::real(found->second.d);
    }
}

void bakeIn(ir::Editor& editor, SdfgId id, const Bindings& values) {
    if (values.empty())
        return;
    const ir::Sdfg& sdfg = *editor.base().find(id)->sdfg;
    substituteInExpressions(editor, id, integersOf(values));
    substituteInControlFlow(editor, id, textsOf(sdfg, values));
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            for (const auto& node : state->nodes)
                if (node->as<ir::NestedSdfg>())
                    handInReals(editor, block.id, *node, values);
    });
}

} // namespace

ir::DocumentPtr withConstants(const ir::DocumentPtr& document, const Bindings& constants) {
    ir::Editor editor(document);
    const SdfgId root = document->root->id;
    for (const auto& [name, value] : constants)
        editor.sdfg(root).constants.insert_or_assign(name, value);
    std::map<SdfgId, Bindings> values; // outer SDFGs come before inner ones
    for (const SdfgId id : editor.base().sdfgs()) {
        const auto* place = editor.base().find(id);
        const SdfgId outer = place->parent ? editor.base().find(place->parent)->sdfg->id : SdfgId{};
        values[id] = knownValues(editor.base(), id, values[outer]);
        if (id == root)
            values[id].insert(constants.begin(), constants.end());
        bakeIn(editor, id, values[id]);
    }
    return editor.commit().document;
}

ir::DocumentPtr withFoldedControlFlow(const ir::DocumentPtr& document) {
    ir::Editor editor(document);
    for (const SdfgId id : editor.base().sdfgs())
        foldAllControlFlow(editor, id, knownValues(editor.base(), id));
    return editor.commit().document;
}

} // namespace mw::transforms
