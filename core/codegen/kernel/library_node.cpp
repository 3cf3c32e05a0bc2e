// Library nodes inside a kernel: which they are, copies, fills.
#include "core/codegen/kernel/library_node.h"

#include "core/codegen/kernel/copies.h"
#include "core/codegen/kernel/elements.h"
#include "core/codegen/kernel/loops.h"
#include "core/codegen/kernel/reduce.h"
#include "core/codegen/kernel/stores.h"
#include "core/codegen/kernel/tasklet.h"
#include "core/codegen/values/make_value.h"
#include "core/codegen/values/value_lowering.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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

std::string className(const ir::LibraryNode& node) {
    const std::size_t dot = node.classpath.rfind('.');
    return dot == std::string::npos ? node.classpath : node.classpath.substr(dot + 1);
}

Expected<void> lowerFill(KernelBody& body, Environment& env, const ir::StateIndex& index,
                         const ir::Node& node) {
    const auto out = index.outEdges(node.id);
    if (out.size() != 1 || !out[0]->memlet.subset)
        return cannotLower("a Fill node needs one output", node.id);
    MW_TRY(ContainerStorage* const target, storageOf(env, out[0]->memlet.data, out[0]->id));
    const std::string constant = numberProperty(*node.as<ir::LibraryNode>(), "value", "0");
    MW_TRY(ValuePtr value, numberValue(constant, target->type, node.id));
    for (const ir::Edge* edge : index.inEdges(node.id)) {
        if (edge->dstConnector != "_fill_val")
            continue;
        MW_TRY(const Operand input, operandOf(body, env, *edge));
        if (input.value)
            value = input.value;
    }
    const auto& subset = *out[0]->memlet.subset;
    return boxLoops(
        body, sizesOf(env, subset), [&](const std::vector<Expr>& counters) -> Expected<void> {
            std::vector<Expr> at = begins(env, subset);
            for (std::size_t d = 0; d < at.size(); ++d)
                at[d] = at[d] + counters[d] * env.outer(subset.dims[d].step);
            return assignElement(body, *target, linearIndex(*target, at), value, "", false);
        });
}

} // namespace

Expected<void> lowerLibraryNode(KernelBody& body, Environment& env, const ir::StateIndex& index,
                                const ir::Node& node) {
    const std::string name = className(*node.as<ir::LibraryNode>());
    if (name == "Reduce")
        return lowerReduce(body, env, index, node);
    if (name == "ReduceWithSkipValues")
        return lowerReduceWithSkipValues(body, env, index, node);
    if (name == "FillLibraryNode")
        return lowerFill(body, env, index, node);
    if (name == "CopyLibraryNode" && index.inEdges(node.id).size() == 1 &&
        index.outEdges(node.id).size() == 1) {
        const ir::Edge& in = *index.inEdges(node.id)[0];
        const ir::Edge& out = *index.outEdges(node.id)[0];
        if (in.memlet.subset && out.memlet.subset)
            return lowerCopy(
                body, env, {in.memlet.data, out.memlet.data, *in.memlet.subset, *out.memlet.subset},
                out.memlet.wcr, node.id);
    }
    return cannotLower(
        fmt::format("the library node '{}' ({}) cannot be lowered", ir::displayName(node), name),
        node.id);
}

std::string numberProperty(const ir::LibraryNode& node, const std::string& name,
                           const std::string& fallback) {
    const std::string text = numberText(property(node, name));
    return text.empty() ? fallback : text;
}

std::string textProperty(const ir::LibraryNode& node, const std::string& name) {
    const Json json = property(node, name);
    return json.is_string() ? json.get<std::string>() : std::string();
}

std::vector<Expr> sizesOf(const Environment& env, const symbolic::Subset& subset) {
    std::vector<Expr> sizes;
    for (const auto& dim : subset.dims)
        sizes.push_back(symbolic::simplify(env.outer(dim.size())));
    return sizes;
}

/// The text of a reduction as a value of `type`: an exact literal.
Expected<ValuePtr> numberValue(const std::string& text, ir::ScalarType type, ElementId element) {
    const bool real = type == ir::ScalarType::float64 || type == ir::ScalarType::float32;
    auto ast = tasklet::parseExpression(text);
    if (!ast)
        return cannotLower(fmt::format("'{}' is not a value to start a reduction from", text),
                           element);
    Environment none;
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

} // namespace mw::codegen
