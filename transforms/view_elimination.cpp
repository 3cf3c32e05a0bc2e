#include "core/analysis/analysis.h"
#include "core/ir/edit.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/new_place.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/scope.h"

#include <fmt/format.h>

#include <algorithm>

// Views: what uses a part of a container through a view uses the container.
//
//     a -> [i: view(a[i, :]) -> [k: t(view[k])]]      =>      a -> [i: a[i, :] -> [k: t(a[i, k])]]
//
// Conditions, in this order:
//  1. The match names an access node.
//  2. It is a view that nothing else in the program uses and no caller sees, and is either read or
//     written.
//  3. One edge says what it looks at: a region, without steps, of a plain container of its type.
//  4. Its dimensions are dimensions of that region, by their strides.
//  5. Every memlet that uses the view can be led to the container. Code that counts elements itself
//     and libraries, where they get more than one, see the same dimensions; copies see them in the
//     same order.
//  6. No parameter of a map inside has the name of a symbol that says where the region is.
//
// Effect: the memlets name the container, and the view goes.

namespace mw::transforms::view_elimination {

namespace {

using symbolic::Subset;

struct Viewed {
    StateView at;
    const ir::Node* view = nullptr;
    const ir::Edge* viewing = nullptr; ///< says what it looks at
    bool reads = false;                ///< the view is read, else written
    const ir::Node* access = nullptr;  ///< of the container
    Placement placement;               ///< of the view in the container
    std::vector<Access> uses;

