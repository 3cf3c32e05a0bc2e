// What `mw diff` calls equal must compute the same: each field of each element is changed in turn,
// and either the structural hash changes, or the field stands in the list of those that cannot
// matter. Fields are named by structured bindings: a new one does not compile before it is here.

#include "core/analysis/structure.h"
#include "core/analysis/structure_local.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

#include <map>
#include <set>

namespace structure_fields_test {

using namespace mw;
using namespace mw::ir;

namespace {

/// Field -> why no value of it can change a result.
const std::map<std::string, std::string> kCannotMatter = {
    {"id", "ids name elements within a document; they mean nothing"},
    {"origin", "how the file spelled what the other fields say"},
    {"AccessNode.in", "names and types of connectors follow from what the edges carry"},
    {"AccessNode.out", "as of AccessNode.in"},
    {"Branch.body.label", "labels are for people"},
    {"ConditionalBlock.label", "labels are for people"},
    {"ConsumeEntry.exit", "which exit belongs to an entry shows at the edges"},
    {"ConsumeEntry.in", "IN_x and OUT_x only pair up"},
    {"ConsumeEntry.label", "labels are for people"},
    {"ConsumeEntry.out", "as of ConsumeEntry.in"},
    {"ConsumeExit.entry", "as of ConsumeEntry.exit"},
    {"ConsumeExit.in", "as of ConsumeEntry.in"},
    {"ConsumeExit.out", "as of ConsumeEntry.in"},
    {"ControlFlowRegion.label", "labels are for people"},
    {"JumpBlock.label", "labels are for people"},
    {"LibraryNode.label", "labels are for people"},
    {"LibraryNode.name", "the label once more"},
    {"LoopRegion.label", "labels are for people"},
    {"Map.label", "labels are for people"},
    {"MapEntry.exit", "which exit belongs to an entry shows at the edges"},
    {"MapEntry.in", "IN_x and OUT_x only pair up"},
    {"MapEntry.out", "as of MapEntry.in"},
    {"MapExit.entry", "as of MapEntry.exit"},
    {"MapExit.in", "as of MapEntry.in"},
    {"MapExit.out", "as of MapEntry.in"},
    {"Memlet.isDataSource", "follows from the containers at both ends, but in a copy within one"},
    {"Memlet.volume", "follows from the subset"},
    {"NestedSdfg.in", "types of connectors follow from the containers inside"},
    {"NestedSdfg.label", "labels are for people"},
    {"NestedSdfg.noInline", "says how a graph may be rewritten, not what it computes"},
    {"NestedSdfg.out", "as of NestedSdfg.in"},
    {"Sdfg.argNames (nested)", "nested SDFGs are given their arguments by name"},
    {"Sdfg.name (nested)", "labels are for people"},
    {"Sdfg.usingExplicitControlFlow", "how the file says it; the blocks say what happens"},
    {"State.label", "labels are for people"},
    {"Tasklet.label", "labels are for people"},
};

/// Copies a program deeply and changes one field of one element on the way: that with the number
/// `target`, in the order of the walk.
class Change {
public:
    explicit Change(int target) : target_(target) {}

    SdfgPtr of(const Sdfg& root) { return copied(root, ""); }
    /// What was changed; empty: there are fewer fields.
    const std::string& field() const { return field_; }
    /// Fields that are only named.
    const std::set<std::string>& fixed() const { return fixed_; }

private:
    bool here(const std::string& field) {
        const bool now = next_++ == target_;
        if (now)
            field_ = field;
        return now;
    }
    void fix(const std::string& field) { fixed_.insert(field); }

    // ---- values

