// Library nodes inside a kernel: reductions, copies, fills.
#include "core/codegen/ctext.h"
#include "core/codegen/kernel/kernel_lowering.h"
#include "core/codegen/values/value_lowering.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

namespace {

using Json = nlohmann::json;

Json property(const ir::LibraryNode& node, const std::string& name) {
    const auto found = node.properties.find(name);
    return found == node.properties.end() ? Json() : Json::parse(found->second, nullptr, false);
}

/// A number that is written as text, or as a number; empty when there is none.
std::string numberText(const Json& json) {
    if (json.is_string())
        return json.get<std::string>();
    if (json.is_boolean())
        return json.get<bool>() ? "True" : "False";
    return json.is_number() ? json.dump() : std::string();
}

std::vector<Expr> sizesOf(const Frame& frame, const symbolic::Subset& subset) {
    std::vector<Expr> sizes;
    for (const auto& dim : subset.dims)
        sizes.push_back(symbolic::simplify(frame.outer(dim.size())));
    return sizes;
}

std::string className(const ir::LibraryNode& node) {
    const std::size_t dot = node.classpath.rfind('.');
    return dot == std::string::npos ? node.classpath : node.classpath.substr(dot + 1);
}

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

} // namespace

Expected<void> KernelLowering::library(Frame& frame, const ir::StateIndex& index,
                                       const ir::Node& node) {
    const std::string name = className(*node.as<ir::LibraryNode>());
    if (name == "Reduce")
        return reduce(frame, index, node);
    if (name == "ReduceWithSkipValues")
        return reduceSkip(frame, index, node);
    if (name == "FillLibraryNode")
        return fill(frame, index, node);
    if (name == "CopyLibraryNode" && index.inEdges(node.id).size() == 1 &&
        index.outEdges(node.id).size() == 1) {
        const ir::Edge& in = *index.inEdges(node.id)[0];
        const ir::Edge& out = *index.outEdges(node.id)[0];
        if (in.memlet.subset && out.memlet.subset)
            return copy(frame,
                        {in.memlet.data, out.memlet.data, *in.memlet.subset, *out.memlet.subset},
                        out.memlet.wcr, node.id);
    }
    return cannotLower(
        fmt::format("the library node '{}' ({}) cannot be lowered", ir::displayName(node), name),
        node.id);
}

namespace {

/// The text of a reduction as a value of `type`: an exact literal.
Expected<ValuePtr> identityValue(const std::string& text, ir::ScalarType type, ElementId element) {
    const bool real = type == ir::ScalarType::float64 || type == ir::ScalarType::float32;
    auto ast = tasklet::parseExpression(text);
    if (!ast)
        return cannotLower(fmt::format("'{}' is not a value to start a reduction from", text),
                           element);
    Frame none;
    const ir::Sdfg empty;
    none.sdfg = &empty;
    PlanContext context;
    MW_TRY(ValuePtr value, ValueLowering(nullptr, none, {}, context).lower(**ast));
    if (const auto* literal = std::get_if<Literal>(&value->kind); literal && real) {
        if (literal->text.find_first_of(".e") == std::string::npos)
            return makeValue(Literal{literal->text + ".0"}, type);
    }
    return value;
}

} // namespace

Expected<void> KernelLowering::reduce(Frame& frame, const ir::StateIndex& index,
                                      const ir::Node& node) {
    const auto& library = *node.as<ir::LibraryNode>();
    const auto in = index.inEdges(node.id);
    const auto out = index.outEdges(node.id);
    if (in.size() != 1 || out.size() != 1 || !in[0]->memlet.subset || !out[0]->memlet.subset)
        return cannotLower("a Reduce node needs one input and one output", node.id);
    const std::string reduction = reductionName(
        property(library, "wcr").is_string() ? property(library, "wcr").get<std::string>() : "");
    if (reduction.empty())
        return cannotLower(fmt::format("the reduction of '{}' is not known", library.label),
                           node.id);
    MW_TRY(Place* const source, place(frame, in[0]->memlet.data, in[0]->id));
    MW_TRY(Place* const target, place(frame, out[0]->memlet.data, out[0]->id));
    const auto& inSubset = *in[0]->memlet.subset;
    const auto sizes = sizesOf(frame, inSubset);
    std::vector<bool> reduced(sizes.size(), true);
    if (const Json axes = property(library, "axes"); axes.is_array()) {
        std::fill(reduced.begin(), reduced.end(), false);
        for (const Json& axis : axes)
            if (axis.is_number_integer() && axis.get<std::size_t>() < reduced.size())
                reduced[axis.get<std::size_t>()] = true;
    }
    std::vector<Expr> keptSizes, reducedSizes;
    for (std::size_t d = 0; d < sizes.size(); ++d)
        (reduced[d] ? reducedSizes : keptSizes).push_back(sizes[d]);
    const std::string identity = numberText(property(library, "identity"));
    return loops(keptSizes, [&](const std::vector<Expr>& kept) -> Expected<void> {
        std::vector<Expr> at = begins(frame, *out[0]->memlet.subset);
        // output dimensions of more than one element follow the kept ones in order
        std::size_t next = 0;
        for (std::size_t d = 0; d < at.size() && next < kept.size(); ++d) {
            const Expr step = frame.outer(out[0]->memlet.subset->dims[d].step);
            if (at.size() == kept.size())
                at[d] = at[d] + kept[next++] * step;
            else if (!out[0]->memlet.subset->dims[d].size().isInteger(1)) {
                while (next < kept.size() && keptSizes[next].isInteger(1))
                    ++next;
                if (next < kept.size())
                    at[d] = at[d] + kept[next++] * step;
            }
        }
        const Expr linear = linearIndex(*target, at);
        const std::string sum = names_.fresh("reduced");
        localTypes_[sum] = target->type;
        ValuePtr start = load(*target, linear);
        if (!identity.empty()) {
            MW_TRY(start, identityValue(identity, target->type, node.id));
        }
        emit({DeclareScalar{target->type, sum, start, false}});
        MW_CHECK(loops(reducedSizes, [&](const std::vector<Expr>& counters) -> Expected<void> {
            std::vector<Expr> from = begins(frame, inSubset);
            std::size_t nextReduced = 0, nextKept = 0;
            for (std::size_t d = 0; d < from.size(); ++d)
                from[d] = from[d] + (reduced[d] ? counters[nextReduced++] : kept[nextKept++]) *
                                        frame.outer(inSubset.dims[d].step);
            emit({AssignScalar{sum, combine(reduction, makeValue(LocalRef{sum}, target->type),
                                            loadElement(*source, from), target->type)}});
            return {};
        }));
        return assign(*target, linear, makeValue(LocalRef{sum}, target->type), "", false);
    });
}

