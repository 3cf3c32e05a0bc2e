// The effect of the loop blocking: buffers and copies first, then the inner map.

#include "core/analysis/analysis.h"
#include "core/conventions/conventions.h"
#include "transforms/loop_blocking/plan.h"
#include "transforms/toolkit/nest_map.h"
#include "transforms/toolkit/rename.h"

#include <fmt/format.h>

namespace mw::transforms {

namespace {

using symbolic::Expr;

constexpr std::int64_t kMostUnrolled = 64; ///< more makes compilers slow and the code too large

class Blocking {
public:
    Blocking(const ir::DocumentPtr& document, const BlockingPlan& plan)
        : editor_(document), plan_(plan), state_(plan.at.id), sdfg_(plan.at.sdfg->id),
          staying_(plan.partition.independent) {}

    ir::EditResult run() {
        for (const Promotion& promotion : plan_.promotions)
            promote(promotion);
        for (std::size_t i = 0; i < plan_.partition.results.size(); ++i)
            copyResult(*plan_.partition.results[i], i);
        nestMap(editor_, state_, sdfg_, plan_.entry, takeInnerMap(), staying_);
        return editor_.commit();
    }

private:
    void promote(const Promotion& promotion);
    void copyResult(const ir::Edge& result, std::size_t number);
    ir::Map takeInnerMap();
    const ir::StateIndex& index() const { return *plan_.at.index; }

    ir::Editor editor_;
    const BlockingPlan& plan_;
    BlockId state_;
    SdfgId sdfg_;
    std::set<NodeId> staying_;
};

/// Reads the region once, outside of the inner map.
void Blocking::promote(const Promotion& promotion) {
    const ir::DataDescriptor& container = *plan_.at.sdfg->data(promotion.container());
    const NodeId buffer = addReplacement(editor_, state_, sdfg_, container, promotion.part,
                                         "__loopblocking_promoted_data_" + promotion.container());
    staying_.insert(buffer);
    const std::string name = editor_.node(state_, buffer).as<ir::AccessNode>()->data;
    ir::Edge filling;
    filling.src = plan_.entry;
    filling.srcConnector = promotion.edges.front()->srcConnector;
    filling.dst = buffer;
    filling.memlet = ir::Memlet::of(promotion.container(), promotion.part.region);
    filling.memlet.otherSubset = promotion.part.inReplacement().place;
    filling.memlet.isDataSource = true;
    editor_.addEdge(state_, std::move(filling));
    for (const ir::Edge* edge : promotion.edges) {
        for (const ir::Edge* below : analysis::branchesBelow(index(), *edge))
            retarget(editor_, state_, index(), *plan_.at.sdfg, *below, true,
                     promotion.part.inReplacement(), name);
        ir::Edge& moved = editor_.edge(state_, edge->id);
        moved.src = buffer;
        moved.srcConnector.clear();
    }
    const ir::DataPtr data = *editor_.sdfg(sdfg_).arrays.find(name);
    applyLayout(editor_, promotion.layout, *data, "loop_blocking_strides_");
}

/// The scalar is computed once per block, and written in every iteration.
void Blocking::copyResult(const ir::Edge& result, std::size_t number) {
    const auto& scalar = index().node(result.src)->as<ir::AccessNode>()->data;
    const auto path = analysis::memletPath(index(), result);
    const std::string target = index().node(path.back()->dst)->as<ir::AccessNode>()->data;
    ir::Node copy;
    copy.in["__inp"] = {ir::ScalarType::none, {}};
    copy.out["__out"] = {ir::ScalarType::none, {}};
    ir::Tasklet tasklet;
    tasklet.label = fmt::format("loop_blocking_copy_tlet_{}_{}", scalar, number);
    tasklet.code = {"__out = __inp", ir::Language::Python};
    copy.kind = std::move(tasklet);
    const NodeId node = editor_.addNode(state_, std::move(copy));
    ir::Edge read;
    read.src = result.src;
    read.dst = node;
    read.dstConnector = "__inp";
    read.memlet = ir::Memlet::of(scalar, analysis::wholeContainer(*plan_.at.sdfg->data(scalar)));
    read.memlet.isDataSource = true;
    editor_.addEdge(state_, std::move(read));
    const auto written = analysis::destinationSubset(index(), result);
    ir::Edge& write = editor_.edge(state_, result.id);
    write.src = node;
    write.srcConnector = "__out";
    write.memlet = ir::Memlet::of(target, *written);
    write.memlet.isDataSource = false;
}

/// The outer map counts blocks from now on; what remains is a map over one of them.
ir::Map Blocking::takeInnerMap() {
    const std::string coarse = freshName(
        editor_, sdfg_,
        std::string(conventions::kBlocksOf) +
            editor_.node(state_, plan_.entry).as<ir::MapEntry>()->map.params[plan_.dimension]);
    ir::Map& outer = editor_.node(state_, plan_.entry).as<ir::MapEntry>()->map;
    const std::string parameter = std::exchange(outer.params[plan_.dimension], coarse);
    const symbolic::Range range = outer.range.dims[plan_.dimension];
    const Expr size = symbolic::simplify(range.end - range.begin + Expr(1));
    const Expr blocks = symbolic::intCeil(size, plan_.blockSize);
    outer.range.dims[plan_.dimension] = {0, symbolic::simplify(blocks - Expr(1)), 1, 1};
    const Expr begin =
        symbolic::simplify(range.begin + Expr::symbol(coarse) * Expr(plan_.blockSize));
    const Expr next = symbolic::simplify(begin + Expr(plan_.blockSize));
    const Expr end = symbolic::min(next, symbolic::simplify(range.end + Expr(1))) - Expr(1);
    ir::Map inner;
    inner.label = "inner_" + outer.label;
    inner.params = {parameter};
    inner.range.dims = {{begin, end, 1, 1}};
    inner.schedule = ir::Schedule::Sequential;
    inner.unroll = plan_.unroll && plan_.blockSize <= kMostUnrolled;
    inner.unrollFactor = inner.unroll ? static_cast<int>(plan_.blockSize) : 0;
    return inner;
}

} // namespace

ir::EditResult block(const ir::DocumentPtr& document, const BlockingPlan& plan) {
    return Blocking(document, plan).run();
}

} // namespace mw::transforms
