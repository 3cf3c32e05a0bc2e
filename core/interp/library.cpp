// What library nodes compute.
#include "core/analysis/reduce_axes.h"
#include "core/interp/executor.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::interp {

namespace {

std::string unquoted(std::string text) {
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
        text = text.substr(1, text.size() - 2);
    return text;
}

/// Python text of a property; empty for null and absent ones.
std::string property(const ir::LibraryNode& node, std::string_view name) {
    const auto found = node.properties.find(name);
    if (found == node.properties.end() || found->second == "null")
        return "";
    if (found->second == "true" || found->second == "false")
        return found->second == "true" ? "True" : "False";
    return unquoted(found->second);
}

const ir::Edge* edgeAt(std::span<const ir::Edge* const> edges, std::string_view connector,
                       bool destination) {
    for (const ir::Edge* edge : edges)
        if ((destination ? edge->dstConnector : edge->srcConnector) == connector)
            return edge;
    return edges.size() == 1 ? edges.front() : nullptr;
}

Diagnostic badNode(const ir::Node& node, const std::string& why) {
    return {Severity::error,
            "bad-library-node",
            fmt::format("the library node '{}': {}", ir::displayName(node), why),
            {{}, {}, {node.id}},
            {}};
}

Box boxOr(Frame& frame, const ir::Edge& edge, const View& view) {
    if (edge.memlet.subset)
        if (auto box = frame.evaluate(*edge.memlet.subset))
            return *box;
    return wholeOf(view);
}

} // namespace

/// `lambda old, new: expression`.
Expected<const Executor::Lambda*> Executor::lambda(const std::string& text) {
    if (const auto found = lambdas_.find(text); found != lambdas_.end())
        return &found->second;
    auto parts = tasklet::lambdaParts(text);
    if (!parts)
        return fail("bad-wcr", fmt::format("the conflict resolution '{}' is not a lambda of two "
                                           "parameters",
                                           text));
    MW_TRY(const tasklet::Code* code, parsed("__value = " + parts->body));
    Lambda made{std::move(parts->old), std::move(parts->fresh), code->statements.front().value};
    return &lambdas_.emplace(text, std::move(made)).first->second;
}

Expected<Scalar> Executor::resolve(Frame& frame, const std::string& wcr, const Scalar& old,
                                   const Scalar& value) {
    MW_TRY(const Lambda* combine, lambda(wcr));
    Names names;
    names[combine->old].value = old;
    names[combine->fresh].value = value;
    return evaluate(frame, names, *combine->body);
}

Expected<void> Executor::runLibrary(Frame& frame, StateInfo& state, const ir::Node& node) {
    const auto& library = *node.as<ir::LibraryNode>();
    const auto ends = [&](std::string_view suffix) { return library.classpath.ends_with(suffix); };
    if (ends(".ReduceWithSkipValues"))
        return runReduceWithSkipValues(frame, state, node, library);
    if (ends(".Reduce"))
        return runReduce(frame, state, node, library);
    if (ends(".CopyLibraryNode"))
        return runCopyNode(frame, state, node);
    if (ends(".FillLibraryNode"))
        return runFill(frame, state, node, library);
    return fail("unsupported-library-node",
                fmt::format("the library node '{}' ({}) cannot be interpreted",
                            ir::displayName(node), library.classpath),
                {{}, {}, {node.id}});
}

Expected<void> Executor::runCopyNode(Frame& frame, StateInfo& state, const ir::Node& node) {
    const ir::Edge* in = edgeAt(state.index.inEdges(node.id), "_cpy_in", true);
    const ir::Edge* out = edgeAt(state.index.outEdges(node.id), "_cpy_out", false);
    if (!in || !out)
        return fail(badNode(node, "needs one input and one output edge"));
    MW_TRY(const View* source, frame.view(in->memlet.data));
    MW_TRY(const View* target, frame.view(out->memlet.data));
    const Box from = boxOr(frame, *in, *source);
    const Box to = boxOr(frame, *out, *target);
    if (volume(from) != volume(to))
        return fail(
            badNode(node, fmt::format("copies {} elements into {}", volume(from), volume(to))));
    return move(frame, out->memlet, in->memlet.data, from, out->memlet.data, to);
}

Expected<void> Executor::runFill(Frame& frame, StateInfo& state, const ir::Node& node,
                                 const ir::LibraryNode& fill) {
    const ir::Edge* out = edgeAt(state.index.outEdges(node.id), "_fill_out", false);
    if (!out)
        return fail(badNode(node, "needs one output edge"));
    const std::string text = property(fill, "value");
    MW_TRY(Scalar value, evaluateText(frame, text.empty() ? "0" : text));
    for (const ir::Edge* edge : state.index.inEdges(node.id))
        if (edge->dstConnector == "_fill_val") {
            MW_TRY(const View* view, frame.view(edge->memlet.data));
            MW_TRY(const Operand given, operand(frame, *edge, *view));
            value = given.value;
        }
    MW_TRY(const View* target, frame.view(out->memlet.data));
    return forEach(boxOr(frame, *out, *target),
                   [&](const std::vector<std::int64_t>& index) -> Expected<void> {
                       MW_TRY(std::byte * at, address(*target, index, out->memlet.data));
                       return write(frame, out->memlet, *target, at, value);
                   });
}

