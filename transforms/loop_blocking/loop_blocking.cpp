// Loop blocking: one parameter of a map counts blocks, and a map inside runs over the elements of
// one block, one after another. What does not depend on the parameter is done once per block.
//
//     [k = 0:K, i = 0:N]                [__gtx_coarse_k = 0:int_ceil(K, 10), i = 0:N]
//         s = f(a[i])             =>        s = f(a[i])
//         b[i, k] = s * c[i, k]             [k = 10 * coarse : min(10 * coarse + 10, K)]
//                                               b[i, k] = s * c[i, k]
//
// Conditions, in this order:
//  1. The match names a map entry.
//  2. The map is at the top level of its state, and the options do not leave it out.
//  3. It has the parameter that the options ask for: the vertical one, unless they say otherwise.
//  4. The parameter takes steps of one, no other range uses it, and its range says no fraction and
//     is not known to fit into one block.
//  5. Enough nodes are independent of the parameter: tasklets, nested SDFGs, reductions and inner
//     maps that are the same in every iteration of a block, with the temporaries that they fill.
//     With promotion inputs that are the same count too. Options may waive this, for all maps or
//     for some.
//  6. The order of the iterations does not matter.
//
// Effect: the range of the parameter becomes one of blocks under a new name; a sequential inner map
// has the parameter and everything that depends on it. An independent scalar that the map writes
// out is copied by a tasklet of its own. Memlets are propagated. Promoted inputs are read into
// buffers between the two maps.

#include "core/conventions/conventions.h"
#include "transforms/loop_blocking/plan.h"
#include "transforms/toolkit/independent_iterations.h"
#include "transforms/toolkit/options.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms::loop_blocking {

