// Memory of the plan for containers, and what views are on the host.
#include "core/codegen/host/host_containers.h"

#include "core/analysis/executable.h"
#include "core/analysis/view_places.h"
#include "core/codegen/ctext.h"
#include "core/codegen/host/host_scalar.h"
#include "core/codegen/values/make_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mw::codegen {

using symbolic::Expr;

namespace {

Expected<void> bindHostView(HostProgram& program, Environment& env, const ir::StateIndex& index,
                            const ir::Node& node, const ir::Edge& edge) {
    const std::string& name = node.as<ir::AccessNode>()->data;
    const bool in = edge.dst == node.id;
    const auto* far = index.node(in ? edge.src : edge.dst)->as<ir::AccessNode>();
    if (!far)
        return cannotLower(fmt::format("the view '{}' does not look at a container", name),
                           node.id);
    MW_CHECK(materialise(program, env, far->data));
    const CopyEnds ends = in ? copyEnds(edge.memlet, far->data, name, *env.sdfg)
                             : copyEnds(edge.memlet, name, far->data, *env.sdfg);
    MW_TRY(env.storage[name], viewOf(env.storage.at(far->data),
                                     begins(env, in ? ends.src : ends.dst), name, env, node.id));
    return {};
}

} // namespace

Expected<void> materialise(HostProgram& program, Environment& env, const std::string& container) {
    const auto found = env.storage.find(container);
    if (found != env.storage.end() && found->second.kind != ContainerStorage::Kind::pending)
        return {};
    const ir::DataDescriptor* data = env.sdfg->data(container);
    if (!data)
        return cannotLower(fmt::format("there is no container '{}'", container), env.sdfg->id);
    if (!data->transient || data->kind == ir::DataKind::view)
        return cannotLower(fmt::format("the container '{}' is not bound here", container),
                           env.sdfg->id);
    if (const auto why = analysis::whyNotExecutable(container, *data))
        return cannotLower(*why, env.sdfg->id);
    ContainerStorage storage;
    storage.kind = ContainerStorage::Kind::buffer;
    storage.type = data->dtype.scalar;
    // the root's own names are reserved for it; nested ones take them where they are free
    storage.name = program.isRoot(env) ? container : program.names.fresh(container);
    storage = aliasOf(storage, {}, *data, env);
    PlanArray array;
    array.name = storage.name;
    array.type = storage.type;
    array.scalar = data->isScalar();
    array.elements = data->isScalar() ? Expr(1) : symbolic::simplify(env.outer(data->totalSize));
    if (const Usage* use = program.context.usageOf(*env.sdfg, container);
        use && use->setZero && !use->state) {
        if (mayChange(program, *makeValue(Index{array.elements}, ir::ScalarType::int64)))
            return cannotLower(fmt::format("the temporary '{}' begins as zeros, is shared by "
                                           "states, and has a size that the program computes",
                                           container),
                               env.sdfg->id);
        env.zeroed.push_back(array.name);
    }
    program.context.plan.arrays.push_back(std::move(array));
    env.storage[container] = std::move(storage);
    return {};
}

/// Those that live in this state only begin as zeros every time that it runs.
Expected<void> zeroTemporaries(HostProgram& program, Environment& env, const ir::Block& state,
                               Steps& steps) {
    for (const auto& [name, use] : program.context.usageOf(*env.sdfg)) {
        if (!use.setZero || use.state != state.id || use.scope)
            continue;
        const ir::DataDescriptor* data = env.sdfg->data(name);
        if (!data || !data->transient || data->kind == ir::DataKind::view)
            continue;
        MW_CHECK(materialise(program, env, name));
        steps.push_back({ZeroArray{env.storage.at(name).name}});
    }
    return {};
}

/// A view of a view needs the other one first.
Expected<void> bindHostViews(HostProgram& program, Environment& env, const ir::StateIndex& index) {
    const auto isView = [&](const std::string& name) {
        const ir::DataDescriptor* data = env.sdfg->data(name);
        return data && data->kind == ir::DataKind::view;
    };
    std::vector<const ir::Node*> open;
    std::set<std::string> unbound;
    for (const NodeId id : index.topological()) {
        const auto* access = index.node(id)->as<ir::AccessNode>();
        if (access && !index.scope(id) && isView(access->data)) {
            open.push_back(index.node(id));
            unbound.insert(access->data);
        }
    }
    const auto bindable = [&](const ir::Node* node) {
        const ir::Edge* edge = viewingEdge(index, *node);
        const auto* far =
            edge ? index.node(edge->dst == node->id ? edge->src : edge->dst)->as<ir::AccessNode>()
                 : nullptr;
        return !far || !unbound.contains(far->data);
    };
    if (open.size() > 1)
        if (const auto two = analysis::viewOfTwoPlaces(index, *env.sdfg); two.node)
            return cannotLower(two.sentence, two.node->id);
    while (!open.empty()) {
        const auto next = std::find_if(open.begin(), open.end(), bindable);
        if (next == open.end())
            return cannotLower("views look at each other in a circle", open.front()->id);
        if (const ir::Edge* edge = viewingEdge(index, **next))
            MW_CHECK(bindHostView(program, env, index, **next, *edge));
        unbound.erase((*next)->as<ir::AccessNode>()->data);
        open.erase(next);
    }
    return {};
}

} // namespace mw::codegen
