// Lays out the blocks of an SDFG: states, loops, branches, and the edges between them.
#include "viewers/layout/control_flow.h"

#include "core/support/overload.h"
#include "viewers/layout/dataflow.h"
#include "viewers/layout/labels.h"

#include <algorithm>

namespace mw::layout {

namespace {

constexpr std::size_t kMaxTitle = 60;
constexpr std::size_t kMaxCondition = 72;
constexpr double kBranchGap = 18;

Box blockBox(const Context& context, const ir::Block& block, BoxKind kind, std::string title) {
    Box box;
    box.id = block.id;
    box.kind = kind;
    box.title = elided(title, kMaxTitle);
    box.expandable = isContainer(kind);
    box.collapsed = box.expandable && context.isCollapsed(block.id);
    return box;
}

Piece titledLeaf(const Context& context, Box box) {
    const Size size{std::max(headerWidth(context, box), 60.0), headerHeight(context, box)};
    box.header = size.h;
    return leaf(std::move(box), size);
}

Piece container(const Context& context, Box box, Piece content) {
    if (box.collapsed || content.boxes.empty())
        return titledLeaf(context, std::move(box));
    return enclosed(context, {std::move(box), false, 0}, std::move(content));
}

Piece statePiece(const Context& context, const ir::Sdfg& sdfg, const ir::Block& block,
                 const ir::State& state, bool bare) {
    Box box = blockBox(context, block, BoxKind::state, block.label);
    box.expandable = !state.nodes.empty();
    if (box.collapsed) {
        box.tag = counted(state.nodes.size(), "node");
        return titledLeaf(context, std::move(box));
    }
    Piece content = stateContent(context, sdfg, state);
    if (!bare || content.boxes.empty())
        return container(context, std::move(box), std::move(content));
    box.expandable = false; // the only state of a nested SDFG: its frame is that of the SDFG
    Piece piece = leaf(std::move(box), content.size);
    insert(piece, std::move(content), {}, 0);
    piece.boxes[0].end = static_cast<int>(piece.boxes.size());
    return piece;
}

Piece conditionalPiece(const Context& context, const ir::Sdfg& sdfg, const ir::Block& block,
                       const ir::ConditionalBlock& conditional) {
    Box box = blockBox(context, block, BoxKind::conditional, block.label);
    if (box.collapsed)
        return titledLeaf(context, std::move(box));
    Piece content;
    double x = 0;
    bool first = true;
    for (const auto& branch : conditional.branches) {
        if (!branch.body)
            continue;
        const std::string keyword = branch.condition ? (first ? "if " : "else if ") : "else";
        const std::string title =
            keyword + (branch.condition ? branch.condition->text : std::string());
        first = false;
        Box inner = blockBox(context, *branch.body, BoxKind::branch, title);
        const ir::Region* region = branch.body->region();
        Piece body = !inner.collapsed && region ? regionContent(context, sdfg, *region) : Piece{};
        Piece piece = container(context, std::move(inner), std::move(body));
        const Size size = piece.size;
        insert(content, std::move(piece), {x, 0}, -1);
        content.size = {x + size.w, std::max(content.size.h, size.h)};
        x += size.w + kBranchGap;
    }
    return container(context, std::move(box), std::move(content));
}

Piece regionPiece(const Context& context, const ir::Sdfg& sdfg, const ir::Region& region, Box box) {
    Piece content = box.collapsed ? Piece{} : regionContent(context, sdfg, region);
    return container(context, std::move(box), std::move(content));
}

std::string jumpTitle(ir::Jump jump) {
    switch (jump) {
    case ir::Jump::breakLoop:
        return "break";
    case ir::Jump::continueLoop:
        return "continue";
    case ir::Jump::returnProgram:
        return "return";
    }
    return {};
}

} // namespace

Piece blockPiece(const Context& context, const ir::Sdfg& sdfg, const ir::Block& block, bool bare) {
    return std::visit(
        Overload{
            [&](const ir::State& state) { return statePiece(context, sdfg, block, state, bare); },
            [&](const ir::ControlFlowRegion& region) {
                return regionPiece(context, sdfg, region.body,
                                   blockBox(context, block, BoxKind::region, block.label));
            },
            [&](const ir::LoopRegion& loop) {
                return regionPiece(context, sdfg, loop.body,
                                   blockBox(context, block, BoxKind::loop, loopText(loop)));
            },
            [&](const ir::ConditionalBlock& conditional) {
                return conditionalPiece(context, sdfg, block, conditional);
            },
            [&](const ir::JumpBlock& jump) {
                return titledLeaf(context,
                                  blockBox(context, block, BoxKind::jump, jumpTitle(jump.jump)));
            },
            [&](const ir::UnknownBlock& unknown) {
                return titledLeaf(context, blockBox(context, block, BoxKind::unknownBlock,
                                                    block.label + " (" + unknown.typeName + ")"));
            },
        },
        block.kind);
}

Piece regionContent(const Context& context, const ir::Sdfg& sdfg, const ir::Region& region,
                    bool bareState) {
    Piece content;
    if (context.stopped())
        return content;
    ScopeGraph graph;
    std::vector<Piece> pieces;
    std::map<BlockId, int> positions;
    const bool bare = bareState && region.blocks.size() == 1;
    // The start block first: it is where depth-first search and the picture begin.
    std::vector<const ir::Block*> blocks;
    for (const auto& block : region.blocks)
        if (block->id == region.start)
            blocks.push_back(block.get());
    for (const auto& block : region.blocks)
        if (block->id != region.start)
            blocks.push_back(block.get());
    for (const ir::Block* block : blocks) {
        positions[block->id] = static_cast<int>(pieces.size());
        pieces.push_back(blockPiece(context, sdfg, *block, bare));
        graph.nodes.push_back(
            {pieces.back().size, ScopeNode::Pin::none, context.placeBefore(block->id)});
    }
    std::vector<const ir::InterstateEdge*> edges;
    for (const auto& edge : region.edges) {
        const auto from = positions.find(edge.src);
        const auto to = positions.find(edge.dst);
        if (from == positions.end() || to == positions.end())
            continue;
        ScopeEdge e{from->second, to->second, {}, {}, static_cast<int>(edges.size()), {}};
        const std::string text = elided(conditionText(edge), kMaxCondition);
        if (!text.empty() && e.from != e.to)
            e.label = {context.width(text) + 2 * kTextMargin, context.options.lineHeight + 4};
        graph.edges.push_back(e);
        edges.push_back(&edge);
    }
    Placement placement = context.place(graph);
    content.size = placement.size;
    for (std::size_t i = 0; i < pieces.size(); ++i)
        insert(content, std::move(pieces[i]), placement.nodes[i], -1);
    for (std::size_t e = 0; e < edges.size(); ++e) {
        Line line;
        line.id = edges[e]->id;
        line.kind = LineKind::interstate;
        line.from = edges[e]->src;
        line.to = edges[e]->dst;
        line.curve = std::move(placement.curves[e]);
        line.label = elided(conditionText(*edges[e]), kMaxCondition);
        line.labelAt = placement.labels[e];
        content.lines.push_back(std::move(line));
    }
    return content;
}

} // namespace mw::layout
