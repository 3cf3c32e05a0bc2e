// Carries the strides of a replaced container to everything that looks at a part of it.

#include "transforms/toolkit/relayout.h"

#include "core/analysis/names.h"
#include "transforms/toolkit/memory_size.h"
#include "transforms/toolkit/rename.h"

#include <algorithm>

namespace mw::transforms {

namespace {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;
using Reason = LayoutObstacle::Reason;

bool sameValue(const Expr& a, const Expr& b) {
    return a == b || symbolic::equal(a, b);
}

/// The dimension of `outer` that a dimension of extent `extent` and stride `stride` runs over
/// within `region`; the only one that is not in use yet.
std::optional<std::size_t> dimensionOf(const Expr& extent, const Expr& stride,
                                       const ir::DataDescriptor& outer, const Subset& region,
                                       const std::vector<bool>& used, bool allStays) {
    std::optional<std::size_t> found;
    for (std::size_t d = 0; d < region.rank(); ++d) {
        const Range& range = region.dims[d];
        if (used[d] || range.isPoint() || !range.step.isInteger(1) || !range.tile.isInteger(1) ||
            !sameValue(stride, outer.strides[d]) ||
            !(sameValue(extent, range.size()) ||
              (allStays && range.begin.isInteger(0) && sameValue(extent, outer.shape[d]))))
            continue;
        if (found)
            return std::nullopt;
        found = d;
    }
    return found;
}

} // namespace

std::optional<SeenDims> seenDimensions(const ir::DataDescriptor& seen,
                                       const symbolic::Substitution& mapping,
                                       const ir::DataDescriptor& outer, const Subset& region,
                                       bool allStays) {
    if (region.rank() != outer.rank() || seen.strides.size() != seen.rank() ||
        !seen.startOffset.isInteger(0))
        return std::nullopt;
    SeenDims dims;
    std::vector<bool> used(outer.rank(), false);
    for (std::size_t s = 0; s < seen.rank(); ++s) {
        const Expr extent = symbolic::substitute(seen.shape[s], mapping);
        if (extent.isInteger(1)) {
            dims.emplace_back();
            continue;
        }
        const auto d = dimensionOf(extent, symbolic::substitute(seen.strides[s], mapping), outer,
                                   region, used, allStays);
        if (!d)
            return std::nullopt;
        used[*d] = true;
        dims.emplace_back(d);
    }
    return dims;
}

namespace {

class LayoutPlan {
public:
    LayoutPlan(const DocumentView& view, std::vector<LayoutChange>& changes, bool allStays)
        : view_(view), changes_(changes), allStays_(allStays) {}

    struct Level {
        BlockId state;
        const ir::StateIndex* index;
        const ir::Sdfg* sdfg;
        std::vector<NestedStep> path;
    };
    std::optional<LayoutObstacle> follow(const Level& level, const ir::Edge& edge, bool atSource,
                                         const std::string& container, const SeenDims& dims);

private:
    std::optional<LayoutObstacle> inNested(const Level& level, const ir::Node& node,
                                           const std::string& connector,
                                           const ir::DataDescriptor& outer, const Subset& region,
                                           const SeenDims& dims);
    std::optional<LayoutObstacle> inView(const Level& level, const ir::Node& node,
                                         const ir::Edge& viewing, const ir::DataDescriptor& outer,
                                         const Subset& region, const SeenDims& dims);
    std::optional<LayoutObstacle> allEdges(const Level& level, const ir::Node& node,
                                           const ir::Edge* except, const std::string& container,
                                           const SeenDims& dims);
    std::optional<SeenDims> record(const Level& level, const SdfgId& sdfg,
                                   const std::string& container, const ir::DataDescriptor& seen,
                                   const symbolic::Substitution& mapping,
                                   const ir::DataDescriptor& outer, const Subset& region,
                                   const SeenDims& outerDims);

