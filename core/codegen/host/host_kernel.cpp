// Maps and single nodes at top level become kernels.
#include "core/codegen/host/host_kernel.h"

#include "core/analysis/traffic.h"
#include "core/codegen/host/host_containers.h"
#include "core/codegen/kernel/lower_kernel.h"
#include "core/codegen/launch/launch_facts.h"
#include "core/codegen/passes/passes.h"
#include "core/codegen/print/source_names.h"
#include "core/codegen/values/host_expr.h"
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

Expected<void> assignDynamicInputs(HostProgram& program, Environment& env,
                                   const ir::StateIndex& index, const ir::Node& node,
                                   Steps& steps) {
    for (const ir::Edge* edge : index.inEdges(node.id)) {
        if (!ir::isDynamicInput(edge->dstConnector))
            continue;
        MW_CHECK(materialise(program, env, edge->memlet.data));
        const ContainerStorage& storage = env.storage.at(edge->memlet.data);
        if (storage.kind == ContainerStorage::Kind::hostValue)
            if (const auto known = expressionOf(*storage.value)) {
                env.symbols.set(edge->dstConnector, *known);
                continue;
            }
        if (storage.kind != ContainerStorage::Kind::buffer || !edge->memlet.subset)
            return cannotLower(fmt::format("the map input '{}' is not one element of an array",
                                           edge->dstConnector),
                               edge->id);
        const std::string symbol = program.freshSymbol(edge->dstConnector, storage.type);
        steps.push_back({AssignSymbol{
            symbol, elementOf(storage, linearIndex(storage, begins(env, *edge->memlet.subset)))}});
        env.symbols.set(edge->dstConnector, Expr::symbol(symbol));
    }
    return {};
}

/// Memory for what an entry or a single node reads and writes outside.
Expected<void> materialiseAround(HostProgram& program, Environment& env,
                                 const ir::StateIndex& index, const ir::Node& node) {
    const auto touch = [&](const ir::Node& far, const ir::Edge& edge) -> Expected<void> {
        if (const auto* access = far.as<ir::AccessNode>())
            MW_CHECK(materialise(program, env, access->data));
        if (!edge.memlet.empty() && env.sdfg->data(edge.memlet.data))
            MW_CHECK(materialise(program, env, edge.memlet.data));
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
    const UsageTable& usage = program.context.usageOf(*env.sdfg);
    for (const std::uint32_t at : program.partsOf(index).of(node.id).nodes) {
        const auto* access = index.state().nodes[at]->as<ir::AccessNode>();
        if (!access)
            continue;
        const ir::DataDescriptor* data = env.sdfg->data(access->data);
        const auto use = usage.find(access->data);
        const bool own = use != usage.end() && use->second.scope;
        if (data && data->kind != ir::DataKind::view && !own)
            MW_CHECK(materialise(program, env, access->data));
    }
    return {};
}

std::optional<MapPlace> placeFor(HostProgram& program, Environment& env,
                                 const ir::StateIndex& index, const ir::Node& node) {
    if (!program.memo)
        return std::nullopt;
    if (program.environmentInputsOf != env.sdfg ||
        !program.environmentInputs->sameTables(env, program.context)) {
        program.environmentInputs = program.memo->store().env(env, program.context);
        program.environmentInputsOf = env.sdfg;
        env.symbols = program.environmentInputs->symbols; // equal, and from now on the same
        program.context.symbolTypes = program.environmentInputs->symbolTypes;
    }
    return MapPlace{env,     program.context,          index, program.partsOf(index),
                    node.id, program.environmentInputs};
}

void setTraffic(HostProgram& program, const Environment& env, const ir::StateIndex& index,
                const ir::Node& node, Kernel& kernel) {
    auto& footprints = program.footprints.try_emplace(env.sdfg, *env.sdfg).first->second;
    const auto touched = footprints.of(index, program.partsOf(index), node.id);
    const analysis::Traffic least = analysis::kernelTraffic(*env.sdfg, touched)[node.id];
    kernel.bytesRead = symbolic::simplify(env.outer(least.bytesRead));
    kernel.bytesWritten = symbolic::simplify(env.outer(least.bytesWritten));
}

/// `env`: of the map's surroundings, with its dynamic inputs.
Expected<Kernel> lowerMap(HostProgram& program, Environment env, const ir::Block& block,
                          const ir::StateIndex& index, const ir::Node& node) {
    const ir::Map& map = node.as<ir::MapEntry>()->map;
    Kernel kernel;
    kernel.label = map.label;
    kernel.map = node.id;
    kernel.sequential = map.schedule == ir::Schedule::Sequential;
    kernel.facts.asked = launchRequest(map);
    setTraffic(program, env, index, node, kernel);
    KernelBody body(program.context, kernel);
    const std::size_t launched = independentDims(map);
    for (std::size_t d = 0; d < launched; ++d) {
        const auto& range = map.range.dims[d];
        LaunchDim dim;
        dim.param = body.fresh(map.params[d]);
        dim.begin = symbolic::simplify(env.outer(range.begin));
        dim.end = symbolic::simplify(env.outer(range.end));
        dim.step = symbolic::simplify(env.outer(range.step));
        env.symbols.set(map.params[d], Expr::symbol(dim.param));
        kernel.dims.push_back(std::move(dim));
    }
    MW_CHECK(lowerMapBody(body, env, block, index, node.id, launched));
    MW_CHECK(finishKernel(program, kernel));
    return kernel;
}

} // namespace

