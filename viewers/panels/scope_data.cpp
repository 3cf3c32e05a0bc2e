// What a map reads and writes as a whole, named by the containers that hold the data.
#include "viewers/panels/scope_data.h"

#include "core/analysis/analysis.h"
#include "core/analysis/path_ends.h"
#include "core/ir/connectors.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/panel.h"

#include <QStringList>

namespace mw::viewers {

namespace {

using symbolic::Subset;

/// Views of views and nested SDFGs end somewhere; a damaged file need not.
constexpr int kMaxSteps = 256;

/// Follows one memlet at the border of a scope to the container that holds the data.
class DataOrigin {
public:
    DataOrigin(const ir::DocumentIndex& index, const ir::DocumentIndex::Place& place,
               const ir::Edge& edge, bool read, const ExprWriter& writer)
        : index_(index), writer_(writer), read_(read), sdfg_(place.sdfg), inside_(*place.sdfg),
          block_(place.block), data_(edge.memlet.data), region_(edge.memlet.subset) {
        const ir::StateIndex state(*block_->as<ir::State>());
        const analysis::PathEnds ends(state);
        node_ = read ? ends.source(edge) : ends.target(edge);
        for (int step = 0; step < kMaxSteps && (throughView() || throughNestedSdfg()); ++step) {
        }
    }

    const std::string& container() const { return data_; }

    QString text(const ir::Memlet& memlet) const {
        auto text = (whole_ ? QString() : Panel::tr("within ")) + regionText();
        if (text.isEmpty())
            text = Panel::tr("some of it");
        text += Panel::tr("   volume ") + writer_.volume(inside_, memlet);
        if (!way_.isEmpty())
            text += Panel::tr("   through ") + way_.join(QStringLiteral(", "));
        return text;
    }

private:
    QString regionText() const { return region_ ? writer_.text(*sdfg_, *region_) : QString(); }

    /// To `data` and `region` one step further out; what was not all of the container here is
    /// within that region there.
    void stepTo(const std::string& data, const std::optional<Subset>& region) {
        const auto* here = sdfg_->data(data_);
        whole_ = whole_ && here && region_ && *region_ == analysis::wholeContainer(*here);
        way_ << qs(data_) + regionText();
        data_ = data;
        region_ = region;
    }

    bool throughView() {
        const auto* here = sdfg_->data(data_);
        const auto* access = node_ ? node_->as<ir::AccessNode>() : nullptr;
        if (!here || here->kind != ir::DataKind::view || !access || access->data != data_)
            return false;
        const ir::StateIndex state(*block_->as<ir::State>());
        const auto* edge = analysis::viewingEdge(state, *node_).edge;
        if (!edge)
            return false;
        const bool viewedBefore = edge->dst == node_->id;
        const analysis::PathEnds ends(state);
        const auto* viewed = viewedBefore ? ends.source(*edge) : ends.target(*edge);
        const auto* container = viewed ? viewed->as<ir::AccessNode>() : nullptr;
        if (!container)
            return false;
        stepTo(container->data, viewedBefore ? analysis::sourceSubset(state, *edge)
                                             : analysis::destinationSubset(state, *edge));
        node_ = viewed;
        return true;
    }

    bool throughNestedSdfg() {
        const auto* here = sdfg_->data(data_);
        const auto* inside = index_.find(sdfg_->id);
        const auto* around = inside ? index_.find(inside->parent) : nullptr;
        if (!here || here->transient || !around || !around->node || !around->block)
            return false;
        const ir::StateIndex state(*around->block->as<ir::State>());
        const auto* edge = edgeOfConnector(state, *around->node);
        if (!edge || edge->memlet.empty())
            return false;
        stepTo(edge->memlet.data, edge->memlet.subset);
        const analysis::PathEnds ends(state);
        node_ = edge->dst == around->node->id ? ends.source(*edge) : ends.target(*edge);
        // `node_` refers into the document; the place of the nested SDFG says where.
        sdfg_ = around->sdfg;
        block_ = around->block;
        return true;
    }

