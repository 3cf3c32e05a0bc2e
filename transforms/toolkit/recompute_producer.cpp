// The map whose body is to be computed elsewhere: which elements it writes, what it takes to
// compute one, and that as a program of its own.

#include "core/analysis/analysis.h"
#include "core/analysis/certain_writes.h"
#include "core/analysis/names.h"
#include "core/ir/connectors.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/body_program.h"
#include "transforms/toolkit/facts.h"
#include "transforms/toolkit/recompute.h"
#include "transforms/toolkit/rename.h"
#include "transforms/toolkit/roots.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/side_effects.h"
#include "transforms/toolkit/state_order.h"
#include "transforms/toolkit/users.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

namespace {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

std::vector<const ir::Edge*> edgesBetween(const ir::StateIndex& index, NodeId from, NodeId to) {
    std::vector<const ir::Edge*> found;
    for (const ir::Edge* edge : index.outEdges(from))
        if (edge->dst == to)
            found.push_back(edge);
    return found;
}

/// `param + offset` of an index, or an index without parameters; nullopt: neither.
std::optional<WrittenDim> writtenDim(const ir::Map& map, const Range& range) {
    const auto symbols = symbolic::freeSymbols(range.begin);
    WrittenDim dim{std::nullopt, 0, range};
    for (std::size_t p = 0; p < map.params.size(); ++p) {
        if (!symbols.contains(map.params[p])) {
            if (symbolic::freeSymbols(range.end).contains(map.params[p]))
                return std::nullopt;
            continue;
        }
        if (dim.param || !range.isPoint())
            return std::nullopt;
        dim.param = p;
        dim.offset = symbolic::expand(range.begin - Expr::symbol(map.params[p]));
        for (const auto& param : map.params)
            if (symbolic::freeSymbols(dim.offset).contains(param))
                return std::nullopt;
    }
    return range.step.isInteger(1) && range.tile.isInteger(1) ? std::optional(dim) : std::nullopt;
}

/// Dimensions and part; false when an element does not say which iteration writes it.
bool readDimensions(Producer& p, const Subset& region) {
    const ir::Map& map = p.maps.firstMap();
    std::set<std::size_t> params;
    for (const Range& range : region.dims) {
        const auto dim = writtenDim(map, range);
        if (!dim || (dim->param && !params.insert(*dim->param).second))
            return false;
        p.dims.push_back(*dim);
        const Expr extent = extentOf(range);
        p.part.region.dims.push_back(range);
        p.part.dropped.push_back(dim->param || extent.isInteger(1));
        if (!p.part.dropped.back())
            p.part.shape.push_back(extent);
    }
    for (std::size_t i = 0; i < map.params.size(); ++i)
        if (!params.contains(i) && !map.range.dims[i].isPoint())
            return false;
    return true;
}

/// The nodes of the first map that `written` comes from.
std::set<NodeId> bodyOf(const Producer& p) {
    const ir::StateIndex& index = p.maps.index();
    std::set<NodeId> body;
    std::vector<NodeId> open{p.written->src};
    while (!open.empty()) {
        const NodeId id = open.back();
        open.pop_back();
        if (id == p.maps.firstEntry->id || !body.insert(id).second)
            continue;
        for (const ir::Edge* edge : index.inEdges(id))
            open.push_back(edge->src);
        if (index.node(id)->isExit()) { // all of an inner map
            open.push_back(ir::entryOf(*index.node(id)));
            for (const NodeId inner : nodesInside(index, open.back()))
                open.push_back(inner);
        }
    }
    return body;
}

MaybeRefusal checkRanges(int condition, const Producer& p) {
    const ir::Map& map = p.maps.firstMap();
    for (const Range& range : map.range.dims) {
        const auto symbols = symbolic::freeSymbols(range.begin + range.end);
        const bool own = std::ranges::any_of(
            map.params, [&](const std::string& param) { return symbols.contains(param); });
        if (own || !range.step.isInteger(1) || !range.tile.isInteger(1))
            return refuse(condition, "unusual-range",
                          fmt::format("The ranges of {} are not plain: {}.", quoted(map),
                                      symbolic::print(map.range)),
                          {p.maps.firstEntry->id});
    }
    if (!ir::dynamicInputs(*p.maps.firstEntry).empty())
        return refuse(condition, "dynamic-input",
                      fmt::format("{} has ranges that come from memory.", quoted(map)),
                      {p.maps.firstEntry->id});
    return std::nullopt;
}

/// The one edge into the container and the one behind it in the body.
MaybeRefusal checkOutput(int condition, Producer& p) {
    const ir::StateIndex& index = p.maps.index();
    const auto outputs = edgesBetween(index, p.maps.firstExit->id, p.access->id);
    const auto* data = p.maps.sdfg().data(p.data());
    const bool plain = data && (data->kind == ir::DataKind::array || data->isScalar());
    if (!plain || outputs.size() != 1)
        return refuse(condition, "several-outputs",
                      fmt::format("{} is no array or scalar that {} writes through one connector.",
                                  quoted(*p.access), quoted(p.maps.firstMap())),
                      {p.access->id});
    p.output = outputs.front();
    const auto inner = analysis::innerEdges(index, *p.output);
    const bool one = inner.size() == 1 && inner.front()->memlet.wcr.empty() &&
                     !inner.front()->memlet.dynamic && p.output->memlet.wcr.empty();
    const auto region = one ? analysis::destinationSubset(index, *inner.front()) : std::nullopt;
    if (region)
        p.written = inner.front();
    if (!region || region->rank() != data->rank() || !readDimensions(p, *region))
        return refuse(condition, "unknown-iteration",
                      fmt::format("An element of {} does not say which iteration of {} writes it.",
                                  quoted(*p.access), quoted(p.maps.firstMap())),
                      {p.access->id, p.maps.firstEntry->id});
    return std::nullopt;
}

/// A container of the body that is no temporary of this map alone, or that has several nodes there.
const ir::Node* sharedInside(const Producer& p) {
    const ir::StateIndex& index = p.maps.index();
    std::map<std::string, const ir::Node*> inside;
    for (const NodeId id : p.body) {
        const auto* access = index.node(id)->as<ir::AccessNode>();
        if (!access)
            continue;
        const auto* data = p.maps.sdfg().data(access->data);
        if (!data || !data->transient || data->kind == ir::DataKind::reference ||
            data->kind == ir::DataKind::stream ||
            !inside.emplace(access->data, index.node(id)).second)
            return index.node(id);
        if (index.inEdges(id).empty() || index.inEdges(id).front()->memlet.empty())
            return index.node(id); // what it holds comes from elsewhere
    }
    for (const auto& [name, node] : inside)
        for (const User& user : usersOf(*p.maps.at.document, p.maps.at.sdfg, name))
            if (user.node != node)
                return node;
    return nullptr;
}

MaybeRefusal checkCertain(int condition, const Producer& p) {
    const ir::StateIndex& index = p.maps.index();
    const Subset& region = p.part.region;
    for (const ir::Edge* leaf : analysis::branchesAbove(index, *p.written)) {
        const auto inner = analysis::destinationSubset(index, *leaf);
        SubsetRelation inside(p.maps.firstMap(), factsInside(p.maps.at, index.scope(leaf->src)));
        if (leaf != p.written && (!inner || !inside.covers(region, *inner).holds()))
            return refuseUncertain(condition, "unsaid-write",
                                   fmt::format("{} may write more of {} than the memlet at the "
                                               "exit says.",
                                               quoted(index, leaf->src), quoted(*p.access)),
                                   {leaf->src, p.access->id});
    }
    SubsetRelation relation(p.maps.firstMap(), assumptionsOf(p.maps));
    if (!relation.coveredBy(analysis::certainWrites(p.maps.sdfg(), index, *p.written), region))
        return refuseUncertain(condition, "uncertain-write",
                               fmt::format("It is not certain that every iteration of {} writes "
                                           "its element of {}.",
                                           quoted(p.maps.firstMap()), quoted(*p.access)),
                               {p.access->id, p.maps.firstEntry->id});
    return std::nullopt;
}

MaybeRefusal checkBody(int condition, Producer& p) {
    const ir::StateIndex& index = p.maps.index();
    p.body = bodyOf(p);
    if (const ir::Node* shared = sharedInside(p))
        return refuse(condition, "shared-temporary",
                      fmt::format("{} inside {} is used in other places too.", quoted(*shared),
                                  quoted(p.maps.firstMap())),
                      {shared->id});
    if (const ir::Node* effect = effectInside(p.maps.at, p.maps.firstEntry->id))
        return refuseUncertain(
            condition, "side-effect",
            fmt::format("{} may do more than compute its outputs.", quoted(*effect)), {effect->id});
    for (const NodeId id : p.body)
        for (const ir::Edge* edge : index.outEdges(id))
            if (!index.node(id)->as<ir::AccessNode>() && !index.node(id)->isEntry() &&
                edge != p.written && !edge->memlet.empty() && !p.body.contains(edge->dst))
                return refuse(condition, "other-output",
                              fmt::format("{} computes something else together with {}.",
                                          quoted(index, id), quoted(*p.access)),
                              {id, p.access->id});
    const auto& names = p.maps.firstMap().params;
    const std::set<std::string> params(names.begin(), names.end());
    std::set<std::string> needed;
    for (const NodeId id : p.body)
        for (const ir::Edge* edge : index.inEdges(id)) {
            if (edge->src != p.maps.firstEntry->id || edge->memlet.empty())
                continue;
            const ir::Edge* outer = analysis::memletPath(index, *edge).front();
            const auto* source = index.node(outer->src)->as<ir::AccessNode>();
            const auto* data = source ? p.maps.sdfg().data(source->data) : nullptr;
            const bool plain = data && (data->kind == ir::DataKind::array || data->isScalar() ||
                                        data->kind == ir::DataKind::view);
            if (!plain || outer->dst != p.maps.firstEntry->id || params.contains(source->data) ||
                !p.maps.sdfg().constantArrays.empty()) // they could not be named elsewhere
                return refuse(condition, "unknown-input",
                              fmt::format("What {} reads from {} is no array or scalar, or has the "
                                          "name of a parameter.",
                                          quoted(p.maps.firstMap()), quoted(index, outer->src)),
                              {outer->src});
            needed.insert(source->data);
        }
    for (const ir::Edge* input : index.inEdges(p.maps.firstEntry->id))
        if (const auto* source = index.node(input->src)->as<ir::AccessNode>();
            source && !input->memlet.empty() && needed.erase(source->data) > 0)
            p.inputs.push_back(input);
    std::vector<LayoutChange> layout;
    for (const ir::Edge* edge : analysis::branchesAbove(index, *p.written))
        if (planLayout(p.maps.at, *edge, false, p.data(), p.part.dims(), layout) || !layout.empty())
            return refuse(condition, "layout-inside",
                          fmt::format("{} writes several elements of {} with strides of its own.",
                                      quoted(index, edge->src), quoted(*p.access)),
                          {edge->src, p.access->id});
    return std::nullopt;
}

} // namespace

