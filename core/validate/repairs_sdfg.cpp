// Repairs of containers and symbols.
#include "core/validate/findings.h"
#include "core/validate/repairs.h"
#include "core/validate/unused.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::validate {

// Repairs of containers, symbols and blocks.

namespace {

bool isSdfg(const Case& c) {
    return c.at.kind == ir::ElementKind::sdfg;
}

} // namespace

/// With their mappings at the nested SDFG node.
std::optional<Repair> removeDeadSymbols(const Case& c) {
    if (!isSdfg(c))
        return std::nullopt;
    analysis::SymbolUses uses;
    const auto dead = unusedIn(*c.at.sdfg, uses).symbols;
    if (dead.empty())
        return std::nullopt;
    std::vector<std::string> mapped;
    const auto* holder = c.holder();
    if (holder)
        for (const auto& name : dead)
            if (holder->node->as<ir::NestedSdfg>()->symbolMapping.contains(name))
                mapped.push_back(name);
    return Repair{dead.size() == 1 ? fmt::format("Remove the symbol '{}'", dead.front())
                                   : fmt::format("Remove {} symbols", dead.size()),
                  [=, id = c.at.sdfg->id,
                   state = holder ? BlockId{holder->parent.value} : BlockId{},
                   node = holder ? holder->node->id : NodeId{}](ir::Editor& editor) {
                      for (const auto& name : dead)
                          editor.sdfg(id).symbols.erase(name);
                      for (const auto& name : mapped)
                          editor.node(state, node).as<ir::NestedSdfg>()->symbolMapping.erase(name);
                  }};
}

std::optional<Repair> removeUnusedContainers(const Case& c) {
    if (!isSdfg(c))
        return std::nullopt;
    analysis::SymbolUses uses;
    const auto unused = unusedIn(*c.at.sdfg, uses).containers;
    if (unused.empty())
        return std::nullopt;
    return Repair{unused.size() == 1 ? fmt::format("Remove the temporary '{}'", unused.front())
                                     : fmt::format("Remove {} temporaries", unused.size()),
                  [=, id = c.at.sdfg->id](ir::Editor& editor) {
                      for (const auto& name : unused)
                          editor.sdfg(id).arrays.erase(name);
                  }};
}

/// With the type that the symbol has outside, where the mapping passes one through.
std::optional<Repair> declareSymbol(const Case& c) {
    const auto symbol = c.after("symbols/");
    const auto* holder = c.holder();
    if (!isSdfg(c) || symbol.empty() || !holder || c.at.sdfg->symbols.contains(symbol))
        return std::nullopt;
    const auto& mapping = holder->node->as<ir::NestedSdfg>()->symbolMapping;
    const auto value = mapping.find(symbol);
    if (value == mapping.end() || !value->second.isSymbol())
        return std::nullopt;
    const auto outer = holder->sdfg->symbols.find(value->second.name());
    if (outer == holder->sdfg->symbols.end())
        return std::nullopt;
    return Repair{fmt::format("Declare the symbol '{}'", symbol),
                  [=, id = c.at.sdfg->id, type = outer->second](ir::Editor& editor) {
                      editor.sdfg(id).symbols[symbol] = type;
                  }};
}

std::optional<Repair> makeScopeLifetime(const Case& c) {
    const auto name = c.after("_arrays/");
    const auto* data = isSdfg(c) ? c.at.sdfg->data(name) : nullptr;
    if (!data || data->lifetime == ir::Lifetime::Scope)
        return std::nullopt;
    return Repair{fmt::format("Give '{}' the lifetime Scope", name),
                  changeContainer(c.at.sdfg->id, name, [](ir::DataDescriptor& descriptor) {
                      descriptor.lifetime = ir::Lifetime::Scope;
                  })};
}

/// One element inside a map lives in a register.
std::optional<Repair> keepInRegister(const Case& c) {
    const auto* access = c.at.node ? c.at.node->as<ir::AccessNode>() : nullptr;
    const auto* data = access ? c.at.sdfg->data(access->data) : nullptr;
    if (!data || isLocal(*data) || !data->transient || !data->isSingleElement())
        return std::nullopt;
    return Repair{fmt::format("Keep '{}' in a register", access->data),
                  changeContainer(c.at.sdfg->id, access->data, [](ir::DataDescriptor& descriptor) {
                      descriptor.lifetime = ir::Lifetime::Scope;
                      descriptor.storage = ir::Storage::Register;
                  })};
}

namespace {

/// The region that directly contains a block; null in a conditional.
const ir::Region* regionAround(const Case& c) {
    const auto* owner = c.index.find(c.at.parent);
    if (owner && owner->kind == ir::ElementKind::sdfg)
        return &owner->sdfg->body;
    return owner && owner->kind == ir::ElementKind::block ? owner->block->region() : nullptr;
}

} // namespace

/// A block that nothing leads to and that leads nowhere.
std::optional<Repair> removeBlock(const Case& c) {
    if (c.at.kind != ir::ElementKind::block)
        return std::nullopt;
    const ir::Region* region = regionAround(c);
    const BlockId id = c.at.block->id;
    if (!region || region->start == id || region->blocks.size() < 2 ||
        std::ranges::any_of(
            region->edges, [&](const ir::InterstateEdge& e) { return e.src == id || e.dst == id; }))
        return std::nullopt;
    return Repair{
        fmt::format("Remove the block '{}'", c.at.block->label),
        [id, parent = c.at.parent](ir::Editor& editor) { editor.removeBlock(parent, id); }};
}

std::optional<Repair> renameBlock(const Case& c) {
    if (c.at.kind != ir::ElementKind::block)
        return std::nullopt;
    const ir::Region* region = regionAround(c);
    if (!region || std::ranges::count(region->blocks, c.at.block->label,
                                      [](const auto& b) { return b->label; }) < 2)
        return std::nullopt;
    analysis::NameSet taken;
    ir::forEachBlock(c.at.sdfg->body, [&](const ir::Block& b) { taken.insert(b.label); });
    std::string label;
    for (int i = 0; label.empty() || taken.contains(label); ++i)
        label = fmt::format("{}_{}", c.at.block->label, i);
    return Repair{
        fmt::format("Rename the block to '{}'", label),
        [label, id = c.at.block->id](ir::Editor& editor) { editor.block(id).label = label; }};
}

} // namespace mw::validate
