// What names an SDFG says: read off every expression and every text that it has itself.

#include "transforms/toolkit/mentions.h"

#include "core/ir/index.h"

#include <algorithm>

namespace mw::transforms {

namespace {

using analysis::NameSet;

void add(const symbolic::Expr& e, NameSet& into) {
    symbolic::collectSymbols(e, into);
}
void add(const std::optional<symbolic::Subset>& subset, NameSet& into) {
    if (subset)
        symbolic::collectSymbols(*subset, into);
}

void addMemlet(const ir::Memlet& memlet, NameSet& into) {
    if (!memlet.empty())
        into.emplace(analysis::containerOf(memlet.data));
    add(memlet.subset, into);
    add(memlet.otherSubset, into);
    add(memlet.volume, into);
    analysis::collectIdentifiers(memlet.wcr, into);
}

void addNode(const ir::Node& node, NameSet& into) {
    if (const auto* access = node.as<ir::AccessNode>()) {
        into.emplace(analysis::containerOf(access->data));
    } else if (const auto* tasklet = node.as<ir::Tasklet>()) {
        for (const auto* code :
             {&tasklet->code, &tasklet->codeGlobal, &tasklet->codeInit, &tasklet->codeExit})
            analysis::collectIdentifiers(code->text, into);
    } else if (const auto* map = node.as<ir::MapEntry>()) {
        symbolic::collectSymbols(map->map.range, into);
        analysis::collectIdentifiers(map->map.gpuLaunchBounds, into);
    } else if (const auto* consume = node.as<ir::ConsumeEntry>()) {
        add(consume->numPes, into);
        analysis::collectIdentifiers(consume->condition.text, into);
    } else if (const auto* library = node.as<ir::LibraryNode>()) {
        for (const auto& [name, text] : library->properties)
            analysis::collectIdentifiers(text, into);
    }
}

template <class Visit>
void visitStates(const ir::Sdfg& sdfg, const Visit& visit) {
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            visit(*state);
    });
}

} // namespace

void addMentionedNames(const ir::DataDescriptor& data, NameSet& into) {
    for (const auto* all : {&data.shape, &data.strides, &data.offset})
        for (const auto& e : *all)
            add(e, into);
    add(data.totalSize, into);
    add(data.startOffset, into);
    for (const auto& [name, member] : data.members)
        addMentionedNames(*member, into);
}

NameSet mentionedNames(const ir::Sdfg& sdfg) {
    NameSet names;
    for (const auto& [name, data] : sdfg.arrays)
        addMentionedNames(*data, names);
    for (const auto* all : {&sdfg.globalCode, &sdfg.initCode, &sdfg.exitCode})
        for (const auto& [file, code] : *all)
            analysis::collectIdentifiers(code.text, names);
    analysis::forEachControlText(
        sdfg, [&](const std::string& text) { analysis::collectIdentifiers(text, names); });
    visitStates(sdfg, [&](const ir::State& state) {
        for (const auto& node : state.nodes)
            addNode(*node, names);
        for (const auto& edge : state.edges)
            addMemlet(edge->memlet, names);
    });
    return names;
}

bool isReadable(const ir::Sdfg& sdfg) {
    const auto known = [](const auto& entry) {
        const auto kind = entry.value->kind;
        return kind != ir::DataKind::structure && kind != ir::DataKind::other;
    };
    bool readable = std::ranges::all_of(sdfg.arrays, known);
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        readable = readable && !block.as<ir::UnknownBlock>();
        if (const auto* state = block.as<ir::State>())
            readable = readable && std::ranges::none_of(state->nodes, [](const auto& node) {
                           return node->template as<ir::UnknownNode>() != nullptr;
                       });
    });
    return readable;
}

} // namespace mw::transforms