    const DocumentView& view_;
    std::vector<LayoutChange>& changes_;
    bool allStays_;
};

/// Adds the change of one descriptor; its dimensions in the replacement.
std::optional<SeenDims> LayoutPlan::record(const Level& level, const SdfgId& sdfg,
                                           const std::string& container,
                                           const ir::DataDescriptor& seen,
                                           const symbolic::Substitution& mapping,
                                           const ir::DataDescriptor& outer, const Subset& region,
                                           const SeenDims& outerDims) {
    auto dims = seenDimensions(seen, mapping, outer, region, allStays_);
    if (!dims)
        return std::nullopt;
    for (auto& d : *dims) {
        if (!d)
            continue;
        d = outerDims[*d];
        if (!d)
            return std::nullopt; // several elements where the replacement has one
    }
    changes_.push_back({sdfg, container, *dims, level.path});
    return dims;
}

std::optional<LayoutObstacle> LayoutPlan::follow(const Level& level, const ir::Edge& edge,
                                                 bool atSource, const std::string& container,
                                                 const SeenDims& dims) {
    const ir::Node& other = *level.index->node(atSource ? edge.dst : edge.src);
    const auto* outer = level.sdfg->data(container);
    const auto region = atSource ? analysis::sourceSubset(*level.index, edge)
                                 : analysis::destinationSubset(*level.index, edge);
    const bool known = outer && region && region->rank() == dims.size();
    if (const auto* nested = other.as<ir::NestedSdfg>()) {
        if (!known)
            return LayoutObstacle{Reason::unknown, other.id,
                                  "the nested SDFG '" + nested->label + "'"};
        return inNested(level, other, atSource ? edge.dstConnector : edge.srcConnector, *outer,
                        *region, dims);
    }
    if (const auto* access = other.as<ir::AccessNode>()) {
        const auto* data = level.sdfg->data(analysis::containerOf(access->data));
        if (data && data->kind == ir::DataKind::reference)
            return LayoutObstacle{Reason::reference, other.id, "'" + access->data + "'"};
        if (!data || data->kind != ir::DataKind::view ||
            analysis::viewingEdge(*level.index, other).edge != &edge)
            return std::nullopt; // a copy
        if (!known)
            return LayoutObstacle{Reason::unknown, other.id, "the view '" + access->data + "'"};
        return inView(level, other, edge, *outer, *region, dims);
    }
    if (const auto* tasklet = other.as<ir::Tasklet>())
        if (tasklet->code.language != ir::Language::Python &&
            !(region && symbolic::expand(region->volume()).isInteger(1)))
            return LayoutObstacle{Reason::rawCode, other.id,
                                  "the tasklet '" + tasklet->label + "'"};
    if (other.as<ir::UnknownNode>())
        return LayoutObstacle{Reason::unknown, other.id, ir::displayName(other)};
    return std::nullopt;
}

std::optional<LayoutObstacle> LayoutPlan::inNested(const Level& level, const ir::Node& node,
                                                   const std::string& connector,
                                                   const ir::DataDescriptor& outer,
                                                   const Subset& region, const SeenDims& dims) {
    const auto& nested = *node.as<ir::NestedSdfg>();
    const std::string what = "the nested SDFG '" + nested.label + "'";
    const auto* inner = nested.sdfg ? nested.sdfg->data(connector) : nullptr;
    if (!inner || (node.in.contains(connector) && node.out.contains(connector)))
        return LayoutObstacle{Reason::shape, node.id, what};
    Level inside{{}, nullptr, nested.sdfg.get(), level.path};
    inside.path.push_back({level.state, node.id, nested.sdfg->id});
    SeenDims seen(inner->rank());
    if (!inner->isSingleElement()) {
        const auto found = inner->kind == ir::DataKind::array
                               ? record(inside, nested.sdfg->id, connector, *inner,
                                        nested.symbolMapping, outer, region, dims)
                               : std::nullopt;
        if (!found)
            return LayoutObstacle{Reason::shape, node.id, what};
        seen = *found;
    }
    std::optional<LayoutObstacle> obstacle;
    const ir::Unnoted partOfTheNode;
    ir::forEachBlock(nested.sdfg->body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state || obstacle)
            return;
        std::optional<StateView> indexed;
        for (const auto& innerNode : state->nodes) {
            const auto* access = innerNode->as<ir::AccessNode>();
            if (obstacle || !access || access->data != connector)
                continue;
            if (!indexed)
                indexed = view_.state(block.id);
            const Level here{block.id, indexed->index.get(), inside.sdfg, inside.path};
            obstacle = allEdges(here, *innerNode, nullptr, connector, seen);
        }
    });
    return obstacle;
}