void makeProgram(const DocumentView& view, Producer& p) {
    BodyPart part{p.maps.at, p.maps.firstEntry, p.body, {}, {}, false, "recompute_" + p.data()};
    std::set<std::string> taken;
    for (const ir::Edge* input : p.inputs)
        part.arguments.push_back(p.maps.index().node(input->src)->as<ir::AccessNode>()->data);
    taken.insert(part.arguments.begin(), part.arguments.end());
    for (const NodeId id : p.body)
        if (const auto* access = p.maps.index().node(id)->as<ir::AccessNode>())
            taken.insert(access->data);
    const NamesInside& names = namesInside(p.maps.at, p.maps.firstEntry->id);
    const auto means = [&](const std::string& name) {
        return taken.contains(name) || p.maps.sdfg().symbols.contains(name) ||
               p.maps.sdfg().constants.contains(name) || names.contains(name);
    };
    p.result = "result";
    for (int i = 0; means(p.result); ++i)
        p.result = fmt::format("result_{}", i);
    part.borders.push_back({p.result, p.part, false, {p.written}});
    p.program = bodyProgram(view, part);
}

MaybeRefusal checkProducer(int condition, Producer& p) {
    const ir::StateIndex& index = p.maps.index();
    if (edgesBetween(index, p.maps.firstExit->id, p.access->id).empty() ||
        edgesBetween(index, p.access->id, p.maps.secondEntry->id).empty())
        return refuse(condition, "not-between",
                      fmt::format("{} is not what {} writes and {} reads.", quoted(*p.access),
                                  quoted(p.maps.firstMap()), quoted(p.maps.secondMap())),
                      {p.access->id});
    if (index.scope(p.maps.firstEntry->id) || index.scope(p.maps.secondEntry->id))
        return refuse(condition, "inside-a-map", "The maps stand inside another map.",
                      p.maps.entries());
    if (auto refusal = checkRanges(condition, p))
        return refusal;
    if (auto refusal = checkOutput(condition, p))
        return refusal;
    if (auto refusal = checkBody(condition, p))
        return refusal;
    return checkCertain(condition, p);
}

