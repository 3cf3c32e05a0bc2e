// Parts of containers that the inner one of two nested maps touches.

#include "transforms/toolkit/local_storage.h"

#include "core/analysis/analysis.h"
#include "core/ir/connectors.h"
#include "transforms/toolkit/facts.h"
#include "transforms/toolkit/rename.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

namespace {

using symbolic::Expr;
using symbolic::Op;
using symbolic::Subset;

/// A number that the expression never exceeds: of a minimum any of its terms.
std::optional<std::int64_t> boundOf(const Expr& e) {
    if (e.isInteger())
        return e.value();
    std::vector<Expr> terms(e.args().begin(), e.args().end());
    if (e.op() == Op::min)
        terms = {e};
    else if (e.op() != Op::add)
        return std::nullopt;
    std::optional<std::int64_t> bound;
    for (const Expr& term : terms) {
        if (term.op() != Op::min)
            continue;
        for (const Expr& choice : term.args())
            if (const auto value = symbolic::expand(e - term + choice).asInteger())
                bound = std::min(bound.value_or(*value), *value);
    }
    return bound;
}

bool certainlyRuns(const MapNest& nest) {
    symbolic::Prover prover(nest.inner.around());
    return std::ranges::all_of(nest.inner.map().range.dims, [&](const symbolic::Range& range) {
        return range.step.isInteger(1) ? prover.lessEqual(range.begin, range.end).proven()
                                       : prover.lessEqual(1, range.size()).proven();
    });
}

/// The inner map runs where the iterations of the outer one have memory of their own.
bool seesBuffer(const MapNest& nest) {
    const auto schedule = nest.inner.map().schedule;
    return schedule == ir::Schedule::Default || schedule == ir::Schedule::Sequential ||
           schedule == ir::Schedule::CPU_Multicore;
}

bool isBox(const Subset& region) {
    return std::ranges::all_of(region.dims, [](const symbolic::Range& range) {
        return range.step.isInteger(1) && range.tile.isInteger(1);
    });
}

/// The memlet of an edge in the tree names the elements, whatever happens; where it leads on into a
/// map, they are those that its memlets inside name.
bool isCertain(const MapNest& nest, const ir::Edge& edge, bool reads) {
    const ir::StateIndex& index = nest.index();
    const auto region =
        reads ? analysis::sourceSubset(index, edge) : analysis::destinationSubset(index, edge);
    const ir::Node& far = *index.node(reads ? edge.dst : edge.src);
    const bool known = region && isBox(*region) && !edge.memlet.dynamic &&
                       !edge.memlet.allowOutOfBounds && edge.memlet.wcr.empty();
    if (!known || far.isCode() || far.as<ir::AccessNode>())
        return known;
    const auto inside = analysis::outerMemlet(index, nest.outer.sdfg(), edge);
    return inside && inside->subset && !inside->dynamic && sameRegion(*inside->subset, *region);
}

/// Something inside the inner map gives a name of the region another meaning.
bool isRebound(const MapNest& nest, const Subset& region) {
    NamesInside names = namesInside(nest.index(), nest.inner.entry->id);
    const auto& params = nest.inner.map().params;
    names.bound.insert(params.begin(), params.end());
    for (const auto& name : ir::dynamicInputs(*nest.inner.entry))
        names.bound.insert(name);
    std::set<std::string, std::less<>> used;
    symbolic::collectSymbols(region, used);
    return std::ranges::any_of(used, [&](const auto& name) { return names.bound.contains(name); });
}

/// Over the iterations of a map around it takes elements that the container does not have: the file
/// has a reason to say less, and says it outside only.
bool reachesBeyond(const MapNest& nest, Subset region, const ir::DataDescriptor& container) {
    const ir::StateIndex& index = nest.index();
    symbolic::Prover prover(factsInside(nest.outer.at, NodeId{}));
    for (NodeId at = nest.outer.entry->id; at; at = index.scope(at)) {
        const auto* entry = index.node(at)->as<ir::MapEntry>();
        if (!entry)
            return false;
        region = analysis::propagateSubset(region, entry->map, container);
        for (std::size_t d = 0; d < container.rank(); ++d)
            if (prover.lessEqual(container.shape[d], region.dims[d].end).proven() ||
                prover.lessEqual(region.dims[d].begin, -1).proven())
                return true;
    }
    return false;
}

/// nullopt: no number bounds it.
std::optional<Part> partOf(const Subset& region, std::int64_t most) {
    Part part{region, {}, {}};
    std::int64_t elements = 1;
    for (const symbolic::Range& range : region.dims) {
        const auto bound = boundOf(extentOf(range));
        if (!bound || *bound < 1 || *bound > most / elements)
            return std::nullopt;
        elements *= *bound;
        part.shape.emplace_back(*bound);
    }
    part.dropped.assign(region.rank(), elements == 1);
    if (elements == 1)
        part.shape.clear();
    return part;
}

} // namespace

