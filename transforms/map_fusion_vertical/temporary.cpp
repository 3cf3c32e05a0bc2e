// Conditions 10 and 11 of the vertical fusion: what becomes of a container between the maps.

#include "core/analysis/analysis.h"
#include "transforms/map_fusion_vertical/plan.h"
#include "transforms/toolkit/reduce_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace mw::transforms {

namespace {

using symbolic::Expr;

/// The form of the temporary: dimensions with one element go, unless the container itself has one
/// there or strict dataflow is asked for.
void shapeTemporary(const FusionQuestion& q, Intermediate& found) {
    const auto* container = q.sdfg().data(found.data());
    for (std::size_t d = 0; d < found.part.region.rank(); ++d) {
        const Expr extent = extentOf(found.part.region.dims[d]);
        const bool trivial = container && d < container->rank() && container->shape[d].isInteger(1);
        const bool drop = !q.options.strictDataflow && extent.isInteger(1) && !trivial;
        found.part.dropped.push_back(drop);
        if (!drop)
            found.part.shape.push_back(extent);
    }
}

std::string sentenceOf(const LayoutObstacle& obstacle, const Intermediate& found) {
    const auto data = quoted(*found.access);
    switch (obstacle.reason) {
    case LayoutObstacle::Reason::shape:
        return fmt::format("{} looks at a part of {} that has another shape than the temporary.",
                           obstacle.what, data);
    case LayoutObstacle::Reason::reference:
        return fmt::format("The reference {} may point into {}.", obstacle.what, data);
    case LayoutObstacle::Reason::sharedView:
        return fmt::format("{} looks at {} and at other things under the same name.", obstacle.what,
                           data);
    case LayoutObstacle::Reason::rawCode:
        return fmt::format("{} is C++ that may rely on how {} lies in memory.", obstacle.what,
                           data);
    case LayoutObstacle::Reason::unknown:
        break;
    }
    return fmt::format("It is not known what {} does with {}.", obstacle.what, data);
}

/// A reduction over all axes: what it computes does not depend on how many of them there are.
bool reducesEverything(const ir::LibraryNode& library) {
    const auto axes = library.properties.find("axes");
    return isReduceWithSkipValues(library) ||
           (library.classpath.ends_with(".Reduce") &&
            (axes == library.properties.end() || axes->second == "null"));
}

/// Whether the library node would see fewer dimensions than it is made for.
bool minds(const ir::LibraryNode& library, bool reads, const Part& part) {
    if (!part.dropsAny() || (!reads && part.shape.empty()))
        return false;
    return part.shape.empty() || !reducesEverything(library);
}

/// Condition 10 at one end of the intermediate.
MaybeRefusal checkLeaf(const FusionQuestion& q, const ir::Edge& leaf, bool reads,
                       Intermediate& found) {
    const ir::Node& node = *q.index().node(reads ? leaf.dst : leaf.src);
    const auto* library = node.as<ir::LibraryNode>();
    if (library && minds(*library, reads, found.part))
        return refuse(10, "library-node-rank",
                      fmt::format("{} would see {} with fewer dimensions.", quoted(node),
                                  quoted(*found.access)),
                      {node.id, found.access->id});
    const auto obstacle =
        planLayout(q.maps.at, leaf, reads, found.data(), found.part.dims(), found.layout);
    if (!obstacle)
        return std::nullopt;
    std::string sentence = sentenceOf(*obstacle, found);
    sentence.front() =
        static_cast<char>(std::toupper(static_cast<unsigned char>(sentence.front())));
    return refuse(10, "layout", std::move(sentence), {obstacle->element, found.access->id});
}

} // namespace

MaybeRefusal checkTemporary(const FusionQuestion& q, Intermediate& found) {
    shapeTemporary(q, found);
    for (const ir::Edge* edge : analysis::branchesAbove(q.index(), *found.producer))
        if (auto refusal = checkLeaf(q, *edge, false, found))
            return refusal;
    for (const ir::Edge* consumer : found.consumers)
        for (const ir::Edge* edge : analysis::branchesBelow(q.index(), *consumer))
            if (auto refusal = checkLeaf(q, *edge, true, found))
                return refusal;
    return std::nullopt;
}

MaybeRefusal checkSharing(const FusionQuestion& q, FusionPlan& plan) {
    const auto singleUse = q.view.singleUseData(q.maps.at.sdfg);
    for (Intermediate& i : plan.intermediates) {
        const std::string& name = i.data();
        const auto* data = q.sdfg().data(name);
        const auto others = [&](const auto& edges, auto end, NodeId expected) {
            return std::ranges::any_of(edges,
                                       [&](const ir::Edge* e) { return e->*end != expected; });
        };
        i.shared =
            q.options.assumeAlwaysShared || !data || !data->transient ||
            others(q.index().inEdges(i.access->id), &ir::Edge::src, q.maps.firstExit->id) ||
            others(q.index().outEdges(i.access->id), &ir::Edge::dst, q.maps.secondEntry->id) ||
            !singleUse.contains(name);
        if (!i.shared)
            continue;
        if (q.options.requireExclusiveIntermediates)
            return refuse(11, "shared-intermediate",
                          fmt::format("'{}' is used elsewhere too, and "
                                      "require-exclusive-intermediates is set.",
                                      name),
                          {i.access->id});
        for (const auto& node : q.index().state().nodes) {
            const auto* access = node->as<ir::AccessNode>();
            if (q.options.strictDataflow && access && access->data == name &&
                node->id != i.access->id && q.index().reaches(i.access->id, node->id))
                return refuse(11, "used-downstream",
                              fmt::format("'{}' appears again later in the state, and "
                                          "strict-dataflow is set.",
                                          name),
                              {i.access->id, node->id});
        }
    }
    return std::nullopt;
}

} // namespace mw::transforms
