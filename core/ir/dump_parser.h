#pragma once

#include "core/ir/dump_lexer.h"
#include "core/ir/sdfg.h"
#include "core/symbolic/subset.h"

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mw::ir {

/// Recursive descent over the text form. dump_parser.cpp: SDFGs and control flow;
/// dump_data_parser.cpp: containers, expressions; dump_state_parser.cpp, dump_map_parser.cpp: nodes
/// and edges.
class DumpParser {
public:
    explicit DumpParser(DumpCursor cursor) : at_(std::move(cursor)) {}
    Expected<DocumentPtr> document();

private:
    static constexpr int kMaxDepth = 64; ///< of nested braces: the parser recurses

    /// `label`, or `label#2`, with the place for errors.
    struct BlockReference {
        std::string label;
        int place = -1;
        DumpToken token;
    };
    struct PendingEdge {
        BlockReference src;
        BlockReference dst;
        InterstateEdge edge;
    };
    /// A region under construction; edges are linked when all blocks are known.
    struct OpenRegion {
        Region region;
        std::vector<PendingEdge> edges;
        std::vector<BlockReference> start;
    };
    struct OpenState {
        std::vector<std::shared_ptr<Node>> nodes;
        std::vector<std::shared_ptr<Edge>> edges;
        std::map<std::string, std::size_t, std::less<>> byName;
        struct Link { ///< entry -> exit or exit -> entry
            std::size_t from;
            std::string to;
            DumpToken token;
        };
        std::vector<Link> links;
    };
    struct EdgeEnd {
        std::string node; ///< empty: `?`
        std::string connector;
        DumpToken token;
    };

    template <class IdType>
    IdType newId() {
        return IdType{nextId_++};
    }

    // SDFGs and control flow.
    Expected<SdfgPtr> sdfg();
    /// `{`, statements, `}`: calls `statement` for each.
    Expected<void> body(const std::function<Expected<void>()>& statement);
    Expected<bool> sdfgStatement(Sdfg& sdfg);
    Expected<void> constant(Sdfg& sdfg);
    Expected<Region> region(Sdfg* sdfg);
    Expected<void> regionStatement(OpenRegion& open);
    Expected<void> interstateEdge(OpenRegion& open);
    Expected<BlockReference> blockReference();
    Expected<BlockId> resolve(const OpenRegion& open, const BlockReference& reference) const;
    Expected<void> link(OpenRegion& open) const;
    bool atInterstateEdge() const;
    Expected<BlockPtr> block(const std::string& keyword);
    Expected<ControlFlowRegion> plainRegion();
    Expected<LoopRegion> loop();
    Expected<ConditionalBlock> conditional(const std::string& label);

    // Containers and expressions.
    Expected<bool> dataStatement(Sdfg& sdfg);
    Expected<void> dataAttribute(DataDescriptor& data);
    Expected<DType> type();
    Expected<symbolic::Expr> expr(std::string_view text, const DumpToken& token) const;
    Expected<std::vector<symbolic::Expr>> exprs(const char* what);
    Expected<symbolic::Expr> bracketExpr(const char* what);
    Expected<symbolic::Subset> subset(const DumpToken& token, std::string_view text) const;

    // Nodes and edges.
    Expected<State> state();
    Expected<void> stateStatement(OpenState& open);
    Expected<void> linkScopes(OpenState& open) const;
    Expected<void> node(OpenState& open);
    Expected<Node::Kind> nodeKind(OpenState& open, const std::string& keyword);
    Expected<Node::Kind> tasklet();
    Expected<Node::Kind> map();
    Expected<void> mapAttribute(Map& map);
    Expected<Schedule> schedule();
    Expected<void> mapRange(Map& map);
    Expected<Node::Kind> consume();
    Expected<Node::Kind> nested();
    Expected<Node::Kind> library();
    Expected<void> connectors(Connectors& into);
    Expected<EdgeEnd> edgeEnd();
    Expected<NodeId> resolve(OpenState& open, const EdgeEnd& end, bool isSource);
    Expected<void> edge(OpenState& open);
    Expected<Memlet> memlet();

    DumpCursor at_;
    std::uint32_t nextId_ = 1;
    int depth_ = 0;
};

} // namespace mw::ir
