// Scopes of a kernel: what lives there, and its nodes in order.
#include "core/codegen/kernel/kernel_lowering.h"
#include "core/ir/connectors.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

namespace {

constexpr int kMaxNesting = 128;

} // namespace

KernelLowering::KernelLowering(PlanContext& context, Kernel& kernel)
    : context_(context), kernel_(kernel), out_(&kernel.body), names_(&context.symbolTypes) {
    names_.reserve("args");
}

Expected<void> KernelLowering::mapBody(Frame& frame, const ir::Block& block,
                                       const ir::StateIndex& index, NodeId entry,
                                       std::size_t bound) {
    outermost_ = entry;
    MW_CHECK(collectWritten(frame, index, entry));
    return mapLoops(frame, index.node(entry)->as<ir::MapEntry>()->map, bound,
                    [&]() -> Expected<void> {
                        MW_CHECK(scope(frame, &block, index, entry));
                        for (auto& statement : deferred_)
                            emit(std::move(statement));
                        deferred_.clear();
                        return {};
                    });
}

Expected<void> KernelLowering::singleNode(Frame& frame, const ir::StateIndex& index, NodeId node) {
    for (const ir::Edge* edge : index.outEdges(node)) {
        const auto found = frame.places.find(edge->memlet.data);
        if (found != frame.places.end())
            writtenArrays_.insert(found->second.name);
    }
    return this->node(frame, index, *index.node(node));
}

Expected<void> KernelLowering::collectWritten(Frame& frame, const ir::StateIndex& index,
                                              NodeId entry) {
    const NodeId exit = ir::exitOf(*index.node(entry));
    for (const ir::Edge* edge : index.outEdges(exit)) {
        const ir::AccessNode* target = pathTarget(index, *edge);
        const std::string& data = target ? target->data : edge->memlet.data;
        if (const auto found = frame.places.find(data); found != frame.places.end())
            writtenArrays_.insert(found->second.name);
    }
    return {};
}

Expected<void> KernelLowering::scope(Frame& frame, const ir::Block* block,
                                     const ir::StateIndex& index, NodeId entry) {
    if (++depth_ > kMaxNesting)
        return cannotLower("scopes are nested too deeply", entry);
    MW_CHECK(declareLocals(frame, block ? block->id : BlockId{}, entry));
    MW_CHECK(bindViews(frame, index, entry));
    for (const NodeId id : index.topological()) {
        const ir::Node& one = *index.node(id);
        if (index.scope(id) == entry && !one.isExit())
            MW_CHECK(node(frame, index, one));
    }
    --depth_;
    return {};
}

Expected<void> KernelLowering::node(Frame& frame, const ir::StateIndex& index,
                                    const ir::Node& node) {
    if (node.as<ir::AccessNode>())
        return accessNode(frame, index, node);
    if (node.as<ir::Tasklet>())
        return tasklet(frame, index, node);
    if (node.as<ir::MapEntry>())
        return innerMap(frame, index, node);
    if (node.as<ir::NestedSdfg>())
        return nested(frame, index, node);
    if (node.as<ir::LibraryNode>())
        return library(frame, index, node);
    if (node.isExit())
        return {};
    return cannotLower(
        fmt::format("the {} '{}' cannot be lowered", ir::kindName(node), ir::displayName(node)),
        node.id);
}

// ---- access nodes

Expected<void> KernelLowering::accessNode(Frame& frame, const ir::StateIndex& index,
                                          const ir::Node& node) {
    const auto& access = *node.as<ir::AccessNode>();
    const ir::DataDescriptor* data = frame.sdfg->data(access.data);
    const ir::Edge* alias =
        data && data->kind == ir::DataKind::view ? viewingEdge(index, node) : nullptr;
    for (const ir::Edge* edge : index.inEdges(node.id)) {
        const ir::Node* from = index.node(edge->src);
        if (edge != alias && !edge->memlet.empty() &&
            (from->as<ir::AccessNode>() || from->isEntry()))
            MW_CHECK(copyEdge(frame, index, *edge));
    }
    for (const ir::Edge* edge : index.outEdges(node.id)) {
        if (edge != alias && !edge->memlet.empty() && index.node(edge->dst)->isExit())
            MW_CHECK(copyEdge(frame, index, *edge));
    }
    return {};
}

Expected<void> KernelLowering::copyEdge(Frame& frame, const ir::StateIndex& index,
                                        const ir::Edge& edge) {
    const ir::AccessNode* from = pathSource(index, edge);
    const ir::AccessNode* to = pathTarget(index, edge);
    if (!from || !to)
        return cannotLower("a copy needs a container at both ends", edge.id);
    const ir::DataDescriptor* source = frame.sdfg->data(from->data);
    const ir::DataDescriptor* target = frame.sdfg->data(to->data);
    // a view's alias edge that is seen from its other end
    if (source && source->kind == ir::DataKind::view &&
        viewingEdge(index, *index.node(edge.src)) == &edge)
        return {};
    const ir::Node* dst = index.node(edge.dst);
    if (target && target->kind == ir::DataKind::view && dst->as<ir::AccessNode>() &&
        viewingEdge(index, *dst) == &edge)
        return {};
    return copy(frame, copyEnds(edge.memlet, from->data, to->data, *frame.sdfg), edge.memlet.wcr,
                edge.id);
}