    void vary(const std::string& field, bool& value) {
        if (here(field))
            value = !value;
    }
    void vary(const std::string& field, int& value) {
        if (here(field))
            ++value;
    }
    void vary(const std::string& field, std::string& value) {
        if (here(field))
            value += "_x";
    }
    void vary(const std::string& field, symbolic::Expr& value) {
        if (here(field))
            value = value + symbolic::Expr(1);
    }
    void vary(const std::string& field, symbolic::Value& value) {
        if (here(field))
            value = symbolic::Value::integer(value.i + 1);
        else if (here(field))
            value = symbolic::Value::real(0.5);
    }
    template <class Enum>
    requires std::is_enum_v<Enum>
    void vary(const std::string& field, Enum& value) {
        if (here(field))
            value = static_cast<Enum>(static_cast<int>(value) ^ 1);
    }
    void vary(const std::string& field, DType& type) {
        auto& [scalar, text] = type;
        vary(field, scalar);
        vary(field, text);
    }
    void vary(const std::string& field, CodeBlock& code) {
        auto& [text, language] = code;
        if (!text.empty())
            vary(field, language);
        vary(field, text);
    }
    void vary(const std::string& field, std::optional<bool>& value) {
        if (here(field))
            value = !value.value_or(false);
        else if (value && here(field))
            value.reset();
    }
    void vary(const std::string& field, symbolic::Range& range) {
        auto& [begin, end, step, tile] = range;
        for (auto* e : {&begin, &end, &step, &tile})
            vary(field, *e);
    }
    void vary(const std::string& field, symbolic::Subset& subset) {
        auto& [dims] = subset;
        vary(field, dims);
    }
    template <class T>
    void vary(const std::string& field, std::optional<T>& value) {
        if (value)
            vary(field, *value);
        if (!here(field))
            return;
        if (value)
            value.reset();
        else
            value.emplace();
    }
    void vary(const std::string& field, std::pair<std::string, std::string>& value) {
        vary(field, value.first);
        vary(field, value.second);
    }
    template <class T>
    void vary(const std::string& field, std::vector<T>& list) {
        for (T& item : list)
            vary(field, item);
        if (list.size() > 1 && here(field))
            std::swap(list.front(), list.back());
        if (here(field))
            list.push_back(list.empty() ? T{} : list.back());
        else if (!list.empty() && here(field))
            list.pop_back();
    }
    template <class T>
    void vary(const std::string& field, std::map<std::string, T, std::less<>>& table) {
        for (auto& [key, value] : table)
            vary(field, value);
        if (table.empty()) // one that says something
            return;
        if (here(field)) {
            auto entry = table.extract(table.begin());
            entry.key() += "_x";
            table.insert(std::move(entry));
        } else if (here(field)) {
            table.erase(table.begin());
        }
    }

    // ---- elements

    void walk(DataDescriptor& data) {
        auto& [kind, typeName, dtype, shape, strides, offset, totalSize, startOffset, transient,
               storage, lifetime, alignment, mayAlias, allowConflicts, pool, members, origin] =
            data;
        fix("origin");
        vary("DataDescriptor.kind", kind);
        vary("DataDescriptor.typeName", typeName);
        vary("DataDescriptor.dtype", dtype);
        vary("DataDescriptor.shape", shape);
        vary("DataDescriptor.strides", strides);
        vary("DataDescriptor.offset", offset);
        vary("DataDescriptor.totalSize", totalSize);
        vary("DataDescriptor.startOffset", startOffset);
        vary("DataDescriptor.transient", transient);
        vary("DataDescriptor.storage", storage);
        vary("DataDescriptor.lifetime", lifetime);
        vary("DataDescriptor.alignment", alignment);
        vary("DataDescriptor.mayAlias", mayAlias);
        vary("DataDescriptor.allowConflicts", allowConflicts);
        vary("DataDescriptor.pool", pool);
        for (auto& [name, member] : members) {
            vary("DataDescriptor.members", name);
            auto changed = std::make_shared<DataDescriptor>(*member);
            walk(*changed);
            member = std::move(changed);
        }
    }