namespace {

bool isAtTopLevel(const StateView& at, const ir::Node& entry) {
    return !at.index->scope(entry.id);
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findMaps(view, region, isAtTopLevel);
}

bool isListed(const ir::Map& map, const std::vector<std::string>& labels) {
    return std::ranges::any_of(labels, [&](const std::string& label) {
        return label == map.label || label == shortLabel(map.label);
    });
}

/// Condition 2.
MaybeRefusal checkLevel(const OneMap& found, const Params& params) {
    const ir::Map& map = found.map();
    if (!isAtTopLevel(found.at, *found.entry))
        return refuse(2, "not-toplevel-map", fmt::format("{} is inside a map.", quoted(map)),
                      {found.entry->id});
    const auto only = listOf(params, "only-maps");
    if (isListed(map, listOf(params, "skip-maps")) || (!only.empty() && !isListed(map, only)))
        return refuse(
            2, "map-left-out",
            fmt::format("The options leave {} out: see only-maps and skip-maps.", quoted(map)),
            {found.entry->id});
    return std::nullopt;
}

/// Condition 3.
std::size_t blockedDimension(const ir::Map& map, const Params& params) {
    const auto names = listOf(params, "blocking-dimensions");
    if (!names.empty())
        return meantDimension(map.params, names);
    for (std::size_t i = 0; i < map.params.size(); ++i) {
        const auto name = conventions::parameterName(map.params[i]);
        if (name && name->kind == conventions::DimensionKind::vertical && !name->derived)
            return i;
    }
    return kNoDimension;
}

std::variant<BlockingQuestion, Refusal> questionOf(const DocumentView& view, const Match& match,
                                                   const Params& params) {
    const auto bound = boundMap(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<OneMap>(bound);
    const ir::Map& map = found.map();
    if (auto refusal = checkLevel(found, params))
        return *refusal;
    const std::size_t dimension = blockedDimension(map, params);
    if (dimension == kNoDimension)
        return refuse(3, "no-blocked-dimension",
                      fmt::format("{} has the parameters [{}]: none that the options ask for.",
                                  quoted(map), fmt::join(map.params, ", ")),
                      {found.entry->id});
    return BlockingQuestion{view, found, dimension};
}

/// Condition 4.
MaybeRefusal checkRange(const BlockingQuestion& q, std::int64_t blockSize) {
    const auto parameter = fmt::format("'{}' of {}", q.parameter(), quoted(q.map()));
    if (!q.range().step.isInteger(1) || !q.range().tile.isInteger(1))
        return refuse(4, "stepped-range",
                      fmt::format("The parameter {} takes steps other than one.", parameter),
                      {q.entry().id});
    for (std::size_t i = 0; i < q.map().range.rank(); ++i) {
        if (q.one.symbolsOfRange(i).contains(q.parameter()))
            return refuse(4, "dependent-range",
                          fmt::format("The range of '{}' uses the parameter {}.", q.map().params[i],
                                      parameter),
                          {q.entry().id});
    }
    if (auto refusal = checkNoFraction(4, q.one, q.dimension))
        return refusal;
    symbolic::Prover prover(q.one.around());
    if (prover.lessEqual(q.range().end - q.range().begin + symbolic::Expr(1), blockSize).proven())
        return refuse(
            4, "fits-one-block",
            fmt::format("The parameter {} takes no more than {} values.", parameter, blockSize),
            {q.entry().id});
    return std::nullopt;
}

/// Condition 5.
MaybeRefusal checkGain(const BlockingQuestion& q, const Partition& partition,
                       const std::vector<Promotion>& promotions, const Params& params) {
    if (!isSet(params, "require-independent-nodes") ||
        isListed(q.map(), listOf(params, "force-maps")))
        return std::nullopt;
    std::size_t gain = partition.gain();
    for (const Promotion& promotion : promotions)
        gain += promotion.edges.size();
    const auto threshold = numberOf(params, "independent-node-threshold");
    if (gain > static_cast<std::size_t>(threshold))
        return std::nullopt;
    return refuse(5, "too-few-independent-nodes",
                  fmt::format("{} nodes of {} are worth doing once per block of '{}'; more than {} "
                              "are asked for.",
                              gain, quoted(q.map()), q.parameter(), threshold),
                  {q.entry().id});
}

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    const auto question = questionOf(view, match, params);
    if (const auto* refusal = std::get_if<Refusal>(&question))
        return *refusal;
    const auto& q = std::get<BlockingQuestion>(question);
    const auto blockSize = numberOf(params, "block-size");
    if (auto refusal = checkRange(q, blockSize))
        return *refusal;
    BlockingPlan plan{
        q.one.at, q.entry().id, q.dimension, blockSize, isSet(params, "unroll"), partition(q), {}};
    if (isSet(params, "promote-independent-memlets"))
        plan.promotions = promotions(q, plan.partition);
    if (auto refusal = checkGain(q, plan.partition, plan.promotions, params))
        return *refusal;
    if (auto refusal = checkIndependentIterations(6, q.one.at, q.entry()))
        return *refusal;
    return Plan::of(std::move(plan));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    return block(view.document(), plan.as<BlockingPlan>());
}

std::vector<ParamSpec> parameters() {
    return {
        numberParam("block-size", 10, 1, 1'000'000, "Iterations of one block."),
        textParam(
            "blocking-dimensions",
            "Dimensions or parameters, separated by commas: the first that the map has is cut "
            "into blocks. Empty: the vertical dimension."),
        flagSetByDefault("require-independent-nodes",
                         "Leave a map alone in which too little is the same in a whole block."),
        numberParam("independent-node-threshold", 0, 0, 1'000'000,
                    "More nodes than this must be the same in a whole block."),
        flag("promote-independent-memlets",
             "Read rows of neighbour tables and inputs of inner maps that are the same in a whole "
             "block once, into a buffer."),
        flagSetByDefault("unroll", "Ask the compiler to unroll the loop over a block of up to 64 "
                                   "iterations."),
        textParam("only-maps", "Labels of the maps to block, separated by commas. Empty: all."),
        textParam("skip-maps", "Labels of maps that stay as they are."),
        textParam("force-maps", "Labels of maps to block however little is independent."),
    };
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "loop-blocking",
        "Block a dimension",
        "Runs over one dimension of a map in blocks, each by one thread, and does once per block "
        "what is the same in all of its iterations.",
        "The grid of a GPU gets fewer threads, each of which does a block of levels one after "
        "another. What does not depend on the level is computed and loaded once and kept: indices "
        "of neighbours, geometry, coefficients of the surface.\n\n"
        "That pays where much is independent: the default asks for at least one node, and "
        "independent-node-threshold for more. Blocks that are too large leave too few threads to "
        "fill the device; ten levels are usual.\n\n"
        "Choose maps one by one, or by label with only-maps, skip-maps and force-maps.",
        Category::loops,
        parameters(),
        oneMapPattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::loop_blocking
