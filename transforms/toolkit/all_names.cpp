#include "transforms/toolkit/all_names.h"

#include "core/ir/index.h"
#include "core/support/identifiers.h"

namespace mw::transforms {

AllNames::AllNames(const ir::Sdfg& sdfg) : AllNames(sdfg, std::nullopt) {}

AllNames::AllNames(const ir::Sdfg& sdfg, std::optional<std::string_view> only) : only_(only) {
    for (const auto& [name, data] : sdfg.arrays) {
        add(name);
        addContainer(*data);
    }
    for (const auto& [name, type] : sdfg.symbols)
        add(name);
    for (const auto& [name, value] : sdfg.constants)
        add(name);
    for (const auto& name : sdfg.constantArrays)
        add(name);
    for (const auto* all : {&sdfg.globalCode, &sdfg.initCode, &sdfg.exitCode})
        for (const auto& [file, code] : *all)
            addCode(code.text);
    analysis::forEachControlText(sdfg, [&](const std::string& text) { addCode(text); });
    analysis::forEachInterstateEdge(sdfg.body, [&](const ir::InterstateEdge& edge) {
        for (const auto& [name, value] : edge.assignments)
            add(name);
    });
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* loop = block.as<ir::LoopRegion>())
            add(loop->loopVariable);
        if (const auto* state = block.as<ir::State>())
            addState(*state);
    });
}

void AllNames::add(const symbolic::Expr& said) {
    symbols_.in(said, [&](const std::string& name) { add(std::string_view(name)); });
}

void AllNames::add(const symbolic::Subset& said) {
    symbols_.in(said, [&](const std::string& name) { add(std::string_view(name)); });
}

void AllNames::addCode(std::string_view text) {
    if (only_ && text.find(*only_) == std::string_view::npos)
        return;
    forEachWord(text, [&](const Word& word) {
        if (word.isIdentifier() && !word.member)
            add(word.text);
    });
}

void AllNames::addContainer(const ir::DataDescriptor& data) {
    for (const auto* all : {&data.shape, &data.strides, &data.offset})
        for (const auto& e : *all)
            add(e);
    add(data.totalSize);
    add(data.startOffset);
    for (const auto& [name, member] : data.members)
        addContainer(*member);
}

void AllNames::addState(const ir::State& state) {
    for (const auto& node : state.nodes)
        addNode(*node);
    for (const auto& edge : state.edges) {
        for (const auto* subset : {&edge->memlet.subset, &edge->memlet.otherSubset})
            if (*subset)
                add(**subset);
        add(edge->memlet.volume);
        addCode(edge->memlet.wcr);
    }
}

void AllNames::addNode(const ir::Node& node) {
    for (const auto* connectors : {&node.in, &node.out})
        for (const auto& [name, type] : *connectors)
            add(name);
    if (const auto* tasklet = node.as<ir::Tasklet>()) {
        for (const auto* code :
             {&tasklet->code, &tasklet->codeGlobal, &tasklet->codeInit, &tasklet->codeExit})
            addCode(code->text);
    } else if (const auto* access = node.as<ir::AccessNode>()) {
        add(analysis::containerOf(access->data));
    } else if (const auto* map = node.as<ir::MapEntry>()) {
        for (const auto& param : map->map.params)
            add(param);
        add(map->map.range);
        addCode(map->map.gpuLaunchBounds);
    } else if (const auto* consume = node.as<ir::ConsumeEntry>()) {
        add(consume->peIndex);
        add(consume->numPes);
        addCode(consume->condition.text);
    } else if (const auto* nested = node.as<ir::NestedSdfg>()) {
        for (const auto& [inner, outer] : nested->symbolMapping)
            add(outer);
    } else if (const auto* library = node.as<ir::LibraryNode>()) {
        for (const auto& [name, text] : library->properties)
            addCode(text);
    }
}

analysis::NameSet allNames(const ir::Sdfg& sdfg) {
    const AllNames all(sdfg);
    return {all.views().begin(), all.views().end()};
}

std::string freshAmong(const analysis::NameSet& taken, const std::string& wish) {
    return freshAmong([&](const std::string& name) { return taken.contains(name); }, wish);
}

} // namespace mw::transforms
