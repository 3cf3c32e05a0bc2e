// What the checks have in common: places, names, surroundings.
#include "core/validate/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::validate {

void Findings::add(Severity severity, std::string code, std::string sentence, Elements elements,
                   std::string place) {
    Diagnostic found;
    found.severity = severity;
    found.code = std::move(code);
    found.sentence = std::move(sentence);
    if (found.sentence.starts_with("the ")) // of called()
        found.sentence.front() = 'T';
    found.location.elements = std::move(elements);
    found.location.path = std::move(place);
    all.push_back(std::move(found));
}

std::string where(const StateContext& c) {
    return fmt::format("in state '{}' of {}", c.block.label, c.in.sdfg.name);
}

std::string called(const StateContext& c, const ir::Node& node) {
    return fmt::format("the {} '{}' {}", ir::kindName(node), ir::displayName(node), where(c));
}

bool isValidName(std::string_view name) {
    bool begins = true; // of a part
    for (const char ch : name) {
        const bool letter = ch == '_' || (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z');
        const bool digit = ch >= '0' && ch <= '9';
        if (begins ? !letter : !letter && !digit && ch != '.')
            return false;
        begins = ch == '.';
    }
    return !begins && name != "True" && name != "False" && name != "None";
}

std::string connectorPlace(bool input, std::string_view name) {
    return (input ? "in_connectors/" : "out_connectors/") + std::string(name);
}

bool isLocal(const ir::DataDescriptor& temporary) {
    return temporary.lifetime == ir::Lifetime::Scope &&
           (temporary.storage == ir::Storage::Default ||
            temporary.storage == ir::Storage::Register);
}

namespace {

ir::Schedule scheduleOf(const ir::Node& entry) {
    if (const auto* map = entry.as<ir::MapEntry>())
        return map->map.schedule;
    if (const auto* consume = entry.as<ir::ConsumeEntry>())
        return consume->schedule;
    return ir::Schedule::Default;
}

bool isGpuSchedule(ir::Schedule schedule) {
    return schedule == ir::Schedule::GPU_Device || schedule == ir::Schedule::GPU_ThreadBlock ||
           schedule == ir::Schedule::GPU_ThreadBlock_Dynamic ||
           schedule == ir::Schedule::GPU_Persistent;
}

} // namespace

void Surroundings::enter(const ir::Node& entry) {
    const auto schedule = scheduleOf(entry);
    onDevice = onDevice || isGpuSchedule(schedule);
    scheduleOpen = scheduleOpen || schedule == ir::Schedule::Default;
}

Surroundings surroundings(const StateContext& c, NodeId scope) {
    Surroundings found{c.in.onDevice, c.in.scheduleOpen};
    for (NodeId at = scope; at; at = c.index.scope(at))
        found.enter(*c.index.node(at));
    return found;
}

bool isScopeName(const StateContext& c, NodeId scope, const std::string& name) {
    for (NodeId at = scope; at; at = c.index.scope(at)) {
        const ir::Node& entry = *c.index.node(at);
        if (const auto* map = entry.as<ir::MapEntry>();
            map && std::ranges::find(map->map.params, name) != map->map.params.end())
            return true;
        if (const auto* consume = entry.as<ir::ConsumeEntry>(); consume && consume->peIndex == name)
            return true;
        if (entry.in.contains(name))
            return true;
    }
    return false;
}

const ir::StateIndex& StateParts::index() const {
    if (!index_)
        index_ = only_.index ? only_.index(block) : std::make_shared<const ir::StateIndex>(state);
    return *index_;
}

const analysis::PathEnds& StateParts::ends() const {
    if (!ends_)
        ends_ = std::make_unique<const analysis::PathEnds>(index());
    return *ends_;
}

StateContext::StateContext(const SdfgContext& sdfg, const StateParts& parts,
                           const PartChoice& choice)
    : in(sdfg), block(parts.block), state(parts.state), index(parts.index()), ends(parts.ends()),
      only(choice) {
    for (const auto& node : state.nodes)
        if (!only.node || only.node(*node))
            nodes.push_back(node.get());
    for (const auto& edge : state.edges)
        if (!only.edge || only.edge(*edge))
            edges.push_back(edge.get());
}

SdfgFacts::SdfgFacts(const ir::Sdfg& sdfg, const PartChoice& only, const ValidateOptions& options)
    : sdfg_(sdfg) {
    collectAssigned();
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        const auto& parts = states.emplace_back(block, *state, only);
        byBlock.emplace(block.id, &parts);
        if (options.warnings)
            collectWrites(parts);
    });
}

bool SdfgFacts::declares(std::string_view name) const {
    return sdfg_.arrays.contains(name) || sdfg_.symbols.contains(name) ||
           sdfg_.constants.contains(name) ||
           std::ranges::find(sdfg_.constantArrays, name) != sdfg_.constantArrays.end();
}

analysis::NameSet SdfgFacts::declared() const {
    analysis::NameSet names(sdfg_.constantArrays.begin(), sdfg_.constantArrays.end());
    for (const auto& [name, type] : sdfg_.symbols)
        names.insert(name);
    for (const auto& [name, value] : sdfg_.constants)
        names.insert(name);
    for (const auto& [name, data] : sdfg_.arrays)
        names.insert(name);
    return names;
}

void SdfgFacts::collectAssigned() {
    analysis::forEachInterstateEdge(sdfg_.body, [&](const ir::InterstateEdge& edge) {
        for (const auto& [name, value] : edge.assignments)
            assigned_.insert(name);
    });
    ir::forEachBlock(sdfg_.body, [&](const ir::Block& block) {
        if (const auto* loop = block.as<ir::LoopRegion>())
            assigned_.insert(loop->loopVariable);
    });
}

void SdfgFacts::collectWrites(const StateParts& parts) {
    for (const auto& node : parts.state.nodes) {
        const auto* access = node->as<ir::AccessNode>();
        if (!access)
            continue;
        for (const ir::Edge* edge : parts.index().inEdges(node->id)) {
            if (edge->memlet.empty())
                continue;
            written.emplace(analysis::containerOf(access->data));
            if (edge->memlet.wcr.empty())
                overwritten.emplace(analysis::containerOf(access->data));
        }
    }
}

} // namespace mw::validate
