// Conditions 8 to 13 of the scan fusion: a map that a scan feeds can run in its loop.

#include "transforms/scan_fusion/fed_by_scan.h"

#include "core/analysis/analysis.h"
#include "core/ir/connectors.h"
#include "transforms/scan_fusion/scan_loop.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/roots.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/side_effects.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

namespace {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

/// What the second map's own level is called among names of the first map's scope.
constexpr auto kLevel = "the level";

class FedCheck {
public:
    FedCheck(const DocumentView& view, const ir::Node* access, MapPair maps)
        : view_(view), access_(access) {
        plan_.maps = std::move(maps);
    }

    std::variant<FedPlan, Refusal> run();

private:
    MaybeRefusal checkMaps();
    MaybeRefusal matchColumns();
    MaybeRefusal findScanned();
    MaybeRefusal findLoop();
    bool isRead(const ir::Node& access) const;
    MaybeRefusal checkBetween();
    MaybeRefusal checkBody();
    MaybeRefusal checkOutput(const ir::Edge& outer);
    MaybeRefusal checkOthers();
    MaybeRefusal checkReads();
    MaybeRefusal checkRead(Scanned& scanned, const ir::Edge& edge, std::vector<Expr>& offsets);
    MaybeRefusal checkLevels(const std::vector<Expr>& offsets);
    MaybeRefusal checkInPlace(Scanned& scanned);

    const ir::StateIndex& index() const { return plan_.maps.index(); }
    const ir::Map& second() const { return plan_.maps.secondMap(); }
    /// A region of the second map's body in names of the first map's scope.
    Subset inFirst(const Subset& region) const {
        symbolic::Substitution names = substitutionOf(plan_.columns);
        names[plan_.level] = Expr::symbol(kLevel);
        return region.substitute(names);
    }
    const Range& levels() const {
        const auto& params = second().params;
        return second().range.dims[static_cast<std::size_t>(std::ranges::find(params, plan_.level) -
                                                            params.begin())];
    }
    std::optional<Expr> offsetOf(const Scanned& scanned, const ir::Edge& edge) const;

