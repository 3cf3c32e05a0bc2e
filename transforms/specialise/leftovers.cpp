// What specialising leaves without use: maps and copies of empty ranges, temporaries of branches
// that are gone, numbers that nested SDFGs are given and do not say.

#include "core/analysis/read_by_name.h"
#include "transforms/framework/apply.h"
#include "transforms/specialise/bake.h"
#include "transforms/toolkit/mentions.h"

#include <algorithm>
#include <map>

namespace mw::transforms {

namespace {

using analysis::NameSet;

template <class Visit>
void forEachNested(const ir::Sdfg& sdfg, const Visit& visit) {
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            for (const auto& node : state->nodes)
                if (const auto* nested = node->as<ir::NestedSdfg>(); nested && nested->sdfg)
                    visit(block.id, *node, *nested);
    });
}

/// Finds the numbers, from inside out: what an inner one says, its outer ones have to hand in.
class Numbers {
public:
    explicit Numbers(ir::Editor& editor) : editor_(editor) {}

    void drop(const ir::Sdfg& root) { namesSaid(root); }

private:
    NameSet namesSaid(const ir::Sdfg& sdfg) {
        NameSet said = mentionedNames(sdfg);
        forEachNested(sdfg, [&](BlockId state, const ir::Node& node, const ir::NestedSdfg& nested) {
            const NameSet inside = namesSaid(*nested.sdfg);
            for (const auto& [inner, outer] : nested.symbolMapping)
                if (!isLeft(nested, inner, outer, inside))
                    symbolic::collectSymbols(outer, said);
                else
                    drop(state, node.id, nested.sdfg->id, inner);
        });
        return said;
    }

    static bool isLeft(const ir::NestedSdfg& nested, const std::string& inner,
                       const symbolic::Expr& outer, const NameSet& inside) {
        const bool number = outer.isInteger() || outer.op() == symbolic::Op::real;
        return number && !inside.contains(inner) && isReadable(*nested.sdfg);
    }

    void drop(BlockId state, NodeId node, SdfgId sdfg, const std::string& symbol) {
        editor_.node(state, node).as<ir::NestedSdfg>()->symbolMapping.erase(symbol);
        editor_.sdfg(sdfg).symbols.erase(symbol);
    }

    ir::Editor& editor_;
};

/// SDFGs of which blocks are gone.
std::map<SdfgId, const ir::Sdfg*> withFewerBlocks(const ir::DocumentIndex& before,
                                                  const ir::DocumentIndex& now) {
    std::map<SdfgId, const ir::Sdfg*> found;
    for (const BlockId state : before.states()) {
        const SdfgId sdfg = before.find(state)->sdfg->id;
        if (!now.find(state) && now.find(sdfg))
            found[sdfg] = before.find(sdfg)->sdfg;
    }
    return found;
}

void dropTemporaries(ir::Editor& editor, const ir::DocumentIndex& before) {
    for (const auto& [id, old] : withFewerBlocks(before, editor.base())) {
        const ir::Sdfg& sdfg = *editor.base().find(id)->sdfg;
        if (!isReadable(sdfg))
            continue;
        const NameSet was = mentionedNames(*old);
        NameSet is = mentionedNames(sdfg);
        is.merge(analysis::readByName(sdfg));
        for (const auto& [name, data] : sdfg.arrays)
            if (data->transient && was.contains(name) && !is.contains(name))
                editor.sdfg(id).arrays.erase(name);
    }
}

} // namespace

ir::DocumentPtr withoutEmptyWork(const ir::DocumentPtr& document) {
    ir::DocumentPtr smaller = document;
    for (const char* name : {"dead-map-elimination", "dead-copy-elimination"})
        if (const auto steps = applyEverywhere(*findTransformation(name), smaller, {}))
            smaller = lastDocument(smaller, *steps);
    return smaller;
}

ir::DocumentPtr withoutLeftovers(const ir::DocumentPtr& before, const ir::DocumentPtr& document) {
    ir::Editor editor(document);
    dropTemporaries(editor, ir::DocumentIndex(before));
    const ir::DocumentPtr smaller = editor.commit().document;
    ir::Editor numbers(smaller);
    Numbers(numbers).drop(*smaller->root);
    return numbers.commit().document;
}

} // namespace mw::transforms