    void walk(Memlet& memlet) {
        auto& [data, subset, otherSubset, volume, dynamic, wcr, wcrNonatomic, allowOutOfBounds,
               isDataSource, origin] = memlet;
        if (memlet.empty())
            return;
        vary("Memlet.data", data);
        vary("Memlet.subset", subset);
        vary("Memlet.otherSubset", otherSubset);
        vary("Memlet.volume", volume);
        vary("Memlet.dynamic", dynamic);
        vary("Memlet.wcr", wcr);
        vary("Memlet.wcrNonatomic", wcrNonatomic);
        vary("Memlet.allowOutOfBounds", allowOutOfBounds);
        vary("Memlet.isDataSource", isDataSource);
    }

    void walk(Map& map) {
        auto& [label, params, range, schedule, unroll, unrollFactor, collapse, gpuBlockSize,
               gpuLaunchBounds, gpuMaxRegisters, gpuMinWarps, gpuForceSyncthreads, ompNumThreads,
               ompSchedule, ompChunkSize] = map;
        vary("Map.label", label);
        vary("Map.params", params);
        vary("Map.range", range);
        vary("Map.schedule", schedule);
        vary("Map.unroll", unroll);
        vary("Map.unrollFactor", unrollFactor);
        vary("Map.collapse", collapse);
        vary("Map.gpuBlockSize", gpuBlockSize);
        vary("Map.gpuLaunchBounds", gpuLaunchBounds);
        vary("Map.gpuMaxRegisters", gpuMaxRegisters);
        vary("Map.gpuMinWarps", gpuMinWarps);
        vary("Map.gpuForceSyncthreads", gpuForceSyncthreads);
        vary("Map.ompNumThreads", ompNumThreads);
        vary("Map.ompSchedule", ompSchedule);
        vary("Map.ompChunkSize", ompChunkSize);
    }

    void walkKind(AccessNode& node) {
        auto& [data, setZero] = node;
        vary("AccessNode.data", data);
        vary("AccessNode.setZero", setZero);
    }
    void walkKind(Tasklet& node) {
        auto& [label, code, codeGlobal, codeInit, codeExit, stateFields, sideEffects] = node;
        vary("Tasklet.label", label);
        vary("Tasklet.code", code);
        vary("Tasklet.codeGlobal", codeGlobal);
        vary("Tasklet.codeInit", codeInit);
        vary("Tasklet.codeExit", codeExit);
        vary("Tasklet.stateFields", stateFields);
        vary("Tasklet.sideEffects", sideEffects);
    }
    void walkKind(MapEntry& node) {
        auto& [map, exit] = node;
        walk(map);
        fix("MapEntry.exit");
    }
    void walkKind(MapExit& node) {
        [[maybe_unused]] auto& [entry] = node;
        fix("MapExit.entry");
    }
    void walkKind(ConsumeEntry& node) {
        auto& [label, peIndex, numPes, condition, schedule, chunkSize, exit] = node;
        vary("ConsumeEntry.label", label);
        vary("ConsumeEntry.peIndex", peIndex);
        vary("ConsumeEntry.numPes", numPes);
        vary("ConsumeEntry.condition", condition);
        vary("ConsumeEntry.schedule", schedule);
        vary("ConsumeEntry.chunkSize", chunkSize);
        fix("ConsumeEntry.exit");
    }
    void walkKind(ConsumeExit& node) {
        [[maybe_unused]] auto& [entry] = node;
        fix("ConsumeExit.entry");
    }
    void walkKind(NestedSdfg& node) {
        auto& [label, sdfg, symbolMapping, noInline] = node;
        vary("NestedSdfg.label", label);
        vary("NestedSdfg.symbolMapping", symbolMapping);
        vary("NestedSdfg.noInline", noInline);
        sdfg = copied(*sdfg, " (nested)");
        if (here("NestedSdfg.sdfg"))
            sdfg.reset();
    }
    void walkKind(LibraryNode& node) {
        auto& [label, name, classpath, implementation, schedule, properties] = node;
        vary("LibraryNode.label", label);
        vary("LibraryNode.name", name);
        vary("LibraryNode.classpath", classpath);
        vary("LibraryNode.implementation", implementation);
        vary("LibraryNode.schedule", schedule);
        vary("LibraryNode.properties", properties);
    }
    void walkKind(UnknownNode& node) {
        auto& [typeName, label] = node;
        vary("UnknownNode.typeName", typeName);
        vary("UnknownNode.label", label);
    }

