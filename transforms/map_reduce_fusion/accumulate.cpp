// A map whose iterations accumulate what a Reduce node would combine: the accumulator, and where
// it starts and ends.

#include "core/analysis/analysis.h"
#include "core/ir/connectors.h"
#include "transforms/map_reduce_fusion/plan.h"
#include "transforms/toolkit/nest_map.h"
#include "transforms/toolkit/rename.h"

#include <algorithm>

namespace mw::transforms {

namespace {

using symbolic::Range;
using symbolic::Subset;

class Accumulation {
public:
    Accumulation(const ir::DocumentPtr& document, const ReducePlan& plan)
        : plan_(plan), editor_(document) {}

    ir::EditResult run();

private:
    EdgeId leadElement();
    NodeId addTasklet(const std::string& label, const std::string& code, ir::Connectors in);
    EdgeId connect(NodeId from, const std::string& out, NodeId to, const std::string& in,
                   ir::Memlet memlet);
    void nest();
    void addAccumulator();
    void start();
    void finish();
    ir::Memlet accumulated(bool combining) const;
    ir::Memlet copyTo(const Subset& region) const;
    ir::Edge& leaving();
    void moveBefore(NodeId node, NodeId place);

    const ReducePlan& plan_;
    ir::Editor editor_;
    NodeId entry_, exit_; ///< of the map over the reduced dimensions
    NodeId first_, last_; ///< access nodes of the accumulator: started, complete
    std::string accumulator_;
    EdgeId element_; ///< what each iteration adds -> exit
};

const std::string kOut = "out";

/// Adds an edge with these ends.
EdgeId Accumulation::connect(NodeId from, const std::string& out, NodeId to, const std::string& in,
                             ir::Memlet memlet) {
    ir::Edge edge;
    edge.src = from;
    edge.srcConnector = out;
    edge.dst = to;
    edge.dstConnector = in;
    edge.memlet = std::move(memlet);
    return editor_.addEdge(plan_.state(), std::move(edge));
}

NodeId Accumulation::addTasklet(const std::string& label, const std::string& code,
                                ir::Connectors in) {
    ir::Tasklet tasklet;
    tasklet.label = label;
    tasklet.code.text = code;
    ir::Node node;
    node.in = std::move(in);
    node.out[kOut] = {ir::ScalarType::none, {}};
    node.kind = std::move(tasklet);
    return editor_.addNode(plan_.state(), std::move(node));
}

/// A tasklet hands its value to the accumulator; anything else hands it to a tasklet, through a
/// container of one element. Gives the edge to the map's exit.
EdgeId Accumulation::leadElement() {
    if (plan_.writer().as<ir::Tasklet>())
        return plan_.producer->id;
    const ir::DataDescriptor& data = *plan_.sdfg().data(plan_.temporary());
    const NodeId local = addReplacement(editor_, plan_.state(), plan_.sdfg().id, data, plan_.part(),
                                        "local_" + plan_.temporary());
    const std::string name = editor_.node(plan_.state(), local).as<ir::AccessNode>()->data;
    for (const ir::Edge* edge : analysis::branchesAbove(plan_.index(), *plan_.producer))
        retarget(editor_, plan_.state(), plan_.index(), plan_.sdfg(), *edge, false,
                 plan_.part().inReplacement(), name);
    applyLayout(editor_, plan_.layout, **editor_.sdfg(plan_.sdfg().id).arrays.find(name),
                "local_strides_");
    ir::Edge& produced = editor_.edge(plan_.state(), plan_.producer->id);
    const std::string connector = produced.dstConnector;
    produced.dst = local;
    produced.dstConnector.clear();
    const NodeId tasklet =
        addTasklet("accumulate", "out = value", {{"value", {ir::ScalarType::none, {}}}});
    connect(local, {}, tasklet, "value", ir::Memlet::of(name, Subset{{Range::point(0)}}));
    return connect(tasklet, kOut, plan_.map.exit->id, connector,
                   ir::Memlet::of(plan_.temporary(), plan_.element));
}

/// Leaves the map the kept parameters; a sequential map of the others inside, or the map itself
/// where nothing is kept.
void Accumulation::nest() {
    entry_ = plan_.map.entry->id;
    exit_ = plan_.map.exit->id;
    const ir::Map before = plan_.map.map();
    ir::Map& map = editor_.node(plan_.state(), entry_).as<ir::MapEntry>()->map;
    const auto choose = [&](ir::Map& into, const std::vector<std::size_t>& parameters) {
        into.params.clear();
        into.range.dims.clear();
        for (const std::size_t p : parameters) {
            into.params.push_back(before.params[p]);
            into.range.dims.push_back(before.range.dims[p]);
        }
        into.gpuBlockSize.clear();
        into.collapse = 1;
    };
    if (plan_.kept.empty()) {
        choose(map, plan_.reduced);
        map.schedule = ir::Schedule::Sequential;
        return;
    }
    choose(map, plan_.kept);
    ir::Map inner;
    choose(inner, plan_.reduced);
    inner.label = before.label + "_" + inner.params.front();
    inner.schedule = ir::Schedule::Sequential;
    std::tie(entry_, exit_) =
        nestMap(editor_, plan_.state(), plan_.sdfg().id, entry_, std::move(inner));
}

void Accumulation::addAccumulator() {
    accumulator_ = freshName(editor_, plan_.sdfg().id, "reduced_" + plan_.temporary());
    auto data = ir::DataDescriptor::scalar(ir::ScalarType::none, true);
    data.dtype = plan_.sdfg().data(plan_.temporary())->dtype;
    data.storage = ir::Storage::Register;
    editor_.sdfg(plan_.sdfg().id)
        .arrays.set(accumulator_, std::make_shared<const ir::DataDescriptor>(std::move(data)));
    for (NodeId* id : {&first_, &last_}) {
        ir::Node node;
        node.kind = ir::AccessNode{accumulator_, false};
        *id = editor_.addNode(plan_.state(), std::move(node));
    }
}

ir::Memlet Accumulation::accumulated(bool combining) const {
    auto memlet = ir::Memlet::of(accumulator_, Subset{{Range::point(0)}});
    if (combining) {
        memlet.wcr = plan_.reduction.conflict;
        memlet.wcrNonatomic = true;
    }
    return memlet;
}

ir::Memlet Accumulation::copyTo(const Subset& region) const {
    auto memlet = ir::Memlet::of(plan_.result->memlet.data, region);
    memlet.otherSubset = Subset{{Range::point(0)}};
    memlet.isDataSource = false;
    return memlet;
}

/// The last node of the state goes in front of another one.
void Accumulation::moveBefore(NodeId node, NodeId place) {
    auto& nodes = editor_.state(plan_.state()).nodes;
    const auto at = [&](NodeId id) {
        return std::ranges::find_if(nodes, [&](const ir::NodePtr& one) { return one->id == id; });
    };
    const ir::NodePtr moved = *at(node);
    nodes.erase(at(node));
    nodes.insert(at(place), moved);
}

/// The accumulator gets the identity before the map over the reduced dimensions begins.
void Accumulation::start() {
    const NodeId tasklet =
        addTasklet("start_" + plan_.temporary(), kOut + " = " + plan_.reduction.identity, {});
    const NodeId around = plan_.kept.empty() ? plan_.index().scope(entry_) : plan_.map.entry->id;
    if (around)
        connect(around, {}, tasklet, {}, {});
    connect(tasklet, kOut, first_, {}, accumulated(false));
    connect(first_, {}, entry_, {}, {});
    moveBefore(tasklet, entry_);
    moveBefore(first_, entry_);
}

/// The edge by which the accumulated values leave the map over the reduced dimensions.
ir::Edge& Accumulation::leaving() {
    const std::string connector =
        ir::passOut(ir::passedIn(editor_.edge(plan_.state(), element_).dstConnector));
    const auto& edges = editor_.state(plan_.state()).edges;
    const auto found = std::ranges::find_if(edges, [&](const ir::EdgePtr& edge) {
        return edge->src == exit_ && edge->srcConnector == connector;
    });
    return editor_.edge(plan_.state(), (*found)->id);
}

/// The iterations combine; the value goes to where the Reduce node wrote it, through the outer map
/// where there is one.
void Accumulation::finish() {
    editor_.edge(plan_.state(), element_).memlet = accumulated(true);
    ir::Edge& complete = leaving();
    const std::string connector = complete.dstConnector;
    complete.dst = last_;
    complete.dstConnector.clear();
    complete.memlet = accumulated(true);
    const ir::Edge& result = *plan_.result;
    if (plan_.kept.empty()) {
        connect(last_, {}, result.dst, result.dstConnector, copyTo(plan_.target));
        const bool later =
            plan_.index().position(plan_.reduce->id) > plan_.index().position(plan_.access->id);
        moveBefore(last_, later ? plan_.reduce->id : plan_.access->id);
        return;
    }
    connect(last_, {}, plan_.map.exit->id, connector, copyTo(plan_.target));
    moveBefore(last_, plan_.map.exit->id);
    ir::Edge& outside = editor_.edge(plan_.state(), plan_.written->id);
    outside.dst = result.dst;
    outside.dstConnector = result.dstConnector;
    outside.memlet = result.memlet;
}

ir::EditResult Accumulation::run() {
    element_ = leadElement();
    nest();
    addAccumulator();
    start();
    finish();
    editor_.removeNode(plan_.state(), plan_.access->id);
    editor_.removeNode(plan_.state(), plan_.reduce->id);
    editor_.replaced(plan_.access->id, last_);
    editor_.sdfg(plan_.sdfg().id).arrays.erase(plan_.temporary());
    analysis::propagateScope(editor_, plan_.state(), entry_);
    return editor_.commit();
}

} // namespace

ir::EditResult accumulate(const ir::DocumentPtr& document, const ReducePlan& plan) {
    return Accumulation(document, plan).run();
}

} // namespace mw::transforms
