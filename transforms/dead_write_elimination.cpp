#include "core/analysis/analysis.h"
#include "core/analysis/names.h"
#include "core/ir/connectors.h"
#include "core/ir/edit.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/keep_order.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/side_effects.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

// Dead writes: a temporary that is written and never read goes, with everything that computes
// nothing else.
//
//     a -> map -> tmp                  =>
//     b -> map2 -> (tmp2, c)           =>      b -> map2 -> c
//
// Conditions, in this order:
//  1. The match names an access node.
//  2. It stands for a temporary array, scalar or stream, and no edge leaves it.
//  3. Nothing in the program reads that temporary: no other access node, and nothing by
//     its name: control flow, ranges, code, symbols of nested SDFGs.
//  4. What computes the value computes nothing that is needed: each tasklet, nested SDFG and
//  library
//     node that writes the temporary, or only feeds one of those, has no other output, and does
//     nothing beside its outputs.
//
// Effect: the access node goes, and those tasklets, nested SDFGs and library nodes; maps that are
// left without contents; connectors that are left without a use.

namespace mw::transforms::dead_write_elimination {

namespace {

/// Condition 1: what a match names.
struct Found {
    StateView at;
    const ir::Node* access = nullptr;

    const std::string& name() const { return access->as<ir::AccessNode>()->data; }
};

const Pattern<Found>& pattern() {
    static const Pattern<Found> kPattern("an access node",
                                         {role<ir::AccessNode>("access", &Found::access)});
    return kPattern;
}

/// Containers of one SDFG whose values something uses.
struct ReadData {
    analysis::NameSet names;
};

ReadData readIn(const DocumentView& view, const ir::Sdfg& sdfg, const analysis::NameSet& byName) {
    ReadData read{byName};
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        const auto at = view.state(block.id);
        const ir::Unnoted unnoted; // the whole state is
        for (const auto& node : state->nodes)
            if (const auto* access = node->as<ir::AccessNode>();
                access && !at->index->outEdges(node->id).empty())
                read.names.emplace(analysis::containerOf(access->data));
    });
    return read;
}

bool isRead(const DocumentView& view, const StateView& at, const std::string& name) {
    const auto find = [&](const ir::Sdfg& sdfg) {
        return readIn(view, sdfg, view.readByName(at.sdfg).all());
    };
    return view.kept().of<ReadData>(at.sdfg, find)->names.contains(name);
}

bool isTemporary(const StateView& at, const ir::Node& node) {
    const auto* access = node.as<ir::AccessNode>();
    const auto* data = access ? at.sdfg->data(access->data) : nullptr;
    return data && data->transient &&
           (data->kind == ir::DataKind::array || data->isScalar() ||
            data->kind == ir::DataKind::stream);
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findNodes<ir::AccessNode, pattern>(
        view, region, [](const StateView& at, const ir::Node& node) {
            const std::string& data = node.as<ir::AccessNode>()->data;
            return labelIf(isTemporary(at, node) && at.index->outEdges(node.id).empty() &&
                               !isRead(*at.document, at, data),
                           data);
        });
}

/// What goes: found from the access node backwards.
struct DeadPart {
    StateView at;
    std::set<NodeId> nodes;
    std::set<EdgeId> edges;
};

class DeadSearch {
public:
    explicit DeadSearch(const Found& found, const DocumentView& view)
        : view_(view), index_(*found.at.index), dead_{found.at, {}, {}} {
        takeData(*found.access);
    }

    /// Condition 4; otherwise `dead` is complete.
    MaybeRefusal run();
    const DeadPart& dead() const { return dead_; }

private:
    void takeData(const ir::Node& access);
    void takeCode(const ir::Node& code);
    void release(const ir::Edge& edge);
    bool takeEmptyMaps();
    bool allGone(std::span<const ir::Edge* const> edges) const {
        return std::ranges::all_of(edges,
                                   [&](const ir::Edge* e) { return dead_.edges.contains(e->id); });
    }

    const DocumentView& view_;
    const ir::StateIndex& index_;
    DeadPart dead_;
    std::vector<const ir::Node*> open_;    ///< access nodes whose writers are to be looked at
    std::vector<const ir::Node*> written_; ///< code and inner data that must have no other use
};

void DeadSearch::takeData(const ir::Node& access) {
    if (dead_.nodes.insert(access.id).second)
        open_.push_back(&access);
}

void DeadSearch::takeCode(const ir::Node& code) {
    if (!dead_.nodes.insert(code.id).second)
        return;
    written_.push_back(&code);
    for (const ir::Edge* edge : index_.inEdges(code.id))
        release(*edge);
}

/// An edge into something that goes: what only led there goes too.
void DeadSearch::release(const ir::Edge& edge) {
    dead_.edges.insert(edge.id);
    const ir::Node& from = *index_.node(edge.src);
    if (from.isEntry() && ir::isPassOut(edge.srcConnector)) {
        const bool used = std::ranges::any_of(index_.outEdges(from.id), [&](const ir::Edge* e) {
            return e->srcConnector == edge.srcConnector && !dead_.edges.contains(e->id);
        });
        const auto outer = ir::partner(edge.srcConnector, false);
        for (const ir::Edge* e : index_.inEdges(from.id))
            if (!used && outer && e->dstConnector == *outer)
                release(*e);
    }
    // Inside a map nothing may be left that leads nowhere.
    if (from.as<ir::AccessNode>() && index_.scope(from.id) && allGone(index_.outEdges(from.id))) {
        written_.push_back(&from);
        takeData(from);
    }
    if (from.isCode() && (!edge.memlet.empty() || allGone(index_.outEdges(from.id))))
        takeCode(from);
}