MaybeRefusal checkUnchanged(int condition, const DocumentView& view, const Producer& p) {
    const ir::StateIndex& index = p.maps.index();
    const ir::Sdfg& sdfg = p.maps.sdfg();
    analysis::NameSet inputs;
    for (const ir::Edge* input : p.inputs)
        inputs.insert(rootData(index, sdfg, *index.node(input->src)));
    const std::string result = rootData(index, sdfg, *p.access);
    const auto same = [&](const std::string& a, const std::string& b) {
        return maySharePlace(view, sdfg, a, b);
    };
    analysis::NameSet touched = inputs;
    touched.insert(result);
    for (const RootedNode* access : nodesOf(p.maps.at, touched)) {
        const auto& [node, root] = *access;
        const bool written = std::ranges::any_of(
            index.inEdges(node->id), [](const ir::Edge* edge) { return !edge->memlet.empty(); });
        if (!written || index.scope(node->id))
            continue;
        const bool concerns =
            (node->id != p.access->id && same(result, root)) ||
            std::ranges::any_of(
                inputs, [&, &root = root](const std::string& name) { return same(name, root); });
        if (!concerns)
            continue;
        const bool before = index.reaches(node->id, p.maps.firstEntry->id);
        const bool after = index.reaches(p.maps.secondExit->id, node->id) &&
                           std::ranges::none_of(index.inEdges(node->id), [&](const ir::Edge* e) {
                               return e->src == p.maps.secondExit->id;
                           });
        if (!before && !after)
            return refuse(condition, "input-changes",
                          fmt::format("{}, which {} reads, may be written before {} has run.",
                                      quoted(*node), quoted(p.maps.firstMap()),
                                      quoted(p.maps.secondMap())),
                          {node->id});
    }
    return std::nullopt;
}

} // namespace mw::transforms
