// Where a container between two maps is read, however deep inside the second one, and which of its
// elements that is.

#include "core/analysis/analysis.h"
#include "core/ir/connectors.h"
#include "core/tasklet/tasklet.h"
#include "transforms/toolkit/recompute.h"
#include "transforms/toolkit/scope.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

namespace {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

/// The container between the maps as one level knows it.
struct Sight {
    std::vector<ReadingLevel> levels;
    std::string container;
    std::vector<std::optional<std::size_t>>
        seen; ///< by dimension of the container between the maps

    const StateView& at() const { return levels.back().at; }
    const ir::StateIndex& index() const { return *at().index; }
    const ir::DataDescriptor& data() const { return *at().sdfg->data(container); }
};

/// What is being looked for, and what was found.
struct ReadingSearch {
    const DocumentView& view;
    const Producer& producer;
    std::vector<Reading> readings = {};
};

bool isParam(const ReadingSearch& search, std::size_t d) {
    return search.producer.dims[d].param.has_value();
}

/// The dimension of the container between the maps that dimension `s` of the sight is.
std::optional<std::size_t> originOf(const Sight& sight, std::size_t s) {
    for (std::size_t d = 0; d < sight.seen.size(); ++d)
        if (sight.seen[d] == s)
            return d;
    return std::nullopt;
}

/// One element per dimension that a parameter runs over.
bool namesIteration(const ReadingSearch& search, const Sight& sight, const Subset& region) {
    for (std::size_t d = 0; d < sight.seen.size(); ++d)
        if (isParam(search, d) && sight.seen[d] && !region.dims[*sight.seen[d]].isPoint())
            return false;
    return true;
}

std::optional<Subset> regionOf(const Sight& sight, const ir::Edge& edge) {
    auto region = analysis::sourceSubset(sight.index(), edge);
    const bool plain = region && region->rank() == sight.data().rank() &&
                       std::ranges::all_of(region->dims, [](const Range& range) {
                           return range.step.isInteger(1) && range.tile.isInteger(1);
                       });
    return plain ? region : std::nullopt;
}

/// The part of the container that one computation gives, in the container's own indices; false when
/// these cannot say it.
bool partOf(const ReadingSearch& search, const Sight& sight, const Subset& region, Part& part) {
    std::optional<std::size_t> last;
    for (std::size_t s = 0; s < region.rank(); ++s) {
        const auto d = originOf(sight, s);
        const bool local = d && !isParam(search, *d);
        Range range = region.dims[s];
        if (local) {
            const WrittenDim& written = search.producer.dims[*d];
            Expr base = 0;
            for (const ReadingLevel& level : sight.levels)
                base = base + level.base[*d];
            range = {symbolic::simplify(written.range.begin - base),
                     symbolic::simplify(written.range.end - base)};
            if (sight.levels.size() > 1 && !(range.begin.isInteger() && range.end.isInteger()))
                return false;
            if ((last && *last > *d))
                return false;
            last = d;
        }
        const Expr extent = local ? extentOf(range) : Expr(1);
        part.region.dims.push_back(range);
        part.dropped.push_back(extent.isInteger(1));
        if (!part.dropped.back())
            part.shape.push_back(extent);
    }
    return part.shape.size() == search.producer.part.shape.size();
}

/// What looks at the container below `edge` can look at the part instead.
bool followsPart(const Sight& sight, const ir::Edge& edge, Reading& reading) {
    for (const ir::Edge* leaf : analysis::branchesBelow(sight.index(), edge)) {
        const auto region = regionOf(sight, *leaf);
        if (!region)
            return false;
        for (std::size_t s = 0; s < region->rank(); ++s)
            if (reading.part.dropped[s] && !sameRange(region->dims[s], reading.part.region.dims[s]))
                return false;
        const ir::Node& node = *sight.index().node(leaf->dst);
        if (node.as<ir::LibraryNode>() && reading.part.dropsAny() && !reading.part.shape.empty())
            return false;
        if (planLayout(sight.at(), *leaf, true, sight.container, reading.part.dims(),
                       reading.layout))
            return false;
    }
    return true;
}

std::string keyOf(const Reading& reading, const std::string& index) {
    std::string key = fmt::format("{}|{}|{}", reading.at().id.value, reading.scope.value, index);
    for (const ReadingLevel& level : reading.levels)
        for (const Expr& e : level.base)
            key += "|" + symbolic::print(e);
    return key;
}

/// A reading at one iteration, with everything below the edge.
bool readElement(ReadingSearch& search, const Sight& sight, const ir::Edge& edge,
                 const Subset& region) {
    Reading reading{sight.levels, &edge, scopeOf(sight.index(), edge), sight.container, sight.seen};
    if (!partOf(search, sight, region, reading.part) || !followsPart(sight, edge, reading))
        return false;
    for (std::size_t d = 0; d < sight.seen.size(); ++d)
        if (isParam(search, d) && sight.seen[d])
            reading.levels.back().base[d] = symbolic::simplify(reading.levels.back().base[d] +
                                                               region.dims[*sight.seen[d]].begin);
    reading.key = keyOf(reading, symbolic::print(reading.part.region));
    search.readings.push_back(std::move(reading));
    return true;
}

/// The indices of `out = field[...]`, the whole code of a tasklet.
std::optional<std::vector<Expr>> subscriptOf(const ir::Node& node, const std::string& field) {
    const auto& tasklet = *node.as<ir::Tasklet>();
    if (tasklet.code.language != ir::Language::Python || node.out.size() != 1)
        return std::nullopt;
    const auto code = tasklet::parse(tasklet.code.text);
    if (!code || code->statements.size() != 1)
        return std::nullopt;
    const auto& [target, augment, value, guards] = code->statements.front();
    if (!guards.empty() || target->op != tasklet::Op::name || !node.out.contains(target->text) ||
        !augment.empty() || value->op != tasklet::Op::subscript ||
        value->args.front()->text != field)
        return std::nullopt;
    std::vector<Expr> indices;
    for (std::size_t i = 1; i < value->args.size(); ++i) {
        const auto index = tasklet::toExpr(*value->args[i]);
        if (!index || symbolic::freeSymbols(*index).contains(field))
            return std::nullopt;
        indices.push_back(*index);
    }
    return indices;
}

/// A reading by a tasklet that gets a region and an index.
bool readThroughTable(ReadingSearch& search, const Sight& sight, const ir::Edge& edge,
                      const Subset& region) {
    const ir::Node& node = *sight.index().node(edge.dst);
    const auto indices = subscriptOf(node, edge.dstConnector);
    if (!indices || !search.producer.part.shape.empty())
        return false;
    for (const ir::Edge* in : sight.index().inEdges(node.id))
        if (in->dstConnector != edge.dstConnector && !in->memlet.empty() &&
            !(in->memlet.subset && symbolic::expand(in->memlet.subset->volume()).isInteger(1)))
            return false;
    Reading reading{sight.levels, &edge, scopeOf(sight.index(), edge), sight.container, sight.seen};
    reading.table = &node;
    std::size_t next = 0;
    for (const Range& range : region.dims) {
        if (!range.isPoint() && range.size().isInteger(1))
            return false; // it is not clear whether the code has an index for it
        if (!range.isPoint() && next == indices->size())
            return false;
        reading.subscript.push_back(range.isPoint() ? range.begin
                                                    : range.begin + (*indices)[next++]);
    }
    if (next != indices->size())
        return false;
    reading.key = fmt::format("{}", edge.id.value);
    search.readings.push_back(std::move(reading));
    return true;
}

// ---- Following -------------------------------------------------------------------------------

MaybeRefusal followNode(int condition, ReadingSearch& search, const Sight& sight,
                        const ir::Node& access, const ir::Edge* except);

/// How `inner` looks at a region of the container: its dimensions, and where it begins.
bool lookThrough(const Sight& sight, const Subset& region, const ir::DataDescriptor& inner,
                 const symbolic::Substitution& mapping, Sight& next) {
    const auto dims = seenDimensions(inner, mapping, sight.data(), region, true);
    if (!dims)
        return false;
    for (std::size_t d = 0; d < sight.seen.size(); ++d) {
        if (!sight.seen[d])
            continue;
        const Range& range = region.dims[*sight.seen[d]];
        next.levels.back().base[d] = symbolic::simplify(next.levels.back().base[d] + range.begin);
        const auto at = std::ranges::find(*dims, sight.seen[d]);
        next.seen[d] =
            at == dims->end() ? std::nullopt : std::optional<std::size_t>(at - dims->begin());
        if (!next.seen[d] && !range.isPoint())
            return false;
    }
    return true;
}

MaybeRefusal unknownReading(int condition, const Sight& sight, const ir::Edge& edge) {
    const ir::Node& node = *sight.index().node(edge.dst);
    return refuse(condition, "unknown-reading",
                  fmt::format("It is not known which element of '{}' {} reads.", sight.container,
                              quoted(node)),
                  {node.id});
}

MaybeRefusal followNested(int condition, ReadingSearch& search, const Sight& sight,
                          const ir::Edge& edge, const Subset& region) {
    const ir::Node& node = *sight.index().node(edge.dst);
    const auto& nested = *node.as<ir::NestedSdfg>();
    const std::string& connector = edge.dstConnector;
    const auto* inner = nested.sdfg ? nested.sdfg->data(connector) : nullptr;
    Sight next = sight;
    next.container = connector;
    if (!inner || inner->kind != ir::DataKind::array || node.out.contains(connector) ||
        search.view.readByName(nested.sdfg).contains(connector) ||
        !lookThrough(sight, region, *inner, nested.symbolMapping, next))
        return unknownReading(condition, sight, edge);
    std::vector<Expr> none(sight.seen.size(), Expr(0));
    MaybeRefusal refusal;
    ir::forEachBlock(nested.sdfg->body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        for (std::size_t i = 0; state && !refusal && i < state->nodes.size(); ++i) {
            const auto* access = state->nodes[i]->as<ir::AccessNode>();
            if (!access || access->data != connector)
                continue;
            Sight here = next;
            here.levels.push_back({*search.view.state(block.id), node.id, none});
            refusal = followNode(condition, search, here, *state->nodes[i], nullptr);
        }
    });
    return refusal;
}

