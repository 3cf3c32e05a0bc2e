// Reductions by library nodes inside a kernel.
#include "core/codegen/kernel/reduce.h"

#include "core/analysis/reduce_axes.h"
#include "core/codegen/environment/conflict.h"
#include "core/codegen/kernel/elements.h"
#include "core/codegen/kernel/library_node.h"
#include "core/codegen/kernel/loops.h"
#include "core/codegen/kernel/stores.h"
#include "core/codegen/values/make_value.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

namespace {

ValuePtr combine(const std::string& reduction, const ValuePtr& a, const ValuePtr& b,
                 ir::ScalarType type) {
    if (reduction == "sum")
        return makeValue(Binary{"+", a, b}, type);
    if (reduction == "product")
        return makeValue(Binary{"*", a, b}, type);
    if (reduction == "and" || reduction == "or")
        return makeValue(Binary{reduction == "and" ? "&&" : "||", a, b}, type);
    return makeValue(Call{"mw_" + reduction, {castTo(a, type), castTo(b, type)}}, type);
}

/// The output element of a reduction: its dimensions of more than one element follow the kept ones
/// of the input in order.
std::vector<Expr> outputIndex(const Environment& env, const symbolic::Subset& subset,
                              const std::vector<Expr>& keptSizes, const std::vector<Expr>& kept) {
    std::vector<Expr> at = begins(env, subset);
    const auto sizes = sizesOf(env, subset);
    std::size_t next = 0;
    for (std::size_t d = 0; d < at.size() && next < kept.size(); ++d) {
        if (at.size() != kept.size()) {
            if (sizes[d].isInteger(1))
                continue;
            while (next < kept.size() && keptSizes[next].isInteger(1))
                ++next;
        }
        if (next < kept.size())
            at[d] = at[d] + kept[next++] * env.outer(subset.dims[d].step);
    }
    return at;
}

/// The extents of more than one element.
std::vector<Expr> moving(std::vector<Expr> extents) {
    std::ranges::transform(extents, extents.begin(), symbolic::expand);
    std::erase_if(extents, [](const Expr& extent) { return extent.isInteger(1); });
    return extents;
}

/// The element that the counters of a subset's moving dimensions say.
std::vector<Expr> movingIndex(const Environment& env, const symbolic::Subset& subset,
                              const std::vector<Expr>& sizes, const std::vector<Expr>& counters) {
    std::vector<Expr> from = begins(env, subset);
    std::size_t next = 0;
    for (std::size_t d = 0; d < from.size(); ++d)
        if (!sizes[d].isInteger(1) && next < counters.size())
            from[d] = from[d] + counters[next++] * env.outer(subset.dims[d].step);
    return from;
}

} // namespace

Expected<void> lowerReduce(KernelBody& body, Environment& env, const ir::StateIndex& index,
                           const ir::Node& node) {
    const auto& library = *node.as<ir::LibraryNode>();
    const auto in = index.inEdges(node.id);
    const auto out = index.outEdges(node.id);
    if (in.size() != 1 || out.size() != 1 || !in[0]->memlet.subset || !out[0]->memlet.subset)
        return cannotLower("a Reduce node needs one input and one output", node.id);
    const std::string reduction = reductionName(textProperty(library, "wcr"));
    if (reduction.empty())
        return cannotLower(fmt::format("the reduction of '{}' is not known", library.label),
                           node.id);
    MW_TRY(ContainerStorage* const source, storageOf(env, in[0]->memlet.data, in[0]->id));
    MW_TRY(ContainerStorage* const target, storageOf(env, out[0]->memlet.data, out[0]->id));
    const auto& inSubset = *in[0]->memlet.subset;
    const auto sizes = sizesOf(env, inSubset);
    const auto axes = analysis::reducedDimensions(library, sizes.size());
    if (!axes)
        return cannotLower(
            fmt::format("the axes of '{}' are no dimensions of its input", library.label), node.id);
    const std::vector<bool>& reduced = *axes;
    std::vector<Expr> keptSizes, reducedSizes;
    for (std::size_t d = 0; d < sizes.size(); ++d)
        (reduced[d] ? reducedSizes : keptSizes).push_back(sizes[d]);
    const std::string identity = numberProperty(library, "identity");
    const auto& outSubset = *out[0]->memlet.subset;
    const auto outSizes = sizesOf(env, outSubset);
    if (outSizes.size() != keptSizes.size() && moving(outSizes).size() > moving(keptSizes).size())
        return cannotLower(
            fmt::format("'{}' writes a region of more dimensions than its result has",
                        library.label),
            node.id);
    if (!identity.empty() && moving(outSizes) != moving(keptSizes)) // all of it begins so
        MW_CHECK(boxLoops(body, outSizes, [&](const std::vector<Expr>& at) -> Expected<void> {
            MW_TRY(const auto value, numberValue(identity, target->type, node.id));
            auto element = begins(env, outSubset);
            for (std::size_t d = 0; d < element.size(); ++d)
                element[d] = element[d] + at[d] * env.outer(outSubset.dims[d].step);
            return assignElement(body, *target, linearIndex(*target, element), value, "", false);
        }));
    return boxLoops(body, keptSizes, [&](const std::vector<Expr>& kept) -> Expected<void> {
        const Expr linear = linearIndex(*target, outputIndex(env, outSubset, keptSizes, kept));
        const std::string sum = body.fresh("reduced");
        body.localTypes[sum] = target->type;
        ValuePtr start = loadAt(body, *target, linear);
        if (!identity.empty()) {
            MW_TRY(start, numberValue(identity, target->type, node.id));
        }
        body.emit({DeclareScalar{target->type, sum, start, false}});
        MW_CHECK(
            boxLoops(body, reducedSizes, [&](const std::vector<Expr>& counters) -> Expected<void> {
                std::vector<Expr> from = begins(env, inSubset);
                std::size_t nextReduced = 0, nextKept = 0;
                for (std::size_t d = 0; d < from.size(); ++d)
                    from[d] = from[d] + (reduced[d] ? counters[nextReduced++] : kept[nextKept++]) *
                                            env.outer(inSubset.dims[d].step);
                body.emit(
                    {AssignScalar{sum, combine(reduction, makeValue(LocalRef{sum}, target->type),
                                               loadElement(body, *source, from), target->type)}});
                return {};
            }));
        return assignElement(body, *target, linear, makeValue(LocalRef{sum}, target->type), "",
                             false);
    });
}