Expected<void> lowerMapKernel(HostProgram& program, Environment& env, const ir::Block& block,
                              const ir::StateIndex& index, const ir::Node& node, Steps& steps) {
    MW_CHECK(materialiseAround(program, env, index, node));
    std::optional<SymbolTable> outerSymbols;
    const bool dynamic = std::ranges::any_of(index.inEdges(node.id), [](const ir::Edge* edge) {
        return ir::isDynamicInput(edge->dstConnector);
    });
    if (dynamic) {
        outerSymbols = env.symbols;
        MW_CHECK(assignDynamicInputs(program, env, index, node, steps));
    }
    const auto place = placeFor(program, env, index, node);
    auto known = place ? program.memo->store().find(*place) : nullptr;
    if (!known) {
        auto inputs = place ? std::optional(kernelInputs(*place)) : std::nullopt;
        MW_TRY(Kernel kernel, lowerMap(program, env, block, index, node));
        if (inputs)
            known = program.memo->store().insert(std::move(*inputs), std::move(kernel));
        else
            addKernel(program, std::move(kernel), steps);
    }
    if (known) {
        Kernel kernel = known->kernel();
        kernel.known = std::move(known);
        addKernel(program, std::move(kernel), steps);
    }
    if (outerSymbols)
        env.symbols = std::move(*outerSymbols);
    return {};
}

Expected<void> lowerSingleNodeKernel(HostProgram& program, Environment& env,
                                     const ir::StateIndex& index, const ir::Node& node,
                                     Steps& steps) {
    MW_CHECK(materialiseAround(program, env, index, node));
    Kernel kernel;
    kernel.label = ir::displayName(node);
    kernel.map = node.id;
    kernel.sequential = true;
    KernelBody body(program.context, kernel);
    MW_CHECK(lowerSingleNode(body, env, index, node.id));
    MW_CHECK(finishKernel(program, kernel));
    setTraffic(program, env, index, node, kernel);
    addKernel(program, std::move(kernel), steps);
    return {};
}

Expected<void> finishKernel(HostProgram& program, Kernel& kernel) {
    if (const auto part = notComputable(kernel))
        return cannotLower(fmt::format("the kernel of '{}' would have to compute '{}', which "
                                       "kernels cannot",
                                       kernel.label, symbolic::print(*part)),
                           kernel.map);
    runKernelPasses(program.context, kernel);
    return {};
}

void addKernel(HostProgram& program, Kernel kernel, Steps& steps) {
    for (const auto& buffer : kernel.buffers)
        if (PlanArray* array = program.context.array(buffer.array))
            array->written = array->written || buffer.written;
    program.context.plan.kernels.push_back(std::move(kernel));
    steps.push_back({Launch{static_cast<int>(program.context.plan.kernels.size()) - 1}});
}

} // namespace mw::codegen