bool DeadSearch::takeEmptyMaps() {
    bool any = false;
    for (const auto& node : index_.state().nodes) {
        const NodeId exit = node->as<ir::MapEntry>() ? ir::exitOf(*node) : NodeId{};
        if (!index_.node(exit) || dead_.nodes.contains(node->id))
            continue;
        const auto inside = index_.children(node->id);
        if (!std::ranges::all_of(inside,
                                 [&](NodeId id) { return id == exit || dead_.nodes.contains(id); }))
            continue;
        dead_.nodes.insert({node->id, exit});
        written_.push_back(index_.node(exit));
        for (const ir::Edge* edge : index_.inEdges(node->id))
            release(*edge);
        any = true;
    }
    return any;
}

MaybeRefusal DeadSearch::run() {
    do {
        while (!open_.empty()) {
            const ir::Node& access = *open_.back();
            open_.pop_back();
            for (const ir::Edge* edge : index_.inEdges(access.id))
                for (const ir::Edge* leaf : analysis::branchesAbove(index_, *edge)) {
                    dead_.edges.insert(leaf->id);
                    const ir::Node& from = *index_.node(leaf->src);
                    if (isView(*dead_.at.sdfg, from))
                        written_.push_back(&from);
                    if (from.isCode())
                        takeCode(from);
                    else if (!from.isExit())
                        release(*leaf);
                }
        }
    } while (takeEmptyMaps() || !open_.empty());
    for (const ir::Node* node : written_) {
        const bool data = node->as<ir::AccessNode>();
        const bool needed = !allGone(index_.outEdges(node->id)) ||
                            (data ? !isTemporary(dead_.at, *node) ||
                                        !view_.singleUseData(dead_.at.sdfg)
                                             .contains(node->as<ir::AccessNode>()->data)
                                  : mayHaveEffect(*node));
        if (needed)
            return refuse(4, "still-needed",
                          fmt::format("{} is used elsewhere too, or does something beside its "
                                      "outputs.",
                                      quoted(*node)),
                          {node->id});
    }
    return std::nullopt;
}

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<Found>(bound);
    if (!isTemporary(found.at, *found.access) ||
        !found.at.index->outEdges(found.access->id).empty())
        return refuse(2, "not-unread",
                      fmt::format("{} is no temporary, or something is read from it here.",
                                  quoted(*found.access)),
                      {found.access->id});
    if (isRead(view, found.at, found.name()))
        return refuse(3, "read-elsewhere",
                      fmt::format("{} is read elsewhere in the program.", quoted(*found.access)),
                      {found.access->id});
    DeadSearch search(found, view);
    if (auto refusal = search.run())
        return *refusal;
    return Plan::of(DeadPart(search.dead()));
}

/// Connectors of maps that no edge is left at.
void removeConnectors(ir::Editor& editor, const DeadPart& dead) {
    for (const EdgeId id : dead.edges) {
        const ir::Edge& edge = *dead.at.index->edge(id);
        for (const bool source : {true, false}) {
            const ir::Node& node = *dead.at.index->node(source ? edge.src : edge.dst);
            const std::string& connector = source ? edge.srcConnector : edge.dstConnector;
            if (dead.nodes.contains(node.id) || (!node.isEntry() && !node.isExit()))
                continue;
            const auto edges =
                source ? dead.at.index->outEdges(node.id) : dead.at.index->inEdges(node.id);
            const bool used = std::ranges::any_of(edges, [&](const ir::Edge* other) {
                return !dead.edges.contains(other->id) &&
                       (source ? other->srcConnector : other->dstConnector) == connector;
            });
            if (!used)
                (source ? editor.node(dead.at.id, node.id).out
                        : editor.node(dead.at.id, node.id).in)
                    .erase(connector);
        }
    }
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& dead = plan.as<DeadPart>();
    ir::Editor editor(view.document());
    removeConnectors(editor, dead);
    std::vector<NodeId> sources;
    std::set<NodeId> ends;
    for (const EdgeId id : dead.edges) {
        const ir::Edge& edge = *dead.at.index->edge(id);
        sources.push_back(edge.src);
        ends.insert({edge.src, edge.dst});
        editor.removeEdge(dead.at.id, id);
    }
    for (const NodeId id : dead.nodes)
        editor.removeNode(dead.at.id, id);
    holdInScope(editor, dead.at.id, *dead.at.index, ends);
    std::erase_if(sources, [&](NodeId id) { return dead.nodes.contains(id); });
    removeIsolated(editor, dead.at.id, sources);
    removeUnusedTemporaries(editor, view, dead.at);
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "dead-write-elimination",
        "Remove what computes a temporary that nobody reads",
        "Removes a temporary that is written and never read, and what computes it alone.",
        "Rewrites leave results behind that nothing needs any more. The temporary goes, with the "
        "tasklets, nested SDFGs and maps that compute nothing else, and with the inputs that only "
        "they read.\n\n"
        "What also computes something that is needed stays, and then the temporary stays too.",
        Category::simplification,
        {},
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::dead_write_elimination