    const ir::StateIndex& index() const { return *at.index; }
    const ir::Sdfg& sdfg() const { return *at.sdfg; }
    const std::string& name() const { return view->as<ir::AccessNode>()->data; }
    const std::string& container() const { return access->as<ir::AccessNode>()->data; }
    const ir::DataDescriptor& data() const { return *sdfg().data(name()); }
    const ir::DataDescriptor& containerData() const { return *sdfg().data(container()); }
    NewPlace newPlace() const { return {sdfg(), name(), container(), placement}; }
};

const Pattern<Viewed>& pattern() {
    static const Pattern<Viewed> kPattern("an access node",
                                          {role<ir::AccessNode>("view", &Viewed::view)});
    return kPattern;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findNodes<ir::AccessNode, pattern>(
        view, region, [](const StateView& at, const ir::Node& node) {
            const std::string& name = node.as<ir::AccessNode>()->data;
            return labelIf(
                isView(*at.sdfg, node) && at.document->singleUseData(at.sdfg).contains(name), name);
        });
}

/// Condition 2.
MaybeRefusal checkView(const DocumentView& view, const Viewed& v) {
    if (isView(v.sdfg(), *v.view) && v.data().transient &&
        view.singleUseData(v.at.sdfg).contains(v.name()))
        return std::nullopt;
    return refuse(
        2, "not-one-view",
        fmt::format("{} is no view that is used here alone, or is an argument.", quoted(*v.view)),
        {v.view->id});
}

/// Condition 2; sets the edge that says what it looks at, and the others.
MaybeRefusal checkUses(Viewed& v) {
    v.viewing = analysis::viewingEdge(v.index(), *v.view).edge;
    v.reads = v.viewing && v.viewing->dst == v.view->id;
    bool alike = v.viewing != nullptr;
    for (const bool out : {true, false})
        for (const ir::Edge* edge :
             out ? v.index().outEdges(v.view->id) : v.index().inEdges(v.view->id))
            if (edge != v.viewing) {
                alike = alike && out == v.reads && !edge->memlet.empty();
                v.uses.push_back({edge, v.view, out});
            }
    if (alike && !v.uses.empty())
        return std::nullopt;
    return refuse(2, "not-only-read",
                  fmt::format("{} is not used at all, is read and written, orders other things, or "
                              "may look at several containers.",
                              quoted(*v.view)),
                  {v.view->id});
}

bool isPlain(const ir::DataDescriptor* data) {
    return data && (data->kind == ir::DataKind::array || data->isScalar());
}

bool hasSteps(const Subset& region) {
    return std::ranges::any_of(region.dims, [](const symbolic::Range& range) {
        return !range.isPoint() && !(range.step.isInteger(1) && range.tile.isInteger(1));
    });
}

/// Condition 3; sets the container and the region.
MaybeRefusal checkViewed(Viewed& v) {
    const auto path = analysis::memletPath(v.index(), *v.viewing);
    v.access = v.index().node(v.reads ? path.front()->src : path.back()->dst);
    const auto region = v.reads ? analysis::sourceSubset(v.index(), *v.viewing)
                                : analysis::destinationSubset(v.index(), *v.viewing);
    const bool known = v.access && v.access->as<ir::AccessNode>() &&
                       isPlain(v.sdfg().data(v.container())) && region &&
                       region->rank() == v.containerData().rank() && !hasSteps(*region);
    if (!known || v.containerData().dtype != v.data().dtype)
        return refuse(3, "unclear-view",
                      fmt::format("{} does not look at a known region of a plain container of its "
                                  "type.",
                                  quoted(*v.view)),
                      {v.view->id});
    v.placement.place = *region;
    return std::nullopt;
}

/// Condition 4; sets the placement.
MaybeRefusal checkDimensions(Viewed& v) {
    const auto dims = seenDimensions(v.data(), {}, v.containerData(), v.placement.place, false);
    if (!dims)
        return refuse(4, "other-dimensions",
                      fmt::format("The dimensions of {} are not those of the region of {} that it "
                                  "looks at.",
                                  quoted(*v.view), quoted(*v.access)),
                      {v.view->id, v.access->id});
    v.placement.region = analysis::wholeContainer(v.data());
    v.placement.dims = *dims;
    return std::nullopt;
}

/// In the container as in the view, apart from dimensions of one index.
bool keepsDimensionOrder(const Placement& placement) {
    std::size_t next = 0;
    for (const auto& dim : placement.dims)
        if (dim && *dim < next)
            return false;
        else if (dim)
            next = *dim + 1;
    return true;
}

bool keepsDimensions(const Viewed& v) {
    return v.data().rank() == v.containerData().rank() && keepsDimensionOrder(v.placement);
}

bool isWide(const Viewed& v, const ir::Edge& edge) {
    const auto region = v.reads ? analysis::sourceSubset(v.index(), edge)
                                : analysis::destinationSubset(v.index(), edge);
    return !region || !symbolic::expand(region->volume()).isInteger(1);
}

/// Condition 5.
MaybeRefusal checkUse(const Viewed& v, const Access& use) {
    if (auto refusal = checkMemlets(5, v.newPlace(), v.index(), use))
        return refusal;
    for (const ir::Edge* edge : treeOf(v.index(), use)) {
        const ir::Node& far = farEnd(v.index(), *edge, use.reads);
        const bool counts = far.as<ir::Tasklet>() || far.as<ir::LibraryNode>();
        const bool fits = counts ? keepsDimensions(v)
                                 : !far.as<ir::AccessNode>() || keepsDimensionOrder(v.placement);
        if (!fits && isWide(v, *edge))
            return refuse(5, "dimension-order",
                          fmt::format("{} would see the elements of {} in another order.",
                                      quoted(far), quoted(*v.view)),
                          {far.id, v.view->id});
    }
    return std::nullopt;
}

/// Condition 6.
MaybeRefusal checkParameters(const Viewed& v) {
    analysis::NameSet names;
    symbolic::collectSymbols(v.placement.place, names);
    for (const Access& use : v.uses)
        for (const ir::Edge* edge : treeOf(v.index(), use))
            for (NodeId scope = scopeOf(v.index(), *edge);
                 scope && scope != v.index().scope(v.view->id); scope = v.index().scope(scope)) {
                const auto* entry = v.index().node(scope)->as<ir::MapEntry>();
                if (entry && std::ranges::any_of(entry->map.params, [&](const auto& param) {
                        return names.contains(param);
                    }))
                    return refuse(6, "hidden-parameter",
                                  fmt::format("Inside of {} a name means something else that says "
                                              "where {} looks.",
                                              quoted(entry->map), quoted(*v.view)),
                                  {scope, v.view->id});
            }
    return std::nullopt;
}

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    auto& v = std::get<Viewed>(bound);
    if (auto refusal = checkView(view, v))
        return *refusal;
    for (MaybeRefusal (*condition)(Viewed&) : {checkUses, checkViewed, checkDimensions})
        if (auto refusal = condition(v))
            return *refusal;
    for (const Access& use : v.uses)
        if (auto refusal = checkUse(v, use))
            return *refusal;
    if (auto refusal = checkParameters(v))
        return *refusal;
    return Plan::of(std::move(v));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& v = plan.as<Viewed>();
    const BlockId state = v.at.id;
    ir::Editor editor(view.document());
    for (const Access& use : v.uses) {
        for (const ir::Edge* edge : treeOf(v.index(), use))
            retarget(editor, state, v.index(), v.sdfg(), *edge, use.reads, v.placement,
                     v.container());
        ir::Edge& moved = editor.edge(state, use.edge->id);
        if (use.reads) {
            moved.src = v.viewing->src;
            moved.srcConnector = v.viewing->srcConnector;
        } else {
            moved.dst = v.viewing->dst;
            moved.dstConnector = v.viewing->dstConnector;
        }
    }
    editor.removeNode(state, v.view->id);
    editor.replaced(v.view->id, v.access->id);
    editor.sdfg(v.sdfg().id).arrays.erase(v.name());
    if (const NodeId scope = v.index().scope(v.view->id))
        analysis::propagateScope(editor, state, scope);
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "view-elimination",
        "Use the container instead of a view",
        "Removes a view: what used it uses the part of the container that it looks at.",
        "Views name parts of fields, as a column or the neighbours of one element. They move "
        "nothing, but many transformations do not look through them. Without them the memlets say "
        "where the elements are.\n\n"
        "A view that gives the elements another shape has to stay.",
        Category::data,
        {},
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::view_elimination