Expected<void>
KernelLowering::loops(const std::vector<Expr>& sizes,
                      const std::function<Expected<void>(const std::vector<Expr>&)>& body) {
    std::vector<Expr> indices(sizes.size(), Expr(0));
    std::vector<Statements> levels;
    std::function<Expected<void>(std::size_t)> level = [&](std::size_t d) -> Expected<void> {
        if (d == sizes.size())
            return body(indices);
        if (sizes[d].isInteger(1))
            return level(d + 1);
        For loop;
        loop.variable = names_.fresh(fmt::format("c{}", d));
        loop.begin = 0;
        loop.end = symbolic::simplify(sizes[d] - 1);
        loop.step = 1;
        loop.over = For::Over::box;
        indices[d] = Expr::symbol(loop.variable);
        MW_CHECK(inside(loop.body, [&] { return level(d + 1); }));
        emit({std::move(loop)});
        return {};
    };
    return level(0);
}

Expected<void> KernelLowering::copy(Frame& frame, const CopyEnds& ends, const std::string& wcr,
                                    ElementId element) {
    MW_TRY(Place* const source, place(frame, ends.srcData, element));
    MW_TRY(Place* const target, place(frame, ends.dstData, element));
    const BoxDims src = boxOf(frame, *source, ends.src);
    const BoxDims dst = boxOf(frame, *target, ends.dst);
    const Expr from = linearIndex(*source, begins(frame, ends.src));
    const Expr to = linearIndex(*target, begins(frame, ends.dst));
    const auto move = [&](const Expr& read, const Expr& written) {
        return resolve(frame, *target, symbolic::simplify(to + written),
                       load(*source, symbolic::simplify(from + read)), wcr, false, element);
    };
    if (const auto common = commonBoxes(src, dst)) {
        std::vector<Expr> counts;
        for (const BoxDim& dim : common->src)
            counts.push_back(dim.count);
        return loops(counts, [&](const std::vector<Expr>& at) {
            Expr read = 0;
            Expr written = 0;
            for (std::size_t d = 0; d < at.size(); ++d) {
                read = read + at[d] * common->src[d].stride;
                written = written + at[d] * common->dst[d].stride;
            }
            return move(read, written);
        });
    }
    const auto volume = [](const BoxDims& box) {
        Expr product = 1;
        for (const BoxDim& dim : box)
            product = product * dim.count;
        return symbolic::simplify(product);
    };
    const auto moved = volume(src).asInteger();
    const auto room = volume(dst).asInteger();
    if (moved && room && *moved != *room)
        return cannotLower(fmt::format("the copy from '{}' to '{}' moves {} elements into {}",
                                       ends.srcData, ends.dstData, *moved, *room),
                           element);
    return loops({volume(src)}, [&](const std::vector<Expr>& at) {
        return move(offsetOf(src, at[0]), offsetOf(dst, at[0]));
    });
}

// ---- maps inside the kernel

Expected<void> KernelLowering::dynamicInputs(Frame& frame, const ir::StateIndex& index,
                                             const ir::Node& entry) {
    for (const ir::Edge* edge : index.inEdges(entry.id)) {
        if (!ir::isDynamicInput(edge->dstConnector))
            continue;
        MW_TRY(const Operand input, operand(frame, *edge));
        if (!input.value)
            return cannotLower(
                fmt::format("the map input '{}' is not one element", edge->dstConnector), edge->id);
        frame.symbols.set(edge->dstConnector, integerLocal(input.value, edge->dstConnector));
    }
    return {};
}

Expected<void> KernelLowering::mapLoops(Frame& frame, const ir::Map& map, std::size_t first,
                                        const std::function<Expected<void>()>& inner) {
    std::function<Expected<void>(std::size_t)> level = [&](std::size_t d) -> Expected<void> {
        if (d == map.params.size())
            return inner();
        const auto& range = map.range.dims[d];
        For loop;
        loop.begin = symbolic::simplify(frame.outer(range.begin));
        loop.end = symbolic::simplify(frame.outer(range.end));
        loop.step = symbolic::simplify(frame.outer(range.step));
        loop.variable = names_.fresh(map.params[d]);
        loop.over = For::Over::map;
        if (map.unroll)
            loop.unroll = map.unrollFactor > 0 ? map.unrollFactor : -1;
        frame.symbols.set(map.params[d], Expr::symbol(loop.variable));
        MW_CHECK(inside(loop.body, [&] { return level(d + 1); }));
        emit({std::move(loop)});
        return {};
    };
    return level(first);
}

Expected<void> KernelLowering::innerMap(Frame& frame, const ir::StateIndex& index,
                                        const ir::Node& node) {
    const ir::Map& map = node.as<ir::MapEntry>()->map;
    const auto outerSymbols = frame.symbols;
    MW_CHECK(dynamicInputs(frame, index, node));
    MW_CHECK(mapLoops(frame, map, 0, [&] { return scope(frame, nullptr, index, node.id); }));
    frame.symbols = outerSymbols;
    return {};
}

} // namespace mw::codegen
