// Nodes and edges in the compact text form.
#include "core/ir/dump_nodes.h"

#include "core/ir/dump_text.h"
#include "core/support/overload.h"

#include <algorithm>
#include <string_view>

namespace mw::ir {

namespace {

using symbolic::Expr;

std::string list(const std::vector<Expr>& items) {
    std::string text;
    for (const Expr& item : items)
        text += (text.empty() ? "" : ", ") + print(item);
    return "[" + text + "]";
}

std::string typeText(const DType& type) {
    return type.scalar == ScalarType::other ? dumpQuoted(type.text, '"')
                                            : std::string(name(type.scalar));
}

std::string nodeText(const StateIndex& state, NodeId id) {
    const std::size_t at = state.position(id);
    return at == StateIndex::npos ? "?" : "n" + std::to_string(at);
}

std::string endText(const StateIndex& state, NodeId id, const std::string& connector) {
    return nodeText(state, id) + (connector.empty() ? "" : "." + dumpName(connector));
}

void number(std::string& text, std::string_view key, int value, int usual = 0) {
    if (value != usual)
        (text += key) += std::to_string(value);
}

void flag(std::string& text, std::string_view word, bool set) {
    if (set)
        text += word;
}

void scheduleText(std::string& text, Schedule schedule) {
    if (schedule != Schedule::Default)
        (text += " schedule ") += name(schedule);
}

std::string mapText(const Map& map) {
    std::string text = "map " + dumpName(map.label) + " [";
    for (std::size_t i = 0; i < map.params.size(); ++i) {
        text += (i ? ", " : "") + map.params[i] + " = ";
        text += i < map.range.dims.size() ? print(map.range.dims[i]) : "?";
    }
    text += "]";
    scheduleText(text, map.schedule);
    if (!map.gpuBlockSize.empty()) {
        text += " block [";
        for (std::size_t i = 0; i < map.gpuBlockSize.size(); ++i)
            text += (i ? "," : "") + std::to_string(map.gpuBlockSize[i]);
        text += "]";
    }
    if (map.unroll || map.unrollFactor != 0)
        text += map.unroll ? " unroll " + std::to_string(map.unrollFactor)
                           : " unrollfactor " + std::to_string(map.unrollFactor);
    number(text, " collapse ", map.collapse, 1);
    if (map.gpuLaunchBounds != "0")
        text += " launchbounds " + dumpName(map.gpuLaunchBounds);
    number(text, " maxregisters ", map.gpuMaxRegisters);
    number(text, " minwarps ", map.gpuMinWarps);
    flag(text, " syncthreads", map.gpuForceSyncthreads);
    number(text, " ompthreads ", map.ompNumThreads);
    if (map.ompSchedule != "Default")
        text += " ompschedule " + dumpName(map.ompSchedule);
    number(text, " ompchunk ", map.ompChunkSize);
    return text;
}

std::string taskletText(const Tasklet& tasklet) {
    std::string text = "tasklet " + dumpName(tasklet.label) + " " + dumpCode(tasklet.code);
    const auto code = [&](const char* key, const CodeBlock& block) {
        if (block != CodeBlock{{}, Language::CPP} && block != CodeBlock{})
            text += key + dumpCode(block);
    };
    code(" global ", tasklet.codeGlobal);
    code(" init ", tasklet.codeInit);
    code(" exit ", tasklet.codeExit);
    for (const auto& field : tasklet.stateFields)
        text += " field " + dumpQuoted(field, '`');
    if (tasklet.sideEffects)
        text += *tasklet.sideEffects ? " sideeffects" : " nosideeffects";
    return text;
}

std::string consumeText(const ConsumeEntry& consume) {
    std::string text = "consume " + dumpName(consume.label) + " [" + consume.peIndex + " = " +
                       print(consume.numPes) + "]";
    if (!consume.condition.empty())
        text += " if " + dumpCode(consume.condition);
    scheduleText(text, consume.schedule);
    number(text, " chunk ", consume.chunkSize, 1);
    return text;
}

std::string nestedText(const NestedSdfg& nested) {
    std::string mapping;
    for (const auto& [inner, outer] : nested.symbolMapping)
        mapping += (mapping.empty() ? "" : ", ") + inner + ": " + print(outer);
    std::string text = "nested " + dumpName(nested.label);
    if (!mapping.empty())
        text += " {" + mapping + "}";
    flag(text, " noinline", nested.noInline);
    return text;
}

std::string libraryText(const LibraryNode& library) {
    std::string text = "library " + dumpName(library.label) + " " + dumpName(library.classpath);
    if (library.name != library.label)
        text += " name " + dumpName(library.name);
    if (!library.implementation.empty())
        text += " implementation " + dumpName(library.implementation);
    scheduleText(text, library.schedule);
    for (const auto& [key, value] : library.properties)
        text += " with " + dumpName(key) + " = " + dumpQuoted(value, '`');
    return text;
}

/// ` in (x:float64)` for connectors that have a type, or that no edge uses.
std::string connectorText(const char* key, const Connectors& connectors,
                          std::span<const Edge* const> edges, std::string Edge::*end) {
    std::string text;
    for (const auto& [connector, type] : connectors) {
        const bool typed = type.scalar != ScalarType::none;
        const bool used = std::ranges::any_of(
            edges, [end, &name = connector](const Edge* edge) { return edge->*end == name; });
        if (used && !typed)
            continue;
        text += (text.empty() ? "" : " ") + dumpName(connector);
        if (typed)
            text += ":" + typeText(type);
    }
    return text.empty() ? text : key + text + ")";
}

std::string kindText(const Node& node, const StateIndex& state) {
    return std::visit(Overload{
                          [](const AccessNode& n) {
                              return "access " + dumpName(n.data) + (n.setZero ? " setzero" : "");
                          },
                          [](const Tasklet& n) { return taskletText(n); },
                          [](const MapEntry& n) { return mapText(n.map); },
                          [&](const MapExit& n) { return "exit " + nodeText(state, n.entry); },
                          [](const ConsumeEntry& n) { return consumeText(n); },
                          [&](const ConsumeExit& n) { return "exit " + nodeText(state, n.entry); },
                          [](const NestedSdfg& n) { return nestedText(n); },
                          [](const LibraryNode& n) { return libraryText(n); },
                          [](const UnknownNode& n) {
                              return "unknown " + dumpName(n.typeName) + " " + dumpName(n.label);
                          },
                      },
                      node.kind);
}

std::string memletText(const Memlet& memlet) {
    std::string text = " : " + dumpName(memlet.data);
    if (memlet.subset)
        text += "[" + print(*memlet.subset) + "]";
    if (memlet.otherSubset)
        text += " -> [" + print(*memlet.otherSubset) + "]";
    if (!memlet.wcr.empty())
        text += " wcr " + dumpQuoted(memlet.wcr, '`');
    flag(text, " nonatomic", memlet.wcrNonatomic);
    flag(text, " dynamic", memlet.dynamic);
    flag(text, " outofbounds", memlet.allowOutOfBounds);
    return text;
}

struct KindWord {
    const char* word;
    const char* typeName;
};

KindWord kindWord(DataKind kind) {
    switch (kind) {
    case DataKind::scalar:
        return {"scalar", "Scalar"};
    case DataKind::array:
        return {"array", "Array"};
    case DataKind::stream:
        return {"stream", "Stream"};
    case DataKind::structure:
        return {"structure", "Structure"};
    case DataKind::view:
        return {"view", "ArrayView"};
    case DataKind::reference:
        return {"reference", "ArrayReference"};
    case DataKind::other:
        break;
    }
    return {"data", ""};
}

/// The layout, as far as it differs from a dense container in C order that starts at 0.
std::string layoutText(const DataDescriptor& data) {
    const DataDescriptor dense = DataDescriptor::array(data.dtype.scalar, data.shape, false);
    std::string text;
    if (data.strides != dense.strides)
        text += " strides " + list(data.strides);
    if (data.offset != dense.offset)
        text += " offset " + list(data.offset);
    if (data.totalSize != dense.totalSize)
        text += " total [" + print(data.totalSize) + "]";
    if (data.startOffset != dense.startOffset)
        text += " start [" + print(data.startOffset) + "]";
    return text;
}

} // namespace

std::string dumpCode(const CodeBlock& code) {
    std::string text = dumpQuoted(code.text, '`');
    if (code.language != Language::Python)
        (text += " ") += name(code.language);
    return text;
}

std::string dumpData(const std::string& dataName, const DataDescriptor& data) {
    const KindWord kind = kindWord(data.kind);
    std::string text =
        std::string(kind.word) + " " + dumpName(dataName) + " " + typeText(data.dtype);
    if (data.kind != DataKind::scalar || data.shape != std::vector<Expr>{Expr(1)})
        text += " " + list(data.shape);
    if (data.typeName != kind.typeName)
        text += " as " + dumpName(data.typeName);
    text += layoutText(data);
    flag(text, " transient", data.transient);
    if (data.storage != Storage::Default)
        (text += " storage ") += name(data.storage);
    if (data.lifetime != Lifetime::Scope)
        (text += " lifetime ") += name(data.lifetime);
    number(text, " alignment ", data.alignment);
    flag(text, " alias", data.mayAlias);
    flag(text, " conflicts", data.allowConflicts);
    flag(text, " pool", data.pool);
    return text;
}

std::string dumpNode(const Node& node, const StateIndex& state) {
    std::string text = nodeText(state, node.id) + " = " + kindText(node, state);
    text += connectorText(" in (", node.in, state.inEdges(node.id), &Edge::dstConnector);
    text += connectorText(" out (", node.out, state.outEdges(node.id), &Edge::srcConnector);
    if (node.isEntry())
        text += " -> " + nodeText(state, exitOf(node));
    return text;
}

bool isSelfCopy(const Edge& edge, const Node* src, const Node* dst) {
    const auto* from = src ? src->as<AccessNode>() : nullptr;
    const auto* to = dst ? dst->as<AccessNode>() : nullptr;
    return from && to && from->data == edge.memlet.data && to->data == edge.memlet.data;
}

std::string dumpEdge(const Edge& edge, const StateIndex& state) {
    std::string text = endText(state, edge.src, edge.srcConnector) + " -> " +
                       endText(state, edge.dst, edge.dstConnector);
    if (!edge.memlet.empty())
        text += memletText(edge.memlet);
    const bool towardsEnd = edge.memlet.isDataSource == false;
    flag(text, " atend",
         towardsEnd && isSelfCopy(edge, state.node(edge.src), state.node(edge.dst)));
    return text;
}

} // namespace mw::ir
