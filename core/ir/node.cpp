// Names of nodes and blocks.
#include "core/ir/node.h"

#include "core/ir/sdfg.h"
#include "core/support/overload.h"

namespace mw::ir {

namespace {

std::string numbered(const char* what, NodeId id) {
    return std::string(what) + " of #" + std::to_string(id.value);
}

} // namespace

Memlet Memlet::of(std::string data, symbolic::Subset subset) {
    Memlet result;
    result.data = std::move(data);
    result.volume = subset.volume();
    result.subset = std::move(subset);
    return result;
}

std::string displayName(const Node& node) {
    return std::visit(
        Overload{
            [](const AccessNode& n) { return n.data; },
            [](const MapEntry& n) { return n.map.label; },
            [](const MapExit& n) { return numbered("map exit", n.entry); },
            [](const ConsumeExit& n) { return numbered("consume exit", n.entry); },
            [](const UnknownNode& n) { return n.label.empty() ? n.typeName : n.label; },
            [](const auto& n) { return n.label; },
        },
        node.kind);
}

std::string kindName(const Node& node) {
    return std::visit(Overload{
                          [](const AccessNode&) { return std::string("access node"); },
                          [](const Tasklet&) { return std::string("tasklet"); },
                          [](const MapEntry&) { return std::string("map entry"); },
                          [](const MapExit&) { return std::string("map exit"); },
                          [](const ConsumeEntry&) { return std::string("consume entry"); },
                          [](const ConsumeExit&) { return std::string("consume exit"); },
                          [](const NestedSdfg&) { return std::string("nested SDFG"); },
                          [](const LibraryNode&) { return std::string("library node"); },
                          [](const UnknownNode& n) { return "unknown node " + n.typeName; },
                      },
                      node.kind);
}

const Region* Block::region() const {
    if (const auto* inner = as<ControlFlowRegion>())
        return &inner->body;
    if (const auto* loop = as<LoopRegion>())
        return &loop->body;
    return nullptr;
}

} // namespace mw::ir