    const DocumentView& view_;
    const ir::Node* access_;
    FedPlan plan_;
};

// ---- 8 and 9: the maps -------------------------------------------------------------------------

/// Condition 8.
MaybeRefusal FedCheck::checkMaps() {
    if (auto refusal = checkLevel(8, plan_.maps, false, true))
        return refusal;
    return checkSchedules(8, plan_.maps);
}

/// Condition 9.
MaybeRefusal FedCheck::matchColumns() {
    const ir::Map& first = plan_.maps.firstMap();
    std::vector<bool> used(second().params.size(), false);
    for (const bool byName : {true, false})
        for (std::size_t f = 0; f < first.params.size(); ++f)
            for (std::size_t s = 0; s < second().params.size(); ++s) {
                const bool known = std::ranges::any_of(plan_.columns, [&](const auto& renamed) {
                    return renamed.second == first.params[f];
                });
                if (known || used[s] || !sameRange(first.range.dims[f], second().range.dims[s]) ||
                    (byName && first.params[f] != second().params[s]))
                    continue;
                used[s] = true;
                plan_.columns[second().params[s]] = first.params[f];
            }
    const auto level = std::ranges::find(used, false);
    const bool dynamic = !ir::dynamicInputs(*plan_.maps.secondEntry).empty();
    const bool plain =
        !dynamic && std::ranges::all_of(second().range.dims, [&](const Range& range) {
            const auto symbols = symbolic::freeSymbols(range.begin + range.end);
            return range.step.isInteger(1) && range.tile.isInteger(1) &&
                   std::ranges::none_of(second().params,
                                        [&](const auto& param) { return symbols.contains(param); });
        });
    if (plan_.columns.size() != first.params.size() || std::ranges::count(used, false) != 1 ||
        !plain)
        return refuse(9, "other-columns",
                      fmt::format("{} does not run over the columns of {} and one range of levels.",
                                  quoted(second()), quoted(first)),
                      plan_.maps.entries());
    plan_.level = second().params[static_cast<std::size_t>(level - used.begin())];
    return std::nullopt;
}

// ---- 10: what is between the maps --------------------------------------------------------------

/// Condition 10: the containers, and the loop that writes them.
MaybeRefusal FedCheck::findScanned() {
    for (const ir::Edge* out : index().outEdges(plan_.maps.firstExit->id)) {
        const ir::Node& access = *index().node(out->dst);
        if (!access.as<ir::AccessNode>() || !isRead(access))
            continue;
        const auto inner = analysis::innerEdges(index(), *out);
        const auto isOther = [&](const Scanned& other) {
            return other.access == &access || other.column->src != inner.front()->src;
        };
        if (inner.size() != 1 || std::ranges::any_of(plan_.scanned, isOther))
            return refuse(10, "several-writers",
                          fmt::format("{} reads what {} computes in several places.",
                                      quoted(second()), quoted(plan_.maps.firstMap())),
                          {access.id});
        plan_.scanned.push_back({&access, out, inner.front(), {}, {}, 0, {}, nullptr, false});
    }
    return std::nullopt;
}

bool FedCheck::isRead(const ir::Node& access) const {
    return std::ranges::any_of(index().outEdges(access.id), [&](const ir::Edge* e) {
        return e->dst == plan_.maps.secondEntry->id && !e->memlet.empty() &&
               !analysis::innerEdges(index(), *e).empty();
    });
}

/// Condition 10: the loop, and what an iteration of it writes.
MaybeRefusal FedCheck::findLoop() {
    if (std::ranges::none_of(plan_.scanned, [&](const Scanned& s) { return s.access == access_; }))
        return refuse(10, "not-between",
                      fmt::format("{} is not what {} writes and {} reads.", quoted(*access_),
                                  quoted(plan_.maps.firstMap()), quoted(second())),
                      {access_->id});
    const ir::Node& node = *index().node(plan_.scanned.front().column->src);
    const auto scan = findScanLoop(node);
    if (!scan)
        return refuse(10, "no-plain-loop",
                      fmt::format("{} is no scan that ends with a loop over levels, one by one.",
                                  quoted(node)),
                      {node.id});
    plan_.scan = *scan;
    for (Scanned& scanned : plan_.scanned)
        if (!findElement(plan_.maps, plan_.scan, scanned))
            return refuse(10, "no-element-per-level",
                          fmt::format("It is not clear which one element of {} an iteration of the "
                                      "loop writes.",
                                      quoted(*scanned.access)),
                          {scanned.access->id, node.id});
    return std::nullopt;
}

/// The second map waits for nothing else that comes after the first.
MaybeRefusal FedCheck::checkBetween() {
    for (const ir::Edge* in : index().inEdges(plan_.maps.secondEntry->id)) {
        const bool direct = std::ranges::any_of(
            plan_.scanned, [&](const Scanned& s) { return s.access->id == in->src; });
        const bool later = !direct && index().reaches(plan_.maps.firstExit->id, in->src);
        const bool around =
            direct && std::ranges::any_of(index().inEdges(in->src), [&](const ir::Edge* edge) {
                return edge->src != plan_.maps.firstExit->id &&
                       index().reaches(plan_.maps.firstExit->id, edge->src);
            });
        if (later || around)
            return refuse(10, "needs-more",
                          fmt::format("{} also waits for {}, which comes after {}.",
                                      quoted(second()), quoted(index(), in->src),
                                      quoted(plan_.maps.firstMap())),
                          {in->src});
    }
    return std::nullopt;
}

// ---- 11: the second map's body and what else it touches ----------------------------------------

/// Condition 11.
MaybeRefusal FedCheck::checkBody() {
    if (const ir::Node* effect = effectInside(plan_.maps.at, plan_.maps.secondEntry->id))
        return refuseUncertain(
            11, "side-effect",
            fmt::format("{} may do more than compute its outputs.", quoted(*effect)), {effect->id});
    if (auto refusal = checkBodies(11, plan_.maps))
        return refusal;
    std::map<std::string, NodeId> inputs;
    for (const ir::Edge* in : index().inEdges(plan_.maps.secondEntry->id)) {
        const ir::Node& source = *index().node(in->src);
        const auto* access = source.as<ir::AccessNode>();
        const auto* data = access ? plan_.maps.sdfg().data(access->data) : nullptr;
        if (in->memlet.empty())
            continue;
        const bool plain = data && (data->kind == ir::DataKind::array || data->isScalar() ||
                                    data->kind == ir::DataKind::view);
        if (!plain || inputs.emplace(access->data, source.id).first->second != source.id ||
            !plan_.maps.sdfg().constantArrays.empty())
            return refuse(11, "unknown-input",
                          fmt::format("What {} reads from {} is no array or scalar with one value.",
                                      quoted(second()), quoted(source)),
                          {source.id});
    }
    for (const ir::Edge* out : index().outEdges(plan_.maps.secondExit->id))
        if (auto refusal = checkOutput(*out))
            return refusal;
    return std::nullopt;
}

MaybeRefusal FedCheck::checkOutput(const ir::Edge& outer) {
    const ir::Node& target = *index().node(outer.dst);
    const auto* access = target.as<ir::AccessNode>();
    const auto* data = access ? plan_.maps.sdfg().data(access->data) : nullptr;
    const auto inner = analysis::innerEdges(index(), outer);
    if (outer.memlet.empty())
        return std::nullopt;
    const auto same = accessEdges(index(), *plan_.maps.secondExit);
    const bool plain = data && data->kind == ir::DataKind::array && inner.size() == 1 &&
                       same.at(access->data).size() == 1 &&
                       std::ranges::all_of(analysis::branchesAbove(index(), outer),
                                           [](const ir::Edge* e) { return e->memlet.wcr.empty(); });
    if (!plain)
        return refuse(11, "unknown-output",
                      fmt::format("{} is no array that {} writes in one place.", quoted(target),
                                  quoted(second())),
                      {target.id});
    return std::nullopt;
}

/// Condition 11: containers that both maps touch, beside those between them.
MaybeRefusal FedCheck::checkOthers() {
    const ir::Sdfg& sdfg = plan_.maps.sdfg();
    const OuterAccesses& first = outerAccesses(plan_.maps.at, *plan_.maps.firstEntry);
    const OuterAccesses& second = outerAccesses(plan_.maps.at, *plan_.maps.secondEntry);
    const auto clash = [&](const std::string& name, bool writes) {
        bool found = first.concern(name, writes);
        for (const auto* side : {&first.read, &first.written})
            for (const auto& [other, accesses] : *side)
                found =
                    found || (mayAlias(sdfg, name, other) && (writes || side == &first.written));
        return found;
    };
    const auto isRead = [&](const std::string& name) {
        return std::ranges::any_of(first.read, [&](const auto& read) {
            return read.first == name || read.first.empty() || mayAlias(sdfg, name, read.first);
        });
    };
    for (const bool writes : {false, true})
        for (const auto& [name, accesses] : writes ? second.written : second.read)
            for (const Access& access : accesses) {
                auto scanned =
                    std::ranges::find_if(plan_.scanned, [&, &name = name](const Scanned& s) {
                        return writes ? s.data() == name : s.access == access.node;
                    });
                const bool own = scanned != plan_.scanned.end();
                const bool inPlace = own && writes && !scanned->back && !isRead(name);
                if (inPlace)
                    scanned->back = analysis::innerEdges(index(), *access.edge).front();
                if (writes ? !inPlace && clash(name, true) : !own && clash(name, false))
                    return refuse(11, "shared-data",
                                  fmt::format("{} touches {} too, and it would no longer be clear "
                                              "which comes first.",
                                              quoted(plan_.maps.firstMap()), quoted(*access.node)),
                                  {access.node->id});
            }
    return checkUnorderedAccesses(11, plan_.maps,
                                  SubsetRelation(plan_.maps.firstMap(), assumptionsOf(plan_.maps)));
}

// ---- 12: which elements are read ---------------------------------------------------------------

/// Of the level that an edge reads or writes, against that which the loop's variable says; nullopt
/// where it is no single element of the column.
std::optional<Expr> FedCheck::offsetOf(const Scanned& scanned, const ir::Edge& edge) const {
    const bool reads = index().node(edge.src)->isEntry();
    const auto said =
        reads ? analysis::sourceSubset(index(), edge) : analysis::destinationSubset(index(), edge);
    if (!said || said->rank() != scanned.place.size())
        return std::nullopt;
    const Subset region = inFirst(*said);
    for (std::size_t d = 0; d < region.rank(); ++d)
        if (!region.dims[d].isPoint() ||
            (d != scanned.levelDim && !symbolic::equal(region.dims[d].begin, scanned.place[d])))
            return std::nullopt;
    const Expr offset = symbolic::expand(region.dims[scanned.levelDim].begin -
                                         scanned.place[scanned.levelDim] - Expr::symbol(kLevel));
    return symbolic::freeSymbols(offset).contains(kLevel) ? std::nullopt : std::optional(offset);
}

MaybeRefusal FedCheck::checkRead(Scanned& scanned, const ir::Edge& edge,
                                 std::vector<Expr>& offsets) {
    const ir::Node& reader = *index().node(edge.dst);
    const auto* nested = reader.as<ir::NestedSdfg>();
    const auto* inner = nested && nested->sdfg ? nested->sdfg->data(edge.dstConnector) : nullptr;
    const bool plain = (reader.as<ir::AccessNode>() && !isView(plan_.maps.sdfg(), reader)) ||
                       reader.as<ir::Tasklet>() || (inner && inner->isScalar());
    const auto offset = offsetOf(scanned, edge);
    if (!plain || !offset)
        return refuse(12, "no-element",
                      fmt::format("{} reads more of {} than single elements of its own column.",
                                  quoted(reader), quoted(*scanned.access)),
                      {reader.id, scanned.access->id});
    const Expr lag = offsets.empty() ? Expr(0) : symbolic::expand(*offset - offsets.front());
    if (!lag.isInteger())
        return refuse(12, "varying-distance",
                      fmt::format("How many levels apart {} reads is not known.", quoted(second())),
                      {reader.id, scanned.access->id});
    offsets.push_back(*offset);
    scanned.reads[lag.value()].push_back(&edge); // from the first one, until all are known
    return std::nullopt;
}

/// Condition 12.
MaybeRefusal FedCheck::checkReads() {
    std::vector<Expr> offsets;
    for (Scanned& scanned : plan_.scanned)
        for (const ir::Edge* in : index().outEdges(scanned.access->id)) {
            if (in->dst != plan_.maps.secondEntry->id || in->memlet.empty())
                continue;
            for (const ir::Edge* edge : analysis::innerEdges(index(), *in))
                if (auto refusal = checkRead(scanned, *edge, offsets))
                    return refusal;
        }
    return checkLevels(offsets);
}

/// Each element was written by an iteration of the loop, at the latest by the one that the level is
/// computed in.
MaybeRefusal FedCheck::checkLevels(const std::vector<Expr>& offsets) {
    std::int64_t low = 0, high = 0;
    for (const Scanned& scanned : plan_.scanned)
        for (const auto& [lag, edges] : scanned.reads) {
            low = std::min(low, lag);
            high = std::max(high, lag);
        }
    const Range& scan = plan_.scan.range;
    const Expr first = levels().begin + offsets.front(), last = levels().end + offsets.front();
    symbolic::Assumptions assumptions = assumptionsOf(plan_.maps);
    assumptions.atLeast(levels().end, levels().begin);
    symbolic::Prover prover(std::move(assumptions));
    if (!prover.lessEqual(scan.begin, first + Expr(low)).proven() ||
        !prover.lessEqual(last + Expr(high), scan.end).proven())
        return refuseUncertain(12, "other-levels",
                               fmt::format("{} may read levels of {} that the loop does not "
                                           "compute: it computes {}.",
                                           quoted(second()), quoted(*plan_.scanned[0].access),
                                           symbolic::print(scan)),
                               {plan_.maps.secondEntry->id, plan_.scan.node->id});
    const std::int64_t newest = plan_.scan.downwards ? low : high;
    plan_.shift = symbolic::simplify(-offsets.front() - Expr(newest));
    plan_.guarded = !symbolic::equal(scan.begin + plan_.shift, levels().begin) ||
                    !symbolic::equal(scan.end + plan_.shift, levels().end);
    for (Scanned& scanned : plan_.scanned) {
        auto reads = std::move(scanned.reads);
        scanned.reads.clear();
        for (auto& [lag, edges] : reads)
            scanned.reads[std::abs(lag - newest)] = std::move(edges);
    }
    return std::nullopt;
}

// ---- 13: writing in place ----------------------------------------------------------------------

/// Condition 13.
MaybeRefusal FedCheck::checkInPlace(Scanned& scanned) {
    if (!scanned.back)
        return std::nullopt;
    const bool others =
        std::ranges::any_of(index().outEdges(scanned.access->id), [&](const ir::Edge* e) {
            return e->dst != plan_.maps.secondEntry->id;
        });
    const auto offset = offsetOf(scanned, *scanned.back);
    const bool own = offset && symbolic::equal(*offset + plan_.shift, Expr(0)) &&
                     scanned.reads.size() == 1 && scanned.reads.contains(0);
    if (others || !own || !usesOwnElementsOnly(plan_.scan, scanned))
        return refuse(13, "in-place",
                      fmt::format("{} changes {}, and not only the element that the same iteration "
                                  "of the loop computed and nobody else reads.",
                                  quoted(second()), quoted(*scanned.access)),
                      {scanned.access->id});
    return std::nullopt;
}

std::variant<FedPlan, Refusal> FedCheck::run() {
    for (const auto check : {&FedCheck::checkMaps, &FedCheck::matchColumns, &FedCheck::findScanned,
                             &FedCheck::findLoop, &FedCheck::checkBetween, &FedCheck::checkBody,
                             &FedCheck::checkOthers, &FedCheck::checkReads})
        if (auto refusal = (this->*check)())
            return *refusal;
    for (Scanned& scanned : plan_.scanned) {
        if (auto refusal = checkInPlace(scanned))
            return *refusal;
        const auto* data = plan_.maps.sdfg().data(scanned.data());
        const auto onlyThis = [&](const ir::Edge* e) {
            return e->dst == plan_.maps.secondEntry->id;
        };
        scanned.goes = data->transient && !scanned.back &&
                       view_.singleUseData(plan_.maps.at.sdfg).contains(scanned.data()) &&
                       index().inEdges(scanned.access->id).size() == 1 &&
                       std::ranges::all_of(index().outEdges(scanned.access->id), onlyThis) &&
                       usesOwnElementsOnly(plan_.scan, scanned);
    }
    return std::move(plan_);
}

} // namespace

std::variant<FedPlan, Refusal> checkFedByScan(const DocumentView& view, const BetweenMaps& found) {
    auto maps = mapPair(found.at, *found.exit, *found.entry);
    if (const auto* refusal = std::get_if<Refusal>(&maps))
        return *refusal;
    return FedCheck(view, found.access, std::get<MapPair>(std::move(maps))).run();
}

} // namespace mw::transforms