std::vector<const ir::Edge*> edgesBetween(const MapNest& nest, bool reads,
                                          const std::string& container) {
    std::vector<const ir::Edge*> found;
    const auto& from = reads ? nest.outer.entry : nest.inner.exit;
    const auto& to = reads ? nest.inner.entry : nest.outer.exit;
    for (const ir::Edge* edge : nest.index().outEdges(from->id))
        if (edge->dst == to->id && ir::isPassOut(edge->srcConnector) &&
            ir::isPassIn(edge->dstConnector) && !edge->memlet.empty() &&
            (container.empty() || edge->memlet.data == container))
            found.push_back(edge);
    return found;
}

const ir::Node* outsideOf(const MapNest& nest, const ir::Edge& edge, bool reads) {
    const auto path = analysis::memletPath(nest.index(), edge);
    const ir::Node* end = nest.index().node(reads ? path.front()->src : path.back()->dst);
    return end && end->as<ir::AccessNode>() ? end : nullptr;
}

std::vector<const ir::Edge*> treeOf(const MapNest& nest, const ir::Edge& edge, bool reads) {
    return reads ? analysis::branchesBelow(nest.index(), edge)
                 : analysis::branchesAbove(nest.index(), edge);
}

std::variant<Part, Refusal> bufferedPart(int condition, const MapNest& nest, const ir::Edge& edge,
                                         bool reads, std::int64_t most) {
    const auto sentence = [&](std::string_view why) {
        return fmt::format("What {} {} of '{}' {}.", quoted(nest.inner.map()),
                           reads ? "reads" : "writes", edge.memlet.data, why);
    };
    if (!seesBuffer(nest))
        return refuse(condition, "schedule",
                      sentence("is touched by several threads of a GPU, which would need memory in "
                               "common"),
                      nest.entries());
    const ir::Node* outside = outsideOf(nest, edge, reads);
    const auto region = analysis::outerMemlet(nest.index(), nest.outer.sdfg(), edge);
    const auto tree = treeOf(nest, edge, reads);
    const bool named = outside && outside->as<ir::AccessNode>()->data == edge.memlet.data &&
                       region && region->subset && isBox(*region->subset);
    if (!named || !std::ranges::all_of(tree, [&](const ir::Edge* one) {
            return one == &edge || isCertain(nest, *one, reads);
        }))
        return refuseUncertain(condition, "unknown-region", sentence("is not known for certain"),
                               nest.entries());
    if (reachesBeyond(nest, *region->subset, *nest.outer.sdfg().data(edge.memlet.data)))
        return refuse(condition, "beyond-container",
                      sentence("would be more than there is, as its memlets inside say it"),
                      nest.entries());
    if (isRebound(nest, *region->subset))
        return refuse(condition, "name-rebound",
                      sentence("has other names outside: something inside hides one"),
                      nest.entries());
    auto part = partOf(*region->subset, most);
    if (!part)
        return refuseUncertain(condition, "no-bound",
                               sentence(fmt::format("has no size that a number up to {} bounds, as "
                                                    "far as can be seen",
                                                    most)),
                               nest.entries());
    if (!certainlyRuns(nest))
        return refuseUncertain(condition, "may-not-run",
                               sentence("may be nothing: the map may be empty"), nest.entries());
    return std::move(*part);
}

std::variant<StorageChoice, Refusal> storageChoice(int condition, const DocumentView& view,
                                                   const Match& match, const Params& params,
                                                   bool reads) {
    const auto found = boundNest(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&found))
        return *refusal;
    const auto& nest = std::get<MapNest>(found);
    auto edges = edgesBetween(nest, reads, textOf(params, "container"));
    if (!edges.empty())
        return StorageChoice{nest, std::move(edges)};
    return refuse(condition, "nothing-to-store",
                  fmt::format("{} {} {} that could be stored.", quoted(nest.inner.map()),
                              reads ? "gets nothing from" : "hands nothing to",
                              quoted(nest.outer.map())),
                  nest.entries());
}

std::vector<ParamSpec> localStorageParams() {
    return {textParam("container", "What to buffer. Empty: the first that can be."),
            numberParam("most-elements", 4096, 1, 1 << 20, "No buffer has more elements.")};
}

} // namespace mw::transforms
