// Maps and single nodes at top level become kernels.
#include "core/analysis/traffic.h"
#include "core/codegen/host/host_lowering.h"
#include "core/codegen/launch/launch_facts.h"
#include "core/codegen/passes/passes.h"
#include "core/codegen/print/source_names.h"
#include "core/ir/connectors.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

namespace {

/// Leading dimensions of a map whose ranges do not depend on its own parameters. A launch has a
/// fixed extent in each: the others become loops inside.
std::size_t independentDims(const ir::Map& map) {
    for (std::size_t d = 1; d < map.params.size(); ++d) {
        const auto& range = map.range.dims[d];
        for (const Expr* e : {&range.begin, &range.end, &range.step})
            for (const auto& name : symbolic::freeSymbols(*e))
                if (std::find(map.params.begin(),
                              map.params.begin() + static_cast<std::ptrdiff_t>(d),
                              name) != map.params.begin() + static_cast<std::ptrdiff_t>(d))
                    return d;
    }
    return map.params.size();
}

} // namespace

Expected<void> HostLowering::dynamicInputs(Frame& frame, const ir::StateIndex& index,
                                           const ir::Node& node, Steps& steps) {
    for (const ir::Edge* edge : index.inEdges(node.id)) {
        if (!ir::isDynamicInput(edge->dstConnector))
            continue;
        MW_CHECK(materialise(frame, edge->memlet.data));
        const Place& place = frame.places.at(edge->memlet.data);
        if (const auto* local = place.kind == Place::Kind::hostValue
                                    ? std::get_if<LocalRef>(&place.value->kind)
                                    : nullptr) {
            frame.symbols.set(edge->dstConnector, frame.outer(Expr::symbol(local->name)));
            continue;
        }
        if (place.kind != Place::Kind::buffer || !edge->memlet.subset)
            return cannotLower(fmt::format("the map input '{}' is not one element of an array",
                                           edge->dstConnector),
                               edge->id);
        const std::string symbol = planNames_.fresh(edge->dstConnector);
        context_.symbolTypes.set(symbol, place.type);
        steps.push_back({AssignSymbol{
            symbol, elementOf(place, linearIndex(place, begins(frame, *edge->memlet.subset)))}});
        frame.symbols.set(edge->dstConnector, Expr::symbol(symbol));
    }
    return {};
}

/// Memory for what an entry or a single node reads and writes outside.
Expected<void> HostLowering::materialiseAround(Frame& frame, const ir::StateIndex& index,
                                               const ir::Node& node) {
    const auto touch = [&](const ir::Node& far, const ir::Edge& edge) -> Expected<void> {
        if (const auto* access = far.as<ir::AccessNode>())
            MW_CHECK(materialise(frame, access->data));
        if (!edge.memlet.empty() && frame.sdfg->data(edge.memlet.data))
            MW_CHECK(materialise(frame, edge.memlet.data));
        return {};
    };
    for (const ir::Edge* edge : index.inEdges(node.id))
        MW_CHECK(touch(*index.node(edge->src), *edge));
    const NodeId exit = node.isEntry() ? ir::exitOf(node) : node.id;
    for (const ir::Edge* edge : index.outEdges(exit))
        MW_CHECK(touch(*index.node(edge->dst), *edge));
    // temporaries inside the scope that outlive it, e.g. used in several scopes
    if (!node.isEntry())
        return {};
    const UsageTable& usage = context_.usageOf(*frame.sdfg);
    for (const std::uint32_t at : partsOf(index).of(node.id).nodes) {
        const auto* access = index.state().nodes[at]->as<ir::AccessNode>();
        if (!access)
            continue;
        const ir::DataDescriptor* data = frame.sdfg->data(access->data);
        const auto use = usage.find(access->data);
        const bool own = use != usage.end() && use->second.scope;
        if (data && data->kind != ir::DataKind::view && !own)
            MW_CHECK(materialise(frame, access->data));
    }
    return {};
}

Expected<void> HostLowering::mapKernel(Frame& frame, const ir::Block& block,
                                       const ir::StateIndex& index, const ir::Node& node,
                                       Steps& steps) {
    MW_CHECK(materialiseAround(frame, index, node));
    std::optional<SymbolTable> outerSymbols;
    const bool dynamic = std::ranges::any_of(index.inEdges(node.id), [](const ir::Edge* edge) {
        return ir::isDynamicInput(edge->dstConnector);
    });
    if (dynamic) {
        outerSymbols = frame.symbols;
        MW_CHECK(dynamicInputs(frame, index, node, steps));
    }
    auto inputs = memoInputs(frame, index, node);
    std::shared_ptr<const Kernel> known = inputs ? memo_->store().find(*inputs) : nullptr;
    if (known) {
        addKernel(*known, steps);
    } else {
        MW_TRY(Kernel kernel, lowerMap(frame, block, index, node));
        if (inputs)
            memo_->store().insert(std::move(*inputs), kernel);
        addKernel(std::move(kernel), steps);
    }
    if (outerSymbols)
        frame.symbols = std::move(*outerSymbols);
    return {};
}

