#pragma once

#include "core/ir/memlet.h"
#include "core/ir/types.h"
#include "core/support/id.h"
#include "core/symbolic/subset.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mw::ir {

struct Sdfg;

/// Connector name -> type (ScalarType::none: to be inferred). Sorted, as DaCe writes them.
using Connectors = std::map<std::string, DType, std::less<>>;

struct AccessNode {
    std::string data; ///< container name or `struct.member`
    bool setZero = false;
};

struct Tasklet {
    std::string label;
    CodeBlock code;
    CodeBlock codeGlobal; ///< raw C++ for file scope, as codeInit and codeExit for init and exit
    CodeBlock codeInit;
    CodeBlock codeExit;
    std::vector<std::string> stateFields;
    std::optional<bool> sideEffects;
};

/// A parallel loop nest. params[i] runs over range.dims[i]; the first is the outermost.
struct Map {
    std::string label;
    std::vector<std::string> params;
    symbolic::Subset range;
    Schedule schedule = Schedule::Default;
    bool unroll = false;
    int unrollFactor = 0;
    int collapse = 1;
    std::vector<int> gpuBlockSize; ///< empty = not set; x, y, z
    std::string gpuLaunchBounds = "0";
    int gpuMaxRegisters = 0;
    int gpuMinWarps = 0;
    bool gpuForceSyncthreads = false;
    int ompNumThreads = 0;
    std::string ompSchedule = "Default";
    int ompChunkSize = 0;
};

struct MapEntry {
    Map map;
    NodeId exit;
};
struct MapExit {
    NodeId entry;
};

struct ConsumeEntry {
    std::string label;
    std::string peIndex;
    symbolic::Expr numPes = 1;
    CodeBlock condition;
    Schedule schedule = Schedule::Default;
    int chunkSize = 1;
    NodeId exit;
};
struct ConsumeExit {
    NodeId entry;
};

struct NestedSdfg {
    std::string label;
    std::shared_ptr<const Sdfg> sdfg; ///< null only for an external file (see the origin)
    std::map<std::string, symbolic::Expr, std::less<>> symbolMapping; ///< inner symbol -> outer
    bool noInline = false;
};

/// A library node; the known ones are recognised by classpath. Other class properties stay in the
/// origin; `properties` has their compact JSON text for display and for back ends that know them.
struct LibraryNode {
    std::string label;
    std::string name;
    std::string classpath;
    std::string implementation;
    Schedule schedule = Schedule::Default;
    std::map<std::string, std::string, std::less<>> properties;
};

/// A node type that this tool does not know: shown and kept.
struct UnknownNode {
    std::string typeName;
    std::string label;
};

struct Node {
    using Kind = std::variant<AccessNode, Tasklet, MapEntry, MapExit, ConsumeEntry, ConsumeExit,
                              NestedSdfg, LibraryNode, UnknownNode>;
    NodeId id;
    Connectors in;
    Connectors out;
    Kind kind;
    OriginPtr origin;

    template <class T>
    const T* as() const {
        return std::get_if<T>(&kind);
    }
    template <class T>
    T* as() {
        return std::get_if<T>(&kind);
    }
    bool isEntry() const { return as<MapEntry>() || as<ConsumeEntry>(); }
    bool isExit() const { return as<MapExit>() || as<ConsumeExit>(); }
    /// Tasklet, nested SDFG or library node.
    bool isCode() const { return as<Tasklet>() || as<NestedSdfg>() || as<LibraryNode>(); }
};
using NodePtr = std::shared_ptr<const Node>;

/// The text a person calls the node by: data name, label, "map exit" by its entry's id.
std::string displayName(const Node& node);
/// "access node", "tasklet", "map entry", ... for sentences.
std::string kindName(const Node& node);

/// A dataflow edge. An empty connector = none (JSON null).
struct Edge {
    EdgeId id;
    NodeId src;
    std::string srcConnector;
    NodeId dst;
    std::string dstConnector;
    Memlet memlet;
    OriginPtr origin;
};
using EdgePtr = std::shared_ptr<const Edge>;

} // namespace mw::ir