    /// The edge that binds a connector: the incoming one for reads, the outgoing one for writes,
    /// else the one there is.
    const ir::Edge* edgeOfConnector(const ir::StateIndex& state, const ir::Node& nested) const {
        const ir::Edge* in = nullptr;
        const ir::Edge* out = nullptr;
        for (const auto* edge : state.inEdges(nested.id))
            if (edge->dstConnector == data_)
                in = edge;
        for (const auto* edge : state.outEdges(nested.id))
            if (edge->srcConnector == data_)
                out = edge;
        return (read_ ? in : out) ? (read_ ? in : out) : (read_ ? out : in);
    }

    const ir::DocumentIndex& index_;
    const ExprWriter& writer_;
    bool read_;
    const ir::Sdfg* sdfg_;
    const ir::Sdfg& inside_; ///< that the scope stands in
    const ir::Block* block_;
    const ir::Node* node_ = nullptr;
    std::string data_;
    std::optional<Subset> region_;
    bool whole_ = true; ///< `region_` is exactly what the scope's memlet names
    QStringList way_;   ///< what stands between, from the scope outwards
};

/// Memlets at one side of a scope. What only orders, and values for ranges, stand apart.
class ScopeSide {
public:
    ScopeSide(const ir::DocumentIndex& index, const ir::DocumentIndex::Place& place, bool read,
              const ExprWriter& writer)
        : index_(index), place_(place), read_(read), writer_(writer) {}

    void add(const ir::Edge& edge) {
        const auto& far = read_ ? edge.src : edge.dst;
        if (edge.memlet.empty()) {
            order.lines.push_back({read_ ? Panel::tr("after") : Panel::tr("before"),
                                   elementTitle(index_, far),
                                   false,
                                   {edge.id}});
            return;
        }
        const DataOrigin origin(index_, place_, edge, read_, writer_);
        auto text = origin.text(edge.memlet);
        if (read_ && ir::isDynamicInput(edge.dstConnector))
            text += Panel::tr("   as ") + qs(edge.dstConnector);
        if (!read_ && !edge.memlet.wcr.empty())
            text += Panel::tr("   on conflict ") + qs(edge.memlet.wcr);
        data.lines.push_back({qs(origin.container()), text, false, {edge.id}});
    }

    PropertyGroup data, order;

private:
    const ir::DocumentIndex& index_;
    const ir::DocumentIndex::Place& place_;
    bool read_;
    const ExprWriter& writer_;
};

} // namespace

std::vector<PropertyGroup> describeScopeData(const ir::DocumentIndex& index, NodeId node,
                                             const ExprWriter& writer) {
    const auto* place = index.find(node);
    const auto* block = place && place->node && place->block ? place->block : nullptr;
    const auto* inState = block ? block->as<ir::State>() : nullptr;
    if (!inState)
        return {};
    const auto entry = place->node->isExit() ? ir::entryOf(*place->node) : node;
    const auto exit = place->node->isExit() ? node : ir::exitOf(*place->node);
    const ir::StateIndex state(*inState);
    ScopeSide reads(index, *place, true, writer);
    ScopeSide writes(index, *place, false, writer);
    if (state.node(entry))
        for (const auto* edge : state.inEdges(entry))
            reads.add(*edge);
    if (state.node(exit))
        for (const auto* edge : state.outEdges(exit))
            writes.add(*edge);
    reads.data.title = Panel::tr("Reads");
    writes.data.title = Panel::tr("Writes");
    PropertyGroup order{Panel::tr("Order"), std::move(reads.order.lines)};
    order.lines.insert(order.lines.end(), writes.order.lines.begin(), writes.order.lines.end());
    std::vector<PropertyGroup> groups;
    for (auto* group : {&reads.data, &writes.data, &order})
        if (!group->lines.empty())
            groups.push_back(std::move(*group));
    return groups;
}

} // namespace mw::viewers