    static std::string kindOf(const Node& node) {
        constexpr const char* kNames[] = {"AccessNode", "Tasklet",      "MapEntry",
                                          "MapExit",    "ConsumeEntry", "ConsumeExit",
                                          "NestedSdfg", "LibraryNode",  "UnknownNode"};
        static_assert(std::size(kNames) == std::variant_size_v<Node::Kind>);
        return kNames[node.kind.index()];
    }

    /// Types of connectors; their names stand at the edges.
    void walkConnectors(const Node& node, const char* side, Connectors& connectors) {
        for (auto& [name, type] : connectors)
            vary(kindOf(node) + side +
                     (node.isEntry() && analysis::nameCounts(node, name) ? " (dynamic)" : ""),
                 type);
    }

    NodePtr copied(const Node& from) {
        Node node = from;
        auto& [id, in, out, kind, origin] = node;
        fix("id");
        fix("origin");
        walkConnectors(from, ".in", in);
        walkConnectors(from, ".out", out);
        std::visit([this](auto& own) { walkKind(own); }, kind);
        return std::make_shared<const Node>(std::move(node));
    }

    /// Also to another node of the state.
    EdgePtr copied(const Edge& from, const State& state) {
        Edge edge = from;
        auto& [id, src, srcConnector, dst, dstConnector, memlet, origin] = edge;
        const auto elsewhere = [&](NodeId end) {
            std::size_t at = 0;
            while (state.nodes[at]->id != end)
                ++at;
            return state.nodes[(at + 1) % state.nodes.size()]->id;
        };
        if (here("Edge.src"))
            src = elsewhere(src);
        if (here("Edge.dst"))
            dst = elsewhere(dst);
        vary("Edge.srcConnector", srcConnector);
        vary("Edge.dstConnector", dstConnector);
        walk(memlet);
        return std::make_shared<const Edge>(std::move(edge));
    }

    void walkBlock(State& state) {
        auto& [nodes, edges] = state;
        for (auto& edge : edges)
            edge = copied(*edge, state);
        for (auto& node : nodes)
            node = copied(*node);
        if (!nodes.empty() && here("State.nodes"))
            nodes.pop_back();
        if (!edges.empty() && here("State.edges"))
            edges.pop_back();
    }
    void walkBlock(ControlFlowRegion& region) {
        auto& [body, flavour] = region;
        walk(body);
        vary("ControlFlowRegion.flavour", flavour);
    }
    void walkBlock(LoopRegion& loop) {
        auto& [body, loopVariable, init, condition, update, inverted, updateBeforeCondition, unroll,
               unrollFactor] = loop;
        walk(body);
        vary("LoopRegion.loopVariable", loopVariable);
        vary("LoopRegion.init", init);
        vary("LoopRegion.condition", condition);
        vary("LoopRegion.update", update);
        vary("LoopRegion.inverted", inverted);
        vary("LoopRegion.updateBeforeCondition", updateBeforeCondition);
        vary("LoopRegion.unroll", unroll);
        vary("LoopRegion.unrollFactor", unrollFactor);
    }
    void walkBlock(ConditionalBlock& block) {
        auto& [branches] = block;
        for (auto& [condition, body] : branches) {
            vary("Branch.condition", condition);
            body = copied(*body, "Branch.body");
        }
        if (here("ConditionalBlock.branches"))
            std::swap(branches.front().body, branches.back().body);
    }
    void walkBlock(JumpBlock& block) {
        auto& [jump] = block;
        vary("JumpBlock.jump", jump);
    }
    void walkBlock(UnknownBlock& block) {
        auto& [typeName] = block;
        vary("UnknownBlock.typeName", typeName);
    }

