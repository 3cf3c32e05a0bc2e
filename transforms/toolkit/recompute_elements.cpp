// Whether the elements that are read are those that a map writes, in symbols of the outermost
// level.

#include "core/analysis/analysis.h"
#include "core/analysis/footprint.h"
#include "core/ir/connectors.h"
#include "transforms/toolkit/facts.h"
#include "transforms/toolkit/mentions.h"
#include "transforms/toolkit/outwards.h"
#include "transforms/toolkit/recompute.h"
#include "transforms/toolkit/rename.h"
#include "transforms/toolkit/scope.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

namespace {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

/// The element or elements of the container that a reading touches, outermost symbols.
Subset touched(const Producer& p, const Reading& reading, const Outwards& outwards) {
    Subset region;
    const std::size_t last = reading.levels.size() - 1;
    for (std::size_t d = 0; d < p.dims.size(); ++d) {
        Expr base = 0;
        for (std::size_t l = 0; l <= last; ++l)
            base = base + outwards.say(reading.levels[l].base[d], l);
        Expr low = base, high = base;
        if (reading.seen[d] && reading.table) {
            const auto whole = analysis::sourceSubset(*reading.at().index, *reading.edge);
            low = base + outwards.say(whole->dims[*reading.seen[d]].begin, last);
            high = base + outwards.say(whole->dims[*reading.seen[d]].end, last);
        }
        region.dims.push_back({symbolic::simplify(low), symbolic::simplify(high)});
    }
    return region;
}

/// Everything that the first map writes, and is asked for the dimensions of `what` alone.
Subset writtenAlong(const Producer& p) {
    const ir::Map& map = p.maps.firstMap();
    Subset region;
    for (const WrittenDim& dim : p.dims) {
        const Range& range = dim.param ? map.range.dims[*dim.param] : dim.range;
        const Expr offset = dim.param ? dim.offset : Expr(0);
        region.dims.push_back(
            {symbolic::simplify(range.begin + offset), symbolic::simplify(range.end + offset)});
    }
    return region;
}

/// What is read along the dimensions that no parameter runs over lies in what an iteration writes.
bool insidePart(const Reading& reading) {
    if (reading.table)
        return true;
    for (const ir::Edge* leaf : analysis::branchesBelow(*reading.at().index, *reading.edge)) {
        const auto region = analysis::sourceSubset(*reading.at().index, *leaf);
        symbolic::Prover prover(factsInside(reading.at(), scopeOf(*reading.at().index, *leaf)));
        for (std::size_t s = 0; s < region->rank(); ++s)
            if (!sameRange(region->dims[s], reading.part.region.dims[s]) &&
                !prover.covers(Subset{{reading.part.region.dims[s]}}, Subset{{region->dims[s]}})
                     .proven())
                return false;
    }
    return true;
}

MaybeRefusal checkElements(int condition, const DocumentView& view, const Producer& p,
                           const Reading& reading) {
    const Outwards outwards(view, levelsOf(reading), reading.scope);
    const Subset written = writtenAlong(p);
    Subset read = touched(p, reading, outwards);
    for (std::size_t d = 0; d < p.dims.size(); ++d)
        if (!p.dims[d].param && reading.seen[d])
            read.dims[d] = written.dims[d]; // insidePart
    symbolic::Prover prover(outwards.facts());
    const bool inside = std::ranges::equal(read.dims, written.dims, sameRange) ||
                        prover.covers(written, read).proven();
    if (!inside || !insidePart(reading))
        return refuseUncertain(condition, "unwritten-element",
                               fmt::format("{} may read elements of {} that {} does not write.",
                                           quoted(p.maps.secondMap()), quoted(*p.access),
                                           quoted(p.maps.firstMap())),
                               {reading.edge->dst, p.access->id});
    for (const ir::Edge* other : p.maps.index().inEdges(p.access->id)) {
        if (other == p.output || other->memlet.empty())
            continue;
        const auto region = analysis::destinationSubset(p.maps.index(), *other);
        if (!region || region->rank() != read.rank() ||
            !prover.intersects(*region, read).disproven())
            return refuseUncertain(condition, "several-writers",
                                   fmt::format("{} may read elements of {} that {} writes.",
                                               quoted(p.maps.secondMap()), quoted(*p.access),
                                               quoted(*p.maps.index().node(other->src))),
                                   {reading.edge->dst, other->src});
    }
    return std::nullopt;
}

/// Whether the program of the body can have the name as a symbol: true where that is not clear.
bool mayName(const Producer& p, const std::string& name) {
    if (namesInside(p.maps.at, p.maps.firstEntry->id).contains(name))
        return true;
    analysis::NameSet said;
    const auto addContainer = [&](const ir::Node& node) {
        if (const auto* access = node.as<ir::AccessNode>())
            addMentionedNames(*p.maps.sdfg().data(access->data), said);
    };
    const ir::StateIndex& index = p.maps.index();
    for (const NodeId id : p.body)
        addContainer(*index.node(id));
    for (const ir::Edge* input : p.inputs)
        addContainer(*index.node(input->src));
    addContainer(*p.access);
    return said.contains(name);
}

/// A name of the body that a scope on the way gives another meaning.
MaybeRefusal checkMeanings(int condition, const DocumentView& view, Producer& p,
                           const Reading& reading) {
    const ir::StateIndex& index = p.maps.index();
    NodeId scope =
        reading.levels.size() > 1 ? index.scope(reading.levels[1].nested) : reading.scope;
    const auto& params = p.maps.firstMap().params;
    for (; scope; scope = index.scope(scope)) {
        const ir::Node& entry = *index.node(scope);
        std::vector<std::string> names = ir::dynamicInputs(entry);
        if (const auto* map = entry.as<ir::MapEntry>())
            names.insert(names.end(), map->map.params.begin(), map->map.params.end());
        for (const auto& name : names) {
            if (std::ranges::find(params, name) != params.end())
                continue;
            if (!p.program && !mayName(p, name))
                continue;
            if (!p.program)
                makeProgram(view, p);
            if (p.program->symbols.contains(name))
                return refuse(
                    condition, "captured-name",
                    fmt::format("'{}' means something else inside {}.", name, quoted(entry)),
                    {scope});
        }
    }
    return std::nullopt;
}

} // namespace

MaybeRefusal checkReadings(int condition, const DocumentView& view, Producer& p,
                           const std::vector<Reading>& readings) {
    for (const Reading& reading : readings) {
        if (auto refusal = checkElements(condition, view, p, reading))
            return refusal;
        if (auto refusal = checkMeanings(condition, view, p, reading))
            return refusal;
    }
    return std::nullopt;
}

} // namespace mw::transforms