Expected<void> Executor::runReduce(Frame& frame, StateInfo& state, const ir::Node& node,
                                   const ir::LibraryNode& reduce) {
    const ir::Edge* in = edgeAt(state.index.inEdges(node.id), "_in", true);
    const ir::Edge* out = edgeAt(state.index.outEdges(node.id), "_out", false);
    if (!in || !out)
        return fail(badNode(node, "needs one input and one output edge"));
    MW_TRY(const View* source, frame.view(in->memlet.data));
    MW_TRY(const View* target, frame.view(out->memlet.data));
    const Box from = boxOr(frame, *in, *source);
    const Box to = boxOr(frame, *out, *target);
    const auto axes = analysis::reducedDimensions(reduce, from.size());
    if (!axes)
        return fail(badNode(node, "its axes are no dimensions of its input"));
    const auto isKept = [&](std::size_t d) { return !(*axes)[d]; };
    // Unless each kept axis has a dimension of its own, what says one index takes no part; an
    // extent that happens to be 1 does.
    const auto kept = std::ranges::count(*axes, false);
    const bool aligned = kept == std::ssize(to);
    const auto takes = [&](const ir::Edge& edge, const Box& box, std::size_t d) {
        return aligned || !(edge.memlet.subset ? edge.memlet.subset->dims[d].size().isInteger(1)
                                               : box[d].size() == 1);
    };
    std::size_t keeps = 0, writes = 0;
    for (std::size_t d = 0; d < from.size(); ++d)
        keeps += isKept(d) && takes(*in, from, d) ? 1 : 0;
    for (std::size_t d = 0; d < to.size(); ++d)
        writes += takes(*out, to, d) ? 1 : 0;
    if (writes > keeps)
        return fail(badNode(node, "writes a region of more dimensions than its result has"));
    const std::string wcr = property(reduce, "wcr");
    const std::string identity = property(reduce, "identity");
    if (!identity.empty()) {
        MW_TRY(const Scalar value, evaluateText(frame, identity));
        MW_CHECK(forEach(to, [&](const std::vector<std::int64_t>& index) -> Expected<void> {
            MW_TRY(std::byte * at, address(*target, index, out->memlet.data));
            storeElement(at, target->type, value);
            return {};
        }));
    }
    return forEach(from, [&](const std::vector<std::int64_t>& index) -> Expected<void> {
        std::vector<std::int64_t> offsets; // of the axes that stay
        for (std::size_t d = 0; d < index.size(); ++d)
            if (isKept(d) && takes(*in, from, d))
                offsets.push_back((index[d] - from[d].begin) / from[d].step);
        std::vector<std::int64_t> at(to.size());
        std::size_t next = 0;
        for (std::size_t d = 0; d < to.size(); ++d)
            at[d] =
                to[d].begin +
                (takes(*out, to, d) && next < offsets.size() ? offsets[next++] * to[d].step : 0);
        MW_TRY(const std::byte* value, address(*source, index, in->memlet.data));
        MW_TRY(std::byte * sum, address(*target, at, out->memlet.data));
        MW_TRY(const Scalar result, resolve(frame, wcr, loadElement(sum, target->type),
                                            loadElement(value, source->type).as(target->type)));
        storeElement(sum, target->type, result);
        return {};
    });
}

/// acc = init; for each neighbour: acc = wcr(acc, mask[i] != -1 ? in[i] : identity).
Expected<void> Executor::runReduceWithSkipValues(Frame& frame, StateInfo& state,
                                                 const ir::Node& node,
                                                 const ir::LibraryNode& reduce) {
    const auto ins = state.index.inEdges(node.id);
    const auto named = [&](std::string_view key, std::string fallback) {
        const std::string text = property(reduce, key);
        return text.empty() ? fallback : text;
    };
    const ir::Edge* in = edgeAt(ins, named("input_conn", "_in"), true);
    const ir::Edge* mask = edgeAt(ins, named("mask_conn", "_mask"), true);
    const ir::Edge* out =
        edgeAt(state.index.outEdges(node.id), named("output_conn", "_out"), false);
    if (!in || !mask || !out)
        return fail(badNode(node, "needs an input, a mask and an output"));
    MW_TRY(const View* source, frame.view(in->memlet.data));
    MW_TRY(const View* table, frame.view(mask->memlet.data));
    MW_TRY(const View* target, frame.view(out->memlet.data));
    const auto collect = [&](const View& view,
                             const ir::Edge& edge) -> Expected<std::vector<Scalar>> {
        std::vector<Scalar> values;
        MW_CHECK(forEach(boxOr(frame, edge, view), [&](const auto& index) -> Expected<void> {
            MW_TRY(const std::byte* at, address(view, index, edge.memlet.data));
            values.push_back(loadElement(at, view.type));
            return {};
        }));
        return values;
    };
    MW_TRY(const auto values, collect(*source, *in));
    MW_TRY(const auto rows, collect(*table, *mask));
    if (values.size() != rows.size())
        return fail(badNode(node, "input and mask have different lengths"));
    MW_TRY(Scalar sum, evaluateText(frame, named("init", property(reduce, "identity"))));
    MW_TRY(const Scalar identity, evaluateText(frame, property(reduce, "identity")));
    const std::string wcr = property(reduce, "wcr");
    for (std::size_t i = 0; i < values.size(); ++i) {
        MW_TRY(sum,
               resolve(frame, wcr, sum.as(target->type), rows[i].i != -1 ? values[i] : identity));
    }
    std::vector<std::int64_t> index;
    for (const Span& span : boxOr(frame, *out, *target))
        index.push_back(span.begin);
    MW_TRY(std::byte * at, address(*target, index, out->memlet.data));
    return write(frame, out->memlet, *target, at, sum);
}

} // namespace mw::interp
