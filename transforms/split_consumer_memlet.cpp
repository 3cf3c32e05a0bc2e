// Splitting the memlet of a consumer: a copy reads at once what several things wrote into a
// temporary; it becomes a copy for each of them.
//
//     tmp[0:20] -> b       =>    tmp[0:10] -> b, tmp[10:20] -> b
//
// Conditions, in this order:
//  1. The match names two access nodes.
//  2. The first stands for a temporary that several edges write.
//  3. Each edge from it to the second is a copy of regions that are known, without steps and
//     unconditional, of a box to a box of the same extents.
//  4. A region that is written ends within one that is copied, for all sizes, and neither ends
//     before it begins by more than its border: cut there, what is left would reach beyond it.
//
// Effect: every such copy is cut along the borders of what was written, dimension by dimension.
// Afterwards the temporary can often be split.

#include "core/analysis/analysis.h"
#include "transforms/toolkit/boxes.h"
#include "transforms/toolkit/copy.h"
#include "transforms/toolkit/copy_pattern.h"
#include "transforms/toolkit/facts.h"
#include "transforms/toolkit/fragment.h"

#include <algorithm>

namespace mw::transforms::split_consumer_memlet {

namespace {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

std::size_t writesOf(const CopyNodes& found) {
    return static_cast<std::size_t>(
        std::ranges::count_if(found.at.index->inEdges(found.first->id),
                              [](const ir::Edge* edge) { return !edge->memlet.empty(); }));
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return copiesWhere(view, region, [](const CopyNodes& found) {
        return found.isTemporary(true) && writesOf(found) > 1;
    });
}

/// One copy and the pieces of what it reads.
struct CutCopy {
    Copy copy;
    Placement placement;
    std::vector<Subset> pieces;
    std::optional<std::string> missing; ///< what a cut along a border would need; may be unknown
};

/// What holds where the copy is: what is known there, and that what is passed to the SDFG has no
/// negative extents.
symbolic::Assumptions factsFor(const Copy& copy) {
    auto facts = factsInside(copy.at, copy.index().scope(copy.first->id));
    for (const auto& [name, data] : copy.sdfg().arrays)
        for (const Expr& extent : data->transient ? std::vector<Expr>{} : data->shape)
            if (!extent.isInteger())
                facts.atLeast(extent, 0);
    return facts;
}

/// What must hold so that no dimension of the box ends before the element in front of its first
/// one, and is not known to; nullopt where all is.
std::optional<std::string> missingForRegular(const Subset& box, symbolic::Prover& prover) {
    for (const Range& range : box.dims) {
        const auto answer = prover.lessEqual(range.begin, symbolic::simplify(range.end + Expr(1)));
        if (!answer.proven())
            return answer.condition;
    }
    return std::nullopt;
}

void assumeRegular(const Subset& box, symbolic::Assumptions& into) {
    for (const Range& range : box.dims)
        into.atLeast(range.end + Expr(1), range.begin);
}

/// Cuts what is read along the borders of one region that is written, both regular; as it is where
/// that cannot be decided.
std::vector<Subset> cut(const Subset& read, const Subset& written, symbolic::Assumptions facts) {
    assumeRegular(read, facts);
    assumeRegular(written, facts);
    symbolic::Prover prover(std::move(facts));
    const auto common = commonPart(read, written, prover);
    if (!common || prover.empty(*common).proven())
        return {read};
    std::vector<Subset> pieces = without(read, *common, prover);
    pieces.insert(pieces.begin(), *common);
    std::erase_if(pieces, [&](const Subset& piece) { return prover.empty(piece).proven(); });
    if (pieces.size() < 2)
        return {read};
    const bool regular = std::ranges::all_of(
        pieces, [&](const Subset& piece) { return !missingForRegular(piece, prover); });
    return regular ? pieces : std::vector<Subset>{read};
}

/// The pieces of a copy, cut along the borders of all writes.
void cutByAll(CutCopy& cutCopy, const KnownAccesses& accesses) {
    const auto facts = factsFor(cutCopy.copy);
    symbolic::Prover prover(facts);
    cutCopy.pieces = {cutCopy.copy.read};
    for (const KnownAccess& write : accesses) {
        if (write.access.reads)
            continue;
        std::vector<Subset> smaller;
        for (const Subset& piece : cutCopy.pieces) {
            auto pieces = cut(piece, write.region, facts);
            auto missing = missingForRegular(piece, prover);
            if (!missing)
                missing = missingForRegular(write.region, prover);
            if (pieces.size() > 1 && missing) {
                cutCopy.missing = std::move(missing);
                pieces = {piece};
            }
            std::ranges::move(pieces, std::back_inserter(smaller));
        }
        cutCopy.pieces = std::move(smaller);
    }
}

/// Condition 3 for one edge.
std::variant<CutCopy, Refusal> copyOn(const StateView& at, const ir::Edge& edge,
                                      const KnownAccesses& accesses) {
    const auto found = copyAlong(3, at, edge);
    if (const auto* refusal = std::get_if<Refusal>(&found))
        return *refusal;
    const Copy& copy = std::get<Copy>(found);
    const auto placement = placementOf(copy.read, copy.written);
    if (!placement)
        return refuse(3, "reshapes",
                      fmt::format("The copy between {} and {} changes the shape.",
                                  quoted(*copy.first), quoted(*copy.second)),
                      copy.ids());
    CutCopy cutCopy{copy, *placement, {}, {}};
    cutByAll(cutCopy, accesses);
    return cutCopy;
}

Refusal maybeReversed(const CopyNodes& found, const std::string& missing) {
    auto refusal = refuseUncertain(4, "maybe-reversed",
                                   fmt::format("A region of {} that is written, or the one that is "
                                               "copied to {}, may end before it begins.",
                                               quoted(*found.first), quoted(*found.second)),
                                   {found.first->id, found.second->id});
    refusal.missingProof = missing;
    return refusal;
}

/// Conditions 3 and 4.
std::variant<std::vector<CutCopy>, Refusal> cutCopies(const CopyNodes& found,
                                                      const KnownAccesses& accesses) {
    std::vector<CutCopy> copies;
    std::optional<std::string> missing;
    for (const ir::Edge* edge : found.at.index->outEdges(found.first->id)) {
        if (edge->dst != found.second->id || edge->memlet.empty())
            continue;
        auto copy = copyOn(found.at, *edge, accesses);
        if (const auto* refusal = std::get_if<Refusal>(&copy))
            return *refusal;
        auto& cutCopy = std::get<CutCopy>(copy);
        if (cutCopy.missing)
            missing = cutCopy.missing;
        if (cutCopy.pieces.size() > 1)
            copies.push_back(std::move(cutCopy));
    }
    if (copies.empty() && missing)
        return maybeReversed(found, *missing);
    if (copies.empty())
        return refuseUncertain(4, "nothing-to-split",
                               fmt::format("No region of {} that is written is known to end within "
                                           "one that is copied to {}.",
                                           quoted(*found.first), quoted(*found.second)),
                               {found.first->id, found.second->id});
    return copies;
}

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = copyPattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<CopyNodes>(bound);
    if (auto refusal = checkOwnTemporary(2, view, found.at, *found.first))
        return *refusal;
    const auto accesses = knownAccesses(2, found.at, *found.first);
    if (const auto* refusal = std::get_if<Refusal>(&accesses))
        return *refusal;
    auto copies = cutCopies(found, std::get<KnownAccesses>(accesses));
    if (const auto* refusal = std::get_if<Refusal>(&copies))
        return *refusal;
    return Plan::of(std::get<std::vector<CutCopy>>(std::move(copies)));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    ir::Editor editor(view.document());
    for (const auto& [copy, placement, pieces, missing] : plan.as<std::vector<CutCopy>>())
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            ir::Edge edge = *copy.edge;
            edge.memlet = ir::Memlet::of(copy.from(), pieces[i]);
            edge.memlet.otherSubset = placement.ofCopied(pieces[i]);
            edge.memlet.isDataSource = true;
            if (i == 0)
                editor.edge(copy.at.id, edge.id).memlet = edge.memlet;
            else
                editor.addEdge(copy.at.id, std::move(edge));
        }
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "split-consumer-memlet",
        "Split a copy by what was written",
        "Cuts the copies from a temporary along the borders of the regions that were written into "
        "it.",
        "Several maps or copies fill a temporary piece by piece, and one copy moves all of it on. "
        "Cut into a copy for each piece, it no longer holds the pieces together: the temporary can "
        "be split, and each piece led directly to where it goes.",
        Category::data,
        {},
        copyPattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::split_consumer_memlet