    BlockPtr copied(const Block& from, std::string name = "") {
        constexpr const char* kNames[] = {"State",      "ControlFlowRegion",
                                          "LoopRegion", "ConditionalBlock",
                                          "JumpBlock",  "UnknownBlock"};
        static_assert(std::size(kNames) == std::variant_size_v<Block::Kind>);
        Block block = from;
        auto& [id, label, kind, origin] = block;
        vary((name.empty() ? kNames[kind.index()] : name) + ".label", label);
        std::visit([this](auto& own) { walkBlock(own); }, kind);
        return std::make_shared<const Block>(std::move(block));
    }

    void walk(Region& region) {
        auto& [blocks, edges, start] = region;
        for (auto& block : blocks)
            block = copied(*block);
        const auto elsewhere = [&all = blocks](BlockId end) {
            return all.front()->id == end ? all.back()->id : all.front()->id;
        };
        for (InterstateEdge& edge : edges) {
            auto& [id, src, dst, condition, assignments, origin] = edge;
            if (here("InterstateEdge.src"))
                src = elsewhere(src);
            if (here("InterstateEdge.dst"))
                dst = elsewhere(dst);
            vary("InterstateEdge.condition", condition);
            vary("InterstateEdge.assignments", assignments);
        }
        if (!edges.empty() && here("Region.edges"))
            edges.pop_back();
        if (blocks.size() > 1 && here("Region.start"))
            start = elsewhere(startOf(region));
        if (blocks.size() > 1 && here("Region.blocks"))
            blocks.pop_back();
    }

    SdfgPtr copied(const Sdfg& from, const std::string& place) {
        Sdfg sdfg = from;
        auto& [id, name, argNames, arrays, symbols, constants, constantArrays, globalCode, initCode,
               exitCode, usingExplicitControlFlow, body, origin] = sdfg;
        vary("Sdfg.name" + place, name);
        vary("Sdfg.argNames" + place, argNames);
        for (const auto& [container, data] : from.arrays) {
            DataDescriptor changed = *data;
            walk(changed);
            arrays.set(container, std::make_shared<const DataDescriptor>(std::move(changed)));
            if (here("Sdfg.arrays"))
                arrays.erase(container);
        }
        vary("Sdfg.symbols", symbols);
        vary("Sdfg.constants", constants);
        vary("Sdfg.constantArrays", constantArrays);
        vary("Sdfg.globalCode", globalCode);
        vary("Sdfg.initCode", initCode);
        vary("Sdfg.exitCode", exitCode);
        vary("Sdfg.usingExplicitControlFlow", usingExplicitControlFlow);
        walk(body);
        return std::make_shared<const Sdfg>(std::move(sdfg));
    }