MaybeRefusal followView(int condition, ReadingSearch& search, const Sight& sight,
                        const ir::Edge& edge, const Subset& region) {
    const ir::Node& node = *sight.index().node(edge.dst);
    const auto& name = node.as<ir::AccessNode>()->data;
    Sight next = sight;
    next.container = name;
    if (!sight.at().sdfg->data(name) || sight.at().sdfg->data(name)->kind != ir::DataKind::view ||
        analysis::viewingEdge(sight.index(), node).edge != &edge ||
        !lookThrough(sight, region, *sight.at().sdfg->data(name), {}, next))
        return unknownReading(condition, sight, edge);
    return followNode(condition, search, next, node, &edge);
}

MaybeRefusal followEdge(int condition, ReadingSearch& search, const Sight& sight,
                        const ir::Edge& edge) {
    const ir::Node& node = *sight.index().node(edge.dst);
    const auto region = regionOf(sight, edge);
    if (!region)
        return unknownReading(condition, sight, edge);
    const bool second = edge.dst == search.producer.maps.secondEntry->id;
    if (!second && namesIteration(search, sight, *region) &&
        readElement(search, sight, edge, *region))
        return std::nullopt;
    if (node.as<ir::MapEntry>()) {
        for (const ir::Edge* inner : analysis::innerEdges(sight.index(), edge))
            if (auto refusal = followEdge(condition, search, sight, *inner))
                return refusal;
        return ir::isPassIn(edge.dstConnector) ? std::nullopt
                                               : unknownReading(condition, sight, edge);
    }
    if (node.as<ir::NestedSdfg>())
        return followNested(condition, search, sight, edge, *region);
    if (node.as<ir::AccessNode>())
        return followView(condition, search, sight, edge, *region);
    if (node.as<ir::Tasklet>() && readThroughTable(search, sight, edge, *region))
        return std::nullopt;
    return unknownReading(condition, sight, edge);
}