std::optional<KernelInputs> HostLowering::memoInputs(Frame& frame, const ir::StateIndex& index,
                                                     const ir::Node& node) {
    if (!memo_)
        return std::nullopt;
    if (frameInputsOf_ != frame.sdfg || !frameInputs_->sameTables(frame, context_)) {
        frameInputs_ = memo_->store().frame(frame, context_);
        frameInputsOf_ = frame.sdfg;
        frame.symbols = frameInputs_->symbols; // equal, and from now on the same
        context_.symbolTypes = frameInputs_->symbolTypes;
    }
    return kernelInputs(frame, context_, index, partsOf(index), node.id, frameInputs_);
}

/// `frame`: of the map's surroundings, with its dynamic inputs.
Expected<Kernel> HostLowering::lowerMap(Frame frame, const ir::Block& block,
                                        const ir::StateIndex& index, const ir::Node& node) {
    const ir::Map& map = node.as<ir::MapEntry>()->map;
    Kernel kernel;
    kernel.label = map.label;
    kernel.map = node.id;
    kernel.sequential = map.schedule == ir::Schedule::Sequential;
    kernel.facts.asked = launchRequest(map);
    traffic(frame, index, node, kernel);
    KernelLowering lowering(context_, kernel);
    const std::size_t launched = independentDims(map);
    for (std::size_t d = 0; d < launched; ++d) {
        const auto& range = map.range.dims[d];
        LaunchDim dim;
        dim.param = lowering.fresh(map.params[d]);
        dim.begin = symbolic::simplify(frame.outer(range.begin));
        dim.end = symbolic::simplify(frame.outer(range.end));
        dim.step = symbolic::simplify(frame.outer(range.step));
        frame.symbols.set(map.params[d], Expr::symbol(dim.param));
        kernel.dims.push_back(std::move(dim));
    }
    MW_CHECK(lowering.mapBody(frame, block, index, node.id, launched));
    MW_CHECK(finish(kernel));
    return kernel;
}

Expected<void> HostLowering::singleNodeKernel(Frame& frame, const ir::StateIndex& index,
                                              const ir::Node& node, Steps& steps) {
    MW_CHECK(materialiseAround(frame, index, node));
    Kernel kernel;
    kernel.label = ir::displayName(node);
    kernel.map = node.id;
    kernel.sequential = true;
    KernelLowering lowering(context_, kernel);
    MW_CHECK(lowering.singleNode(frame, index, node.id));
    MW_CHECK(finish(kernel));
    traffic(frame, index, node, kernel);
    addKernel(std::move(kernel), steps);
    return {};
}

Expected<void> HostLowering::finish(Kernel& kernel) {
    if (const auto part = notComputable(kernel))
        return cannotLower(fmt::format("the kernel of '{}' would have to compute '{}', which "
                                       "kernels cannot",
                                       kernel.label, symbolic::print(*part)),
                           kernel.map);
    runKernelPasses(context_, kernel);
    return {};
}

const ir::ScopeParts& HostLowering::partsOf(const ir::StateIndex& index) {
    return parts_.try_emplace(&index.state(), index).first->second;
}

void HostLowering::traffic(const Frame& frame, const ir::StateIndex& index, const ir::Node& node,
                           Kernel& kernel) {
    auto& footprints = footprints_.try_emplace(frame.sdfg, *frame.sdfg).first->second;
    const auto touched = footprints.of(index, partsOf(index), node.id);
    const analysis::Traffic least = analysis::kernelTraffic(*frame.sdfg, touched)[node.id];
    kernel.bytesRead = symbolic::simplify(frame.outer(least.bytesRead));
    kernel.bytesWritten = symbolic::simplify(frame.outer(least.bytesWritten));
}

void HostLowering::addKernel(Kernel kernel, Steps& steps) {
    for (const auto& buffer : kernel.buffers)
        for (auto& array : context_.plan.arrays)
            if (array.name == buffer.array)
                array.written = array.written || buffer.written;
    context_.plan.kernels.push_back(std::move(kernel));
    steps.push_back({Launch{static_cast<int>(context_.plan.kernels.size()) - 1}});
}

} // namespace mw::codegen