    int target_, next_ = 0;
    std::string field_;
    std::set<std::string> fixed_;
};

/// Every kind of element, and every field that can be empty with something in it somewhere.
constexpr const char* kEverything = R"(sdfg all {
  args a o
  symbols N:int32 q:int64
  constant G = 9.81
  array a float64 [N] offset [0]
  array o float64 [N]
  array t float64 [N] transient
  array s int32 [1] transient
  structure cfg float64 [1]
  array cfg.w float64 [N]
  state first {
    n0 = access a
    n1 = map m [i = 0:N] block [32,8,1] in (b:int32 IN_a:float64) out (OUT_a:float64) -> n3
    n2 = tasklet f `out = (x + G)` global `int g;` CPP init `g = 1;` CPP exit `g = 0;` CPP field `int z;` sideeffects in (x:float64) out (out:float64)
    n3 = exit n1 in (IN_t:float64) out (OUT_t:float64)
    n4 = access t setzero in (views:float64) out (views:float64)
    n5 = access s
    n0 -> n1.IN_a : a[0:N]
    n5 -> n1.b : s[0]
    n1.OUT_a -> n2.x : a[i]
    n2.out -> n3.IN_t : t[i] -> [0] wcr `lambda x, y: x + y` dynamic
    n3.OUT_t -> n4 : t[0:N]
    n6 = nested inner {M: N, K: N - 1} in (k:float64) out (w:float64) = sdfg inner {
      args k
      symbols M:int32 K:int32
      constant H = 2
      array k float64 [M]
      array w float64 [M]
      state one {
        n0 = access k
        n1 = access w
        n0 -> n1 : k[0:M]
      }
      state two { }
      one -> two if `M > K` with M = `M + 1`
    }
    n4 -> n6.k : t[0:N]
    n7 = access o
    n6.w -> n7 : o[0:N]
    n8 = access t
    n7 -> n8 : o[0:N] -> [0:N]
    n9 = consume c [p = 4] if `len(s) == 0` schedule Sequential chunk 2 in (IN_stream:float64) out (OUT_stream:float64) -> n10
    n10 = exit n9 in (IN_y:float64) out (OUT_y:float64)
    n11 = unknown Oracle oracle in (x:float64) out (y:float64)
    n0 -> n9.IN_stream : a[0:N]
    n9.OUT_stream -> n11.x : a[0]
    n11.y -> n10.IN_y : o[0]
    n10.OUT_y -> n7 : o[0]
  }
  loop l `j = 0` `j < N` `j = j + 1` variable j {
    state inside {
      n0 = access t
      n1 = library Sum some.path.Sum name total implementation pure with axes = `[0]` in (_in:float64) out (_out:float64)
      n2 = access o
      n0 -> n1._in : t[0:N]
      n1._out -> n2 : o[j]
    }
    break enough
    inside -> enough if `j > q`
  }
  branch choice {
    if `q > 1` yes {
      state y {
        n0 = access t
        n1 = access o
        n0 -> n1 : t[0:N]
      }
    }
    else no {
      state n {
        n0 = access a
        n1 = access o
        n0 -> n1 : a[0:N]
      }
    }
  }
  region r {
    state lonely {
    }
  }
  unknown Fork mystery
  first -> l with q = `N + 1` with N = `N`
  l -> choice
  choice -> r if `q < 2`
  r -> mystery if `N > 5`
}
)";

/// With what the text form has not.
DocumentPtr everything() {
    auto parsed = parseDump(kEverything);
    INFO((parsed ? std::string() : toString(parsed.error())));
    REQUIRE(parsed);
    auto document = std::make_shared<Document>(**parsed);
    auto root = std::make_shared<Sdfg>(*document->root);
    for (auto* codes : {&root->globalCode, &root->initCode, &root->exitCode})
        (*codes)["frame"] = {"int z;", Language::CPP};
    root->constantArrays = {"table"};
    document->root = root;
    return document;
}

std::uint64_t wholeOf(const DocumentPtr& document) {
    return analysis::structuralHashes(DocumentIndex(document)).whole;
}

} // namespace

TEST_CASE("every field of every element changes the structure, or stands in the list") {
    const auto original = everything();
    const std::uint64_t hash = wholeOf(original);
    std::set<std::string> seen;
    int changes = 0;
    for (;; ++changes) {
        Change change(changes);
        auto document = std::make_shared<Document>(*original);
        document->root = change.of(*original->root);
        if (change.field().empty()) {
            CHECK(wholeOf(document) == hash); // a copy
            seen.insert(change.fixed().begin(), change.fixed().end());
            break;
        }
        seen.insert(change.field());
        INFO(change.field() << "\n" << dump(*document->root));
        const bool same = wholeOf(document) == hash;
        CHECK(same == kCannotMatter.contains(change.field()));
        if (same == kCannotMatter.contains(change.field()))
            CHECK(same ==
                  analysis::pairStructures(DocumentIndex(original), DocumentIndex(document)).equal);
    }
    CHECK(changes > 700);
    for (const auto& [field, reason] : kCannotMatter) {
        INFO(field);
        CHECK(seen.contains(field));
    }
}

} // namespace structure_fields_test
