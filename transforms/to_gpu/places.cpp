// Which containers and tasklets of a program belong to the GPU.

#include "core/analysis/analysis.h"
#include "core/ir/connectors.h"
#include "transforms/to_gpu/plan.h"
#include "transforms/toolkit/side_effects.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace mw::transforms {

namespace {

bool isTop(const ir::StateIndex& index, const ir::Node& node) {
    return !index.scope(node.isExit() ? ir::entryOf(node) : node.id);
}

/// A node beside maps that runs as a kernel whatever it touches: the exit of a map, a reduction.
bool isKernelEnd(const ir::Node& node) {
    return node.as<ir::MapExit>() || node.as<ir::LibraryNode>();
}

class Places {
public:
    Places(const DocumentView& view, const ir::Sdfg& program) : view_(view), program_(program) {}

    GpuPlan run() {
        const auto local = insideOfMaps();
        for (const auto& [name, data] : program_.arrays)
            if (local.contains(name) && data->kind != ir::DataKind::view)
                plan_.registers.insert(name);
            else if (!local.contains(name) && !data->isScalar())
                plan_.device.insert(name);
        do {
            changed_ = false;
            forEachStateOf(view_, program_, [&](const StateView& at) { follow(*at.index); });
        } while (changed_);
        return std::move(plan_);
    }

private:
    /// Temporaries that are used inside of maps alone.
    analysis::NameSet insideOfMaps() const {
        std::set<std::string_view> inside, beside;
        forEachStateOf(view_, program_, [&](const StateView& at) {
            for (const auto& node : at.state().nodes)
                if (const auto* access = node->as<ir::AccessNode>())
                    (isTop(*at.index, *node) ? beside : inside)
                        .emplace(analysis::containerOf(access->data));
        });
        std::erase_if(inside, [&](std::string_view name) {
            return beside.contains(name) || !program_.data(name)->transient;
        });
        return {inside.begin(), inside.end()};
    }

    bool onDevice(const ir::Node& node) const {
        const auto* access = node.as<ir::AccessNode>();
        return access && plan_.device.contains(access->data);
    }

    bool touchesDevice(const ir::StateIndex& index, const ir::Node& node) const {
        return std::ranges::any_of(index.inEdges(node.id),
                                   [&](const auto* e) { return onDevice(*index.node(e->src)); }) ||
               std::ranges::any_of(index.outEdges(node.id),
                                   [&](const auto* e) { return onDevice(*index.node(e->dst)); });
    }

    void follow(const ir::StateIndex& index) {
        for (const auto& node : index.state().nodes) {
            if (!isTop(index, *node))
                continue;
            if (node->as<ir::Tasklet>() && touchesDevice(index, *node))
                changed_ |= plan_.kernels.insert(node->id).second;
            if (isKernelEnd(*node) || plan_.kernels.contains(node->id))
                for (const ir::Edge* edge : index.outEdges(node->id))
                    if (const auto* access = index.node(edge->dst)->as<ir::AccessNode>())
                        changed_ |= plan_.device.insert(access->data).second;
        }
    }

    const DocumentView& view_;
    const ir::Sdfg& program_;
    GpuPlan plan_;
    bool changed_ = false;
};

/// Condition 3 for one node beside maps.
MaybeRefusal checkTopNode(const ir::StateIndex& index, const ir::Node& node, const GpuPlan& plan) {
    if (const auto* map = node.as<ir::MapEntry>();
        map && map->map.schedule == ir::Schedule::Sequential)
        return refuse(
            3, "sequential-map",
            fmt::format("{} says that its iterations come one after another.", quoted(node)),
            {node.id});
    for (const ir::Edge* edge : index.inEdges(node.id))
        if (ir::isDynamicInput(edge->dstConnector) && node.isEntry() &&
            plan.device.contains(edge->memlet.data))
            return refuse(3, "dynamic-range",
                          fmt::format("The range of {} is read from '{}', which a kernel writes or "
                                      "which is in the memory of the GPU.",
                                      quoted(node), edge->memlet.data),
                          {node.id, edge->id});
    if (!node.as<ir::Tasklet>())
        return std::nullopt;
    if (plan.kernels.contains(node.id) && mayHaveEffect(node))
        return refuse(3, "raw-code",
                      fmt::format("{} touches the memory of the GPU, and may do more than it says.",
                                  quoted(node)),
                      {node.id});
    for (const bool in : {true, false})
        for (const ir::Edge* edge : in ? index.inEdges(node.id) : index.outEdges(node.id))
            if (!(in ? edge->dstConnector : edge->srcConnector).empty() &&
                !index.node(in ? edge->src : edge->dst)->as<ir::AccessNode>())
                return refuse(3, "between-codes",
                              fmt::format("{} and other code hand a value on without a container.",
                                          quoted(node)),
                              {node.id, edge->id});
    return std::nullopt;
}

/// Condition 3 for the containers.
MaybeRefusal checkDevice(const DocumentView& view, const ir::Sdfg& program, const GpuPlan& plan) {
    for (const auto& name : plan.device)
        if (const auto* data = program.data(name); data->isScalar() && !data->transient)
            return refuse(
                3, "scalar-output",
                fmt::format("The argument '{}' is a number, and a kernel writes it.", name),
                {program.id});
    for (const auto& name : view.readByName(view.sdfg(program.id)).all())
        if (plan.device.contains(name))
            return refuse(
                3, "read-by-control-flow",
                fmt::format("The control flow reads '{}', which would be in the memory of "
                            "the GPU.",
                            name),
                {program.id});
    return std::nullopt;
}

/// The first temporary of a kernel whose size is no number; empty: none.
std::string openSize(const ir::Sdfg& sdfg, const analysis::NameSet* only) {
    for (const auto& [name, data] : sdfg.arrays)
        if (data->transient && data->kind != ir::DataKind::view &&
            (!only || only->contains(name)) && !data->totalSize.asInteger())
            return name;
    std::string found;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            for (const auto& node : state->nodes)
                if (const auto* nested = node->as<ir::NestedSdfg>(); nested && found.empty())
                    found = openSize(*nested->sdfg, nullptr);
    });
    return found;
}

} // namespace

std::variant<GpuPlan, Refusal> gpuPlan(const DocumentView& view, const ir::Sdfg& program) {
    GpuPlan plan = Places(view, program).run();
    MaybeRefusal refusal = checkDevice(view, program, plan);
    forEachStateOf(view, program, [&](const StateView& at) {
        for (const auto& node : at.state().nodes)
            if (!refusal && isTop(*at.index, *node))
                refusal = checkTopNode(*at.index, *node, plan);
    });
    if (refusal)
        return *refusal;
    if (const auto name = openSize(program, &plan.registers); !name.empty())
        return refuse(
            4, "size-in-kernel",
            fmt::format("The temporary '{}' of a kernel has a size that is known only when "
                        "the program runs.",
                        name),
            {program.id});
    return plan;
}

} // namespace mw::transforms