Expected<void> lowerReduceWithSkipValues(KernelBody& body, Environment& env,
                                         const ir::StateIndex& index, const ir::Node& node) {
    const auto& library = *node.as<ir::LibraryNode>();
    const auto text = [&](const char* name, const char* fallback) {
        return numberProperty(library, name, fallback);
    };
    const std::string reduction = reductionName(text("wcr", ""));
    const ir::Edge *input = nullptr, *mask = nullptr;
    for (const ir::Edge* edge : index.inEdges(node.id)) {
        if (edge->dstConnector == text("input_conn", "_in"))
            input = edge;
        else if (edge->dstConnector == text("mask_conn", "_mask"))
            mask = edge;
    }
    const auto out = index.outEdges(node.id);
    if (reduction.empty() || !input || !mask || out.size() != 1 || !input->memlet.subset ||
        !mask->memlet.subset || !out[0]->memlet.subset)
        return cannotLower(fmt::format("the reduction '{}' is not complete", library.label),
                           node.id);
    MW_TRY(ContainerStorage* const source, storageOf(env, input->memlet.data, input->id));
    MW_TRY(ContainerStorage* const table, storageOf(env, mask->memlet.data, mask->id));
    MW_TRY(ContainerStorage* const target, storageOf(env, out[0]->memlet.data, out[0]->id));
    const auto inSizes = sizesOf(env, *input->memlet.subset);
    const auto maskSizes = sizesOf(env, *mask->memlet.subset);
    MW_TRY(const ValuePtr start, numberValue(text("init", "0"), target->type, node.id));
    MW_TRY(const ValuePtr identity, numberValue(text("identity", "0"), source->type, node.id));
    const std::string sum = body.fresh("reduced");
    body.localTypes[sum] = target->type;
    body.emit({DeclareScalar{target->type, sum, start, false}});
    std::vector<Expr> moving;
    for (const Expr& n : maskSizes)
        if (!n.isInteger(1))
            moving.push_back(n);
    MW_CHECK(boxLoops(body, moving, [&](const std::vector<Expr>& counters) -> Expected<void> {
        const ValuePtr entry =
            loadElement(body, *table, movingIndex(env, *mask->memlet.subset, maskSizes, counters));
        const ValuePtr there =
            makeValue(Binary{"!=", entry, makeValue(Literal{"-1"}, ir::ScalarType::int32)},
                      ir::ScalarType::boolean);
        const ValuePtr value =
            loadElement(body, *source, movingIndex(env, *input->memlet.subset, inSizes, counters));
        body.emit({AssignScalar{
            sum, combine(reduction, makeValue(LocalRef{sum}, target->type),
                         makeValue(Select{there, value, identity}, source->type), target->type)}});
        return {};
    }));
    return assignElement(body, *target, linearIndex(*target, begins(env, *out[0]->memlet.subset)),
                         makeValue(LocalRef{sum}, target->type), "", false);
}

} // namespace mw::codegen