std::optional<LayoutObstacle> LayoutPlan::inView(const Level& level, const ir::Node& node,
                                                 const ir::Edge& viewing,
                                                 const ir::DataDescriptor& outer,
                                                 const Subset& region, const SeenDims& dims) {
    const auto& name = node.as<ir::AccessNode>()->data;
    const auto& view = *level.sdfg->data(name);
    int uses = 0;
    ir::forEachBlock(level.sdfg->body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            for (const auto& other : state->nodes)
                if (const auto* access = other->as<ir::AccessNode>())
                    uses += access->data == name ? 1 : 0;
    });
    if (uses != 1)
        return LayoutObstacle{Reason::sharedView, node.id, "the view '" + name + "'"};
    SeenDims seen(view.rank());
    if (!view.isSingleElement()) {
        const auto found = record(level, level.sdfg->id, name, view, {}, outer, region, dims);
        if (!found)
            return LayoutObstacle{Reason::shape, node.id, "the view '" + name + "'"};
        seen = *found;
    }
    return allEdges(level, node, &viewing, name, seen);
}

std::optional<LayoutObstacle> LayoutPlan::allEdges(const Level& level, const ir::Node& node,
                                                   const ir::Edge* except,
                                                   const std::string& container,
                                                   const SeenDims& dims) {
    for (const bool atSource : {true, false})
        for (const ir::Edge* edge :
             atSource ? level.index->outEdges(node.id) : level.index->inEdges(node.id)) {
            if (edge == except || edge->memlet.empty())
                continue;
            for (const ir::Edge* leaf : atSource ? analysis::branchesBelow(*level.index, *edge)
                                                 : analysis::branchesAbove(*level.index, *edge))
                if (auto obstacle = follow(level, *leaf, atSource, container, dims))
                    return obstacle;
        }
    return std::nullopt;
}

/// The stride of the replacement as the SDFG at the end of the path can say it.
Expr strideInside(ir::Editor& editor, const std::vector<NestedStep>& path, Expr stride,
                  const std::string& wish) {
    for (const NestedStep& step : path) {
        if (stride.isInteger())
            return stride;
        const std::string symbol = freshName(editor, step.inner, wish);
        editor.sdfg(step.inner).symbols[symbol] = {ir::ScalarType::int64, {}};
        editor.node(step.state, step.node).as<ir::NestedSdfg>()->symbolMapping[symbol] = stride;
        stride = Expr::symbol(symbol);
    }
    return stride;
}

void applyChange(ir::Editor& editor, const LayoutChange& change,
                 const ir::DataDescriptor& replacement, const std::string& symbolPrefix) {
    const ir::DataPtr old = *editor.sdfg(change.sdfg).arrays.find(change.container);
    auto adapted = std::make_shared<ir::DataDescriptor>(*old);
    for (std::size_t d = 0; d < change.dims.size(); ++d) {
        const auto& in = change.dims[d];
        adapted->strides[d] =
            in ? strideInside(editor, change.path, replacement.strides[*in],
                              symbolPrefix + change.container + "_" + std::to_string(d))
               : Expr(1);
    }
    adapted->totalSize = symbolic::simplify(memorySize(*adapted));
    editor.sdfg(change.sdfg).arrays.set(change.container, std::move(adapted));
}

} // namespace

std::optional<LayoutObstacle> planLayout(const StateView& at, const ir::Edge& leaf, bool atSource,
                                         const std::string& container, const SeenDims& dims,
                                         std::vector<LayoutChange>& changes, bool allStays) {
    return LayoutPlan(*at.document, changes, allStays)
        .follow({at.id, at.index.get(), at.sdfg.get(), {}}, leaf, atSource, container, dims);
}

void applyLayout(ir::Editor& editor, const std::vector<LayoutChange>& changes,
                 const ir::DataDescriptor& replacement, const std::string& symbolPrefix) {
    for (const LayoutChange& change : changes)
        applyChange(editor, change, replacement, symbolPrefix);
}

} // namespace mw::transforms