MaybeRefusal followNode(int condition, ReadingSearch& search, const Sight& sight,
                        const ir::Node& access, const ir::Edge* except) {
    for (const ir::Edge* edge : sight.index().inEdges(access.id))
        if (edge != except && !edge->memlet.empty())
            return refuse(condition, "written-inside",
                          fmt::format("'{}' is written where it is read.", sight.container),
                          {access.id});
    for (const ir::Edge* edge : sight.index().outEdges(access.id))
        if (!edge->memlet.empty())
            if (auto refusal = followEdge(condition, search, sight, *edge))
                return refusal;
    return std::nullopt;
}

} // namespace

std::variant<std::vector<Reading>, Refusal> findReadings(int condition, const DocumentView& view,
                                                         const Producer& p) {
    ReadingSearch search{view, p};
    std::vector<Expr> base;
    std::vector<std::optional<std::size_t>> seen;
    for (std::size_t d = 0; d < p.dims.size(); ++d) {
        base.emplace_back(0);
        seen.emplace_back(d);
    }
    const Sight sight{{{p.maps.at, {}, base}}, p.data(), seen};
    for (const ir::Edge* edge : p.maps.index().outEdges(p.access->id))
        if (edge->dst == p.maps.secondEntry->id && !edge->memlet.empty())
            if (auto refusal = followEdge(condition, search, sight, *edge))
                return *refusal;
    if (search.readings.empty())
        return refuse(condition, "no-reading",
                      fmt::format("{} reads no element of {}.", quoted(p.maps.secondMap()),
                                  quoted(*p.access)),
                      {p.access->id});
    return std::move(search.readings);
}

std::size_t computations(const std::vector<Reading>& readings) {
    std::set<std::string> keys;
    for (const Reading& reading : readings)
        keys.insert(reading.key);
    return keys.size();
}

} // namespace mw::transforms
