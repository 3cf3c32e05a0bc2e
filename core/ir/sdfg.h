#pragma once

#include "core/ir/data.h"
#include "core/ir/node.h"
#include "core/ir/reads.h"
#include "core/symbolic/expr.h"

#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace mw::ir {

struct Block;
using BlockPtr = std::shared_ptr<const Block>;

/// Dataflow block: nodes and edges in file order (node order breaks ties in topological order).
struct State {
    std::vector<NodePtr> nodes;
    std::vector<EdgePtr> edges;
};

/// Edge between two blocks of one region. Condition and assignments are Python text
/// (Dialect::code). An empty condition means unconditional.
struct InterstateEdge {
    EdgeId id;
    BlockId src;
    BlockId dst;
    CodeBlock condition;
    std::vector<std::pair<std::string, std::string>> assignments; ///< name, text; in order
    OriginPtr origin;
};

/// Blocks and the edges between them. `start` 0: the one block without predecessors.
struct Region {
    std::vector<BlockPtr> blocks;
    std::vector<InterstateEdge> edges;
    BlockId start;
};

struct LoopRegion {
    Region body;
    std::string loopVariable;
    CodeBlock init;
    CodeBlock condition;
    CodeBlock update;
    bool inverted = false;
    bool updateBeforeCondition = true;
    bool unroll = false;
    int unrollFactor = 0;
};

struct Branch {
    std::optional<CodeBlock> condition; ///< nullopt = else, last
    BlockPtr body;                      ///< always a ControlFlowRegion
};
struct ConditionalBlock {
    std::vector<Branch> branches;
};

enum class RegionFlavour : std::uint8_t { plain, named, functionCall, unstructured };
struct ControlFlowRegion {
    Region body;
    RegionFlavour flavour = RegionFlavour::plain;
};

enum class Jump : std::uint8_t { breakLoop, continueLoop, returnProgram };
struct JumpBlock {
    Jump jump = Jump::breakLoop;
};

/// A block type that this tool does not know: shown and kept.
struct UnknownBlock {
    std::string typeName;
};

struct Block {
    using Kind = std::variant<State, ControlFlowRegion, LoopRegion, ConditionalBlock, JumpBlock,
                              UnknownBlock>;
    BlockId id;
    std::string label;
    Kind kind;
    OriginPtr origin;

    template <class T>
    const T* as() const {
        const T* found = std::get_if<T>(&kind);
        if constexpr (std::is_same_v<T, State>)
            if (found)
                note(Read::state, id.value);
        return found;
    }
    template <class T>
    T* as() {
        return std::get_if<T>(&kind);
    }
    /// The region directly inside, if there is one (a conditional has one per branch instead).
    const Region* region() const;
};

/// A dataflow program, at top level or nested in a node.
struct Sdfg {
    SdfgId id;
    std::string name;
    std::vector<std::string> argNames;
    OrderedTable<DataPtr> arrays;
    std::map<std::string, DType, std::less<>> symbols;
    /// Compile-time constants that are numbers, by name; array constants: `constantArrays`.
    std::map<std::string, symbolic::Value, std::less<>> constants;
    std::vector<std::string> constantArrays;
    std::map<std::string, CodeBlock, std::less<>> globalCode; ///< by generated file: frame, cuda...
    std::map<std::string, CodeBlock, std::less<>> initCode;
    std::map<std::string, CodeBlock, std::less<>> exitCode;
    bool usingExplicitControlFlow = false;
    Region body;
    OriginPtr origin;

    const DataDescriptor* data(std::string_view container) const {
        const auto* found = arrays.find(container);
        return found ? found->get() : nullptr;
    }
};
using SdfgPtr = std::shared_ptr<const Sdfg>;

/// How the file spelled things; what the writer keeps.
struct FileFormat {
    symbolic::Dialect dialect = symbolic::Dialect::plain;
    std::string daceVersion = "1.0.0"; ///< empty: the key was missing
    bool compressed = false;           ///< .sdfgz
    bool indented = true;              ///< indent=2, else compact separators
};

/// What is open: an immutable program and its id counter. Undo moves between Documents.
struct Document {
    SdfgPtr root;
    FileFormat format;
    std::uint32_t nextId = 1;
};
using DocumentPtr = std::shared_ptr<const Document>;

} // namespace mw::ir