Expected<void> KernelLowering::reduceSkip(Frame& frame, const ir::StateIndex& index,
                                          const ir::Node& node) {
    const auto& library = *node.as<ir::LibraryNode>();
    const auto text = [&](const char* name, const char* fallback) {
        const Json json = property(library, name);
        const std::string value = numberText(json);
        return value.empty() ? std::string(fallback) : value;
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
    MW_TRY(Place* const source, place(frame, input->memlet.data, input->id));
    MW_TRY(Place* const table, place(frame, mask->memlet.data, mask->id));
    MW_TRY(Place* const target, place(frame, out[0]->memlet.data, out[0]->id));
    const auto inSizes = sizesOf(frame, *input->memlet.subset);
    const auto maskSizes = sizesOf(frame, *mask->memlet.subset);
    MW_TRY(const ValuePtr start, identityValue(text("init", "0"), target->type, node.id));
    MW_TRY(const ValuePtr identity, identityValue(text("identity", "0"), source->type, node.id));
    const std::string sum = names_.fresh("reduced");
    localTypes_[sum] = target->type;
    emit({DeclareScalar{target->type, sum, start, false}});
    std::vector<Expr> moving;
    for (const Expr& n : maskSizes)
        if (!n.isInteger(1))
            moving.push_back(n);
    const auto at = [&](const symbolic::Subset& subset, const std::vector<Expr>& sizes,
                        const std::vector<Expr>& counters) {
        std::vector<Expr> from = begins(frame, subset);
        std::size_t next = 0;
        for (std::size_t d = 0; d < from.size(); ++d)
            if (!sizes[d].isInteger(1) && next < counters.size())
                from[d] = from[d] + counters[next++] * frame.outer(subset.dims[d].step);
        return from;
    };
    MW_CHECK(loops(moving, [&](const std::vector<Expr>& counters) -> Expected<void> {
        const ValuePtr entry = loadElement(*table, at(*mask->memlet.subset, maskSizes, counters));
        const ValuePtr there =
            makeValue(Binary{"!=", entry, makeValue(Literal{"-1"}, ir::ScalarType::int32)},
                      ir::ScalarType::boolean);
        const ValuePtr value = loadElement(*source, at(*input->memlet.subset, inSizes, counters));
        emit({AssignScalar{sum, combine(reduction, makeValue(LocalRef{sum}, target->type),
                                        makeValue(Select{there, value, identity}, source->type),
                                        target->type)}});
        return {};
    }));
    return assign(*target, linearIndex(*target, begins(frame, *out[0]->memlet.subset)),
                  makeValue(LocalRef{sum}, target->type), "", false);
}

Expected<void> KernelLowering::fill(Frame& frame, const ir::StateIndex& index,
                                    const ir::Node& node) {
    const auto out = index.outEdges(node.id);
    if (out.size() != 1 || !out[0]->memlet.subset)
        return cannotLower("a Fill node needs one output", node.id);
    MW_TRY(Place* const target, place(frame, out[0]->memlet.data, out[0]->id));
    const std::string constant = numberText(property(*node.as<ir::LibraryNode>(), "value"));
    MW_TRY(ValuePtr value, identityValue(constant.empty() ? "0" : constant, target->type, node.id));
    for (const ir::Edge* edge : index.inEdges(node.id)) {
        if (edge->dstConnector != "_fill_val")
            continue;
        MW_TRY(const Operand input, operand(frame, *edge));
        if (input.value)
            value = input.value;
    }
    const auto& subset = *out[0]->memlet.subset;
    return loops(sizesOf(frame, subset), [&](const std::vector<Expr>& counters) -> Expected<void> {
        std::vector<Expr> at = begins(frame, subset);
        for (std::size_t d = 0; d < at.size(); ++d)
            at[d] = at[d] + counters[d] * frame.outer(subset.dims[d].step);
        return assign(*target, linearIndex(*target, at), value, "", false);
    });
}

} // namespace mw::codegen
